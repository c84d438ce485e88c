package io.github.mckey.measure;

/**
 * Work requests of a connection that failed alike.
 *
 * @param receive whether they were receives rather than sends
 * @param status {@code enum ibv_wc_status}
 * @param text ibv_wc_status_str(3)
 * @param vendorError the provider's own code
 * @param count how many
 */
public record ErrorCount(boolean receive, int status, String text, int vendorError, long count) {}
