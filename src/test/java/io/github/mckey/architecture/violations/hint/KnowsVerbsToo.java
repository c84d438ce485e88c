package io.github.mckey.architecture.violations.hint;

import io.github.mckey.architecture.violations.transport.verbs.VerbsThing;

record KnowsVerbsToo(VerbsThing thing) {}
