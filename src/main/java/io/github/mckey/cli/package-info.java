/** The command line: getopt's rules and picocli's options, turned into a configuration. */
@NullMarked
package io.github.mckey.cli;

import org.jspecify.annotations.NullMarked;
