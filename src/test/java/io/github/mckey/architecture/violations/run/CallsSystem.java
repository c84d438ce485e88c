package io.github.mckey.architecture.violations.run;

import io.github.mckey.architecture.violations.posix.PosixThing;

record CallsSystem(PosixThing thing) {}
