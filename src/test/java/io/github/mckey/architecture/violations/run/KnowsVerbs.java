package io.github.mckey.architecture.violations.run;

import io.github.mckey.architecture.violations.transport.verbs.VerbsThing;

record KnowsVerbs(VerbsThing thing) {}
