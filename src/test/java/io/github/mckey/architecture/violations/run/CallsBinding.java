package io.github.mckey.architecture.violations.run;

import io.github.mckey.architecture.violations.bindings.Binding;

final class CallsBinding {
  private CallsBinding() {}

  static int call() {
    return Binding.call();
  }
}
