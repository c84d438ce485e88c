package io.github.mckey.run;

/**
 * Completions of one connection that failed alike.
 *
 * @param connection the connection's number
 * @param receive whether they were receives rather than sends
 * @param status {@code enum ibv_wc_status}
 * @param text ibv_wc_status_str(3)
 * @param vendorError the provider's own code
 * @param count how many work requests failed so
 */
public record CompletionFailure(
    int connection, boolean receive, int status, String text, int vendorError, long count) {}
