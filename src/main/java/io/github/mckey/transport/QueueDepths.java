package io.github.mckey.transport;

/**
 * How deep the queues of a connection are.
 *
 * @param completions entries of the completion queue, at least 1
 * @param sends send work requests outstanding at most, at least 1
 * @param receives receive work requests outstanding at most, at least 1
 */
public record QueueDepths(int completions, int sends, int receives) {}
