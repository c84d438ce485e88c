/** The test itself: one thread, phase by phase, and its verdict. */
@NullMarked
package io.github.mckey.run;

import org.jspecify.annotations.NullMarked;
