package io.github.mckey.architecture.violations.report;

import java.util.concurrent.atomic.AtomicInteger;

final class Statics {
  static int counter;
  static final AtomicInteger total = new AtomicInteger();
  static final int[] table = {1};

  private Statics() {}
}
