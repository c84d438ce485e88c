package io.github.mckey.architecture.violations.transport.verbs;

/** Stands for a class of the verbs transport. */
public record VerbsThing() {}
