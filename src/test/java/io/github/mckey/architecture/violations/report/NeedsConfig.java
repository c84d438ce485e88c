package io.github.mckey.architecture.violations.report;

import io.github.mckey.architecture.violations.config.NeedsReport;

/** The other half of a cycle. */
public record NeedsConfig(NeedsReport other) {}
