/** The validated configuration of a run. */
@NullMarked
package io.github.mckey.config;

import org.jspecify.annotations.NullMarked;
