package io.github.mckey.transport.udp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the kernel lists, in files of the same form. */
class PortHolderTest {
  private static final String HEADING =
      "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout"
          + " inode ref pointer drops\n";

  @TempDir Path proc;

  @BeforeEach
  void makeFolders() throws IOException {
    Files.createDirectories(proc.resolve("net"));
    Files.createDirectories(proc.resolve("77/fd"));
    Files.writeString(proc.resolve("77/comm"), "iperf\n");
    Files.createSymbolicLink(proc.resolve("77/fd/5"), Path.of("socket:[4242]"));
    Files.createSymbolicLink(proc.resolve("77/fd/1"), Path.of("pipe:[1]"));
  }

  private String explain() {
    return new PortHolder(proc, proc.resolve("driver")).explain();
  }

  private void loadDriver() throws IOException {
    Files.createDirectories(proc.resolve("driver"));
  }

  private void listed(String table, String address, int uid, int inode) throws IOException {
    Files.writeString(
        proc.resolve("net/" + table),
        HEADING
            + "  3: 00000000:0035 00000000:0000 07 00000000:00000000 00:00000000 00000000     0     "
            + "   0 0 2 00000000f1 0\n"
            + "  7: "
            + address
            + " 00000000:0000 07 00000000:00000000 00:00000000 00000000     "
            + uid
            + "        0 "
            + inode
            + " 2 00000000f0 0\n");
  }

  @Test
  void rootsSocketThatNoProcessHasIsTheDrivers() throws IOException {
    loadDriver();
    listed("udp", "00000000:12B7", 0, 31);
    assertThat(explain()).contains("rdma_rxe", "--transport verbs", "modprobe -r rdma_rxe");
  }

  @Test
  void programIsNamedBesideTheDriverToo() throws IOException {
    loadDriver();
    listed("udp6", "00000000000000000000000000000000:12B7", 0, 4242);
    assertThat(explain()).contains("held by iperf (process 77)");
  }

  @Test
  void programOfAnotherUserStaysUnnamed() throws IOException {
    loadDriver();
    listed("udp", "00000000:12B7", 1000, 1);
    assertThat(explain()).contains("a program", "ss -ulpn");
  }

  @Test
  void withoutTheDriverItIsAProgram() throws IOException {
    listed("udp", "00000000:12B7", 0, 1);
    assertThat(explain()).contains("a program", "ss -ulpn");
  }
}
