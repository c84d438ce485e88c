/**
 * The C stand-ins for librdmacm and libibverbs, from Java: built once, loaded into this JVM or put
 * under a process, and their reports read.
 */
package io.github.mckey.standin;
