package io.github.mckey.architecture.violations.config;

import java.lang.foreign.MemorySegment;

record HoldsMemory(MemorySegment segment) {}
