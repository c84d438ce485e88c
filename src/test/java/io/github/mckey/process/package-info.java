/** The program as a process: how scripts see it. */
@NullMarked
package io.github.mckey.process;

import org.jspecify.annotations.NullMarked;
