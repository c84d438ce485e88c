package io.github.mckey.measure;

import io.github.mckey.config.MckeyConfig;
import java.util.List;

/**
 * All that there is to say of a run, at its end or while it goes on.
 *
 * @param config what it was asked to do
 * @param outcome how it stands
 * @param phase how far it came
 * @param status the status that stock mckey's last line would show
 * @param exitStatus the process's exit status
 * @param startedNanos when it began, in nanoseconds since the epoch (UTC)
 * @param elapsedNanos how long it has lasted, in nanoseconds
 * @param failures the steps that failed, one line each
 * @param members its connections
 * @param intervals the series over time, where one was asked for
 */
public record RunSummary(
    MckeyConfig config,
    RunOutcome outcome,
    RunPhase phase,
    int status,
    int exitStatus,
    long startedNanos,
    long elapsedNanos,
    List<String> failures,
    List<MemberSummary> members,
    List<IntervalSummary> intervals) {}
