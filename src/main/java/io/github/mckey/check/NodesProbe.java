package io.github.mckey.check;

import io.github.mckey.host.SystemFiles;
import java.nio.file.Files;
import java.util.List;

/** The device nodes that librdmacm and libibverbs open. */
final class NodesProbe implements Probe {
  private static final String FOLDER = "dev/infiniband";
  private static final String SUBJECT = "device nodes";

  private final SystemFiles files;

  NodesProbe(SystemFiles files) {
    this.files = files;
  }

  @Override
  public void look(List<Finding> findings) {
    node(findings, "rdma_cm", "as root: modprobe rdma_ucm");
    boolean any = false;
    for (String name : files.names(FOLDER)) {
      if (name.startsWith("uverbs")) {
        any = true;
        node(findings, name, "as root: modprobe ib_uverbs");
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

  private void node(List<Finding> findings, String name, String remedy) {
    String path = FOLDER + "/" + name;
    if (!files.exists(path)) {
      findings.add(Finding.failure(SUBJECT, "/" + path + " is missing", remedy));
    } else if (!Files.isReadable(files.path(path)) || !Files.isWritable(files.path(path))) {
      findings.add(
          Finding.failure(
              SUBJECT,
              "/" + path + " may not be opened by this user",
              "as root: chmod 666 /" + path + ", or reinstall rdma-core's udev rules"));
    } else {
      findings.add(Finding.ok(SUBJECT, "/" + path + " can be opened"));
    }
  }
}
