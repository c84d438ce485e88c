package io.github.mckey.architecture.violations.report;

import picocli.CommandLine;

record ParsesOptions(CommandLine line) {}
