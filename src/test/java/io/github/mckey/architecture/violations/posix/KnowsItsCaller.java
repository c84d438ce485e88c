package io.github.mckey.architecture.violations.posix;

import io.github.mckey.architecture.violations.transport.verbs.VerbsThing;

record KnowsItsCaller(VerbsThing thing) {}
