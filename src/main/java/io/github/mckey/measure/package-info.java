/**
 * What a run counts: the header in the messages, sequence numbers and losses per source, times,
 * pacing, and the verdict. Knows neither transports nor output.
 */
@NullMarked
package io.github.mckey.measure;

import org.jspecify.annotations.NullMarked;
