package io.github.mckey.architecture.violations.posix;

/** Stands for a system call. */
public record PosixThing() {}
