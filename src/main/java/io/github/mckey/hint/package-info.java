/** Why a step failed, where this host shows it. */
@NullMarked
package io.github.mckey.hint;

import org.jspecify.annotations.NullMarked;
