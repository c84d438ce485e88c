package io.github.mckey.architecture.violations.transport.udp;

import io.github.mckey.architecture.violations.transport.verbs.VerbsThing;

record KnowsSibling(VerbsThing thing) {}
