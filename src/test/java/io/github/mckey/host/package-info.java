/** Hosts made up for tests. */
@NullMarked
package io.github.mckey.host;

import org.jspecify.annotations.NullMarked;
