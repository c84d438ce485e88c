package io.github.mckey.check;

import io.github.mckey.host.SystemFiles;
import java.util.List;

/** The kernel modules that user space reaches devices and connections through. */
final class ModulesProbe implements Probe {
  private static final String[] NEEDED = {"ib_core", "ib_uverbs", "rdma_cm", "rdma_ucm"};

  private final SystemFiles files;

  ModulesProbe(SystemFiles files) {
    this.files = files;
  }

  @Override
  public void look(List<Finding> findings) {
    String release = files.text("proc/sys/kernel/osrelease");
    String builtIn = files.text("lib/modules/" + release + "/modules.builtin");
    for (String module : NEEDED) {
      if (files.exists("sys/module/" + module)) {
        findings.add(Finding.ok("modules", module + " is loaded"));
      } else if (builtIn.contains("/" + module + ".ko")) {
        findings.add(Finding.ok("modules", module + " is built in"));
      } else {
        findings.add(
            Finding.failure("modules", module + " is not loaded", "as root: modprobe " + module));
      }
    }
  }
}
