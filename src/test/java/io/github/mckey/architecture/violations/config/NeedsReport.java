package io.github.mckey.architecture.violations.config;

import io.github.mckey.architecture.violations.report.NeedsConfig;

/** One half of a cycle. */
public record NeedsReport(NeedsConfig other) {}
