package io.github.mckey.check;

import io.github.mckey.config.MckeyConfig;
import io.github.mckey.host.SystemFiles;
import io.github.mckey.transport.udp.BurstRoom;
import java.util.List;

/** What the udp transport needs of sockets. */
final class SocketProbe implements Probe {
  private static final int ROCE_PORT = 4791;

  private final SystemFiles files;
  private final MckeyConfig config;

  SocketProbe(SystemFiles files, MckeyConfig config) {
    this.files = files;
    this.config = config;
  }

  @Override
  public void look(List<Finding> findings) {
    buffers(findings);
    port(findings);
  }

  private void buffers(List<Finding> findings) {
    long limit = files.number("proc/sys/net/core/rmem_max");
    long needed = BurstRoom.bytes(config.messageCount(), config.messageSize());
    if (limit < 0) {
      findings.add(
          Finding.warning(
              "socket buffers", "net.core.rmem_max cannot be read", "see: sysctl net.core"));
    } else if (config.sender() || needed <= limit) {
      findings.add(Finding.ok("socket buffers", "net.core.rmem_max is " + limit + " bytes"));
    } else {
      findings.add(
          Finding.warning(
              "socket buffers",
              "net.core.rmem_max is "
                  + limit
                  + " bytes; "
                  + BurstRoom.text(config.messageCount(), config.messageSize())
                  + " needs about "
                  + needed,
              "as root: sysctl -w net.core.rmem_max=" + needed + "; or send with --rate"));
    }
  }

  private void port(List<Finding> findings) {
    if (files.exists("sys/module/rdma_rxe") && holdsPort("proc/net/udp")) {
      findings.add(
          Finding.failure(
              "port 4791",
              "is taken by the kernel's soft-RoCE (rdma_rxe)",
              "use --transport verbs, or as root: rdma link delete NAME"));
    } else {
      findings.add(Finding.ok("port 4791", "is not taken by the kernel"));
    }
  }

  /** A socket of the kernel's is bound to the port on every address. */
  private boolean holdsPort(String table) {
    String wanted = "00000000:" + Integer.toHexString(ROCE_PORT).toUpperCase(java.util.Locale.ROOT);
    return files.text(table).contains(wanted);
  }
}
