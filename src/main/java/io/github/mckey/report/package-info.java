/** What the user sees: stock mckey's lines and everything beyond them. */
@NullMarked
package io.github.mckey.report;

import org.jspecify.annotations.NullMarked;
