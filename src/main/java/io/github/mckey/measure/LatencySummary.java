package io.github.mckey.measure;

/**
 * One-way latencies in nanoseconds, to two significant digits.
 *
 * @param min the shortest
 * @param p50 the median
 * @param p99 99 of 100 messages took no longer
 * @param max the longest
 */
public record LatencySummary(long min, long p50, long p99, long max) {}
