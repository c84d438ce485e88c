/**
 * The corner of the C library that the transports need: error texts, name look-up, poll(2), and the
 * one place where a C function is called. Nothing of {@code java.lang.foreign} stands in its public
 * interface: addresses are plain numbers there.
 */
@NullMarked
package io.github.mckey.posix;

import org.jspecify.annotations.NullMarked;
