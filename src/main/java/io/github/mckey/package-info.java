/** Entry point: the only package that ends the process. */
@NullMarked
package io.github.mckey;

import org.jspecify.annotations.NullMarked;
