package io.github.mckey.check;

import io.github.mckey.host.SystemFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The device nodes that librdmacm and libibverbs open. */
final class NodesProbe implements Probe {
  private static final String FOLDER = "dev/infiniband";
  private static final String SUBJECT = "device nodes";

  private final SystemFiles files;
  private final RunPath path;

  NodesProbe(SystemFiles files, RunPath path) {
    this.files = files;
    this.path = path;
  }

  @Override
  public void look(List<Finding> findings) {
    node(findings, "rdma_cm", "as root: modprobe rdma_ucm", true);
    boolean any = false;
    for (String name : files.names(FOLDER)) {
      if (name.startsWith("uverbs")) {
        any = true;
        node(findings, name, "as root: modprobe ib_uverbs", mayUse(name));
      }
    }
    if (!any) {
      findings.add(
          Finding.failure(
              SUBJECT,
              "/dev/infiniband has no uverbs node",
              "as root: modprobe ib_uverbs; without an RDMA device: --transport udp"));
    }
  }

  private boolean mayUse(String node) {
    String device = files.text("sys/class/infiniband_verbs/" + node + "/ibdev");
    return device.isEmpty() || path.mayUse(device);
  }

  private void node(List<Finding> findings, String name, String remedy, boolean needed) {
    String node = FOLDER + "/" + name;
    Path file = files.path(node);
    if (!files.exists(node)) {
      findings.add(fault(needed, "/" + node + " is missing", remedy));
    } else if (!Files.isReadable(file) || !Files.isWritable(file)) {
      findings.add(
          fault(
              needed,
              "/" + node + " may not be opened by this user",
              "as root: chmod 666 /" + node + ", or reinstall rdma-core's udev rules"));
    } else {
      findings.add(Finding.ok(SUBJECT, "/" + node + " can be opened"));
    }
  }

  private static Finding fault(boolean needed, String text, String remedy) {
    return needed ? Finding.failure(SUBJECT, text, remedy) : Finding.warning(SUBJECT, text, remedy);
  }
}
