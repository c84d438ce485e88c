/**
 * Stock mckey and ours on the same stand-ins: what they print, how they end and what they call is
 * compared, apart from the differences that {@link AllowedDifferences} lists.
 */
package io.github.mckey.differential;
