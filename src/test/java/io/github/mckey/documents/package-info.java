/** What is written about the program, held against the program. */
@NullMarked
package io.github.mckey.documents;

import org.jspecify.annotations.NullMarked;
