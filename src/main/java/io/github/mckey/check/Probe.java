package io.github.mckey.check;

import java.util.List;

/** Looks at one thing. */
interface Probe {
  /** Adds what it finds. */
  void look(List<Finding> findings);
}
