/** The preflight: looks at what a run would need, joins nothing. */
@NullMarked
package io.github.mckey.check;

import org.jspecify.annotations.NullMarked;
