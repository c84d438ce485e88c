/**
 * bin/mckey from outside: the script itself in a copy of its folders, with a JDK and a Maven that
 * are scripts writing down how they were called.
 */
package io.github.mckey.launcher;
