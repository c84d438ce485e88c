package io.github.mckey.documents;

import io.github.mckey.documents.CommandBlocks.Shown;
import io.github.mckey.documents.CommandChecks.Check;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Every command that the documents show, and how it is tried. A command that is not here fails the
 * test, and so does one here that no document shows any more.
 */
final class DocumentedCommands {
  private final Map<String, Check> whole = new LinkedHashMap<>();
  private final Map<String, Check> checks = new LinkedHashMap<>();

  DocumentedCommands() {
    readme();
    manualPages();
    troubleshooting();
    building();
    distribution();
  }

  private void readme() {
    checks.put("bin/mckey-smoke", CommandChecks.smoke());
    checks.put("bin/mckey -m 239.1.1.1 -b 10.7.0.1", CommandChecks.onStandIns("peer=10", 0));
    String sender = "bin/mckey -m 239.1.1.1 -b 10.7.0.2 -s";
    String senders = "rdma=10.7.0.2/24";
    checks.put(sender, CommandChecks.onStandIns(senders, 0));
    whole.put("mckey: starting client", CommandChecks.outputOf(sender, senders));
    whole.put(
        "hosts=\"node02 node03 node04\"", CommandChecks.cluster("node02", "node03", "node04"));
    checks.put(
        "mckey -m 239.1.1.1 -b 10.7.0.2 -C 100 --timeout 5 --json 2>/dev/null"
            + " | jq '.exitStatus, .connections[].received.lost'",
        CommandChecks.onStandIns("rdma=10.7.0.2/24;peer=97", 0));
    whole.put(
        "argv ──► cli ──► MckeyConfig ──► MulticastTest ──► RunListener ──► stock's lines on stdout"
            + " and stderr",
        CommandChecks.diagram());
    whole.put("01005e010101 525400070002 0800 Ethernet", CommandChecks.diagram());
  }

  private void manualPages() {
    checks.put("mckey -m 239.1.1.1 -b 10.7.0.1", CommandChecks.onStandIns("peer=10", 0));
    checks.put(
        "mckey -m 239.1.1.1 -b 10.7.0.2 -s", CommandChecks.onStandIns("rdma=10.7.0.2/24", 0));
    checks.put(
        "mckey -m 239.1.1.1 -b 10.7.0.1 -C 1000 --timeout 60 --stats",
        CommandChecks.onStandIns("peer=1000", 0));
    checks.put(
        "mckey -m 239.1.1.1 -b 10.7.0.2 -C 1000 --timeout 60 -s",
        CommandChecks.onStandIns("rdma=10.7.0.2/24", 0));
    checks.put(
        "mckey -m 239.1.1.1 -b 10.7.0.1 --duration 3600 --interval 60 --allow-loss 0.1",
        CommandChecks.parses());
    checks.put(
        "mckey -m 239.1.1.1 -b 10.7.0.2 --duration 3590 --rate 500 -s", CommandChecks.parses());
    checks.put("mckey --check -m 239.1.1.1 -b 10.7.0.1", CommandChecks.preflight());
    checks.put(
        "mckey --transport udp -m 239.1.1.1 -b 192.0.2.7 --timeout 30 --json=result.json",
        CommandChecks.parses());
    checks.put("mckey -M 0 -b 10.7.0.1", CommandChecks.onStandIns("fabric=ib;peer=10", 0));
    checks.put("mckey-smoke", CommandChecks.smoke());
    checks.put(
        "MCKEY_SMOKE_SECONDS=30 mckey-smoke --transport udp -c 3 -C 1000 -S 1024",
        CommandChecks.smoke());
  }

  private void troubleshooting() {
    checks.put("mckey --check --transport udp -m 239.1.1.1", CommandChecks.preflight());
    checks.put(
        "cat /sys/class/infiniband/*/ports/*/gid_attrs/types/* 2>/dev/null | sort | uniq -c",
        CommandChecks.harmless());
    checks.put("mkdir -p /sys/kernel/config/rdma_cm/mlx5_0", CommandChecks.syntax());
    checks.put(
        "echo \"RoCE v2\" >/sys/kernel/config/rdma_cm/mlx5_0/ports/1/default_roce_mode",
        CommandChecks.syntax());
    checks.put(
        "mckey -m 239.1.1.1 -b 10.7.0.1 --duration 600 --interval 10", CommandChecks.parses());
    checks.put(
        "mckey -m 239.1.1.1 -b 10.7.0.2 --duration 590 --rate 10 -s", CommandChecks.parses());
    checks.put(
        "ip maddress show dev eth0",
        CommandChecks.inOwnNetwork("ip link add br0 type bridge; ip link set dev br0 name eth0"));
    checks.put(
        "ip link set dev br0 type bridge mcast_snooping 1 mcast_querier 1",
        CommandChecks.inOwnNetwork("ip link add br0 type bridge"));
    checks.put("nft add rule inet filter input udp dport 4791 accept", CommandChecks.syntax());
    checks.put("sysctl net.ipv4.conf.all.rp_filter", CommandChecks.syntax());
    checks.put(
        "mckey -m 239.1.1.1 -b 10.7.0.1 --settle 0 --timeout 2",
        CommandChecks.onStandIns("peer=7", 146));
    checks.put("sysctl -w net.core.rmem_max=67108864", CommandChecks.syntax());
    checks.put("nstat -az UdpRcvbufErrors", CommandChecks.syntax());
  }

  private void building() {
    for (String command :
        new String[] {
          "mvn package -DskipTests",
          "mvn spotless:apply",
          "mvn -Dtest=GetOptDifferentialTest test",
          "mvn -Dtest=JdkSearchTest test",
          "mvn -Dit.test=RealJvmIT -Dtest=none -Dsurefire.failIfNoSpecifiedTests=false verify",
          "mvn -Dtest=RandomScenariosTest -Dmckey.differential.seed=17"
              + " -Dmckey.differential.cases=1 test",
          "mvn -Dtest=RandomScenariosTest -Dmckey.differential.cases=100000 test",
        }) {
      checks.put(command, CommandChecks.maven());
    }
    for (String command :
        new String[] {
          "src/lab/run",
          "src/lab/run transcripts",
          "src/lab/run transcripts wire",
          "src/lab/run --full interop",
          "src/lab/run --only REGEX PART",
          "src/lab/run --keep PART",
        }) {
      checks.put(command, CommandChecks.lab());
    }
    checks.put("src/test/run", CommandChecks.script());
    checks.put("src/test/run --no-lab", CommandChecks.script());
    checks.put("native-bindings/regenerate", CommandChecks.script());
    checks.put("native-bindings/regenerate --check", CommandChecks.script());
  }

  private void distribution() {
    checks.put("mvn -Pdist package", CommandChecks.maven());
    checks.put(
        "mvn -Pdist -Dmaven.test.skip=true -Dmckey.dist.aot=$PWD/published/"
            + "mckey-0.1.0-linux-x86_64/lib/mckey/mckey.aot package",
        CommandChecks.maven());
    for (String command :
        new String[] {
          "tar -xJf mckey-0.1.0-linux-x86_64.tar.xz",
          "mckey-0.1.0-linux-x86_64/bin/mckey --version",
          "apt install ./mckey-java_0.1.0_amd64.deb",
          "dnf install ./mckey-java-0.1.0-1.x86_64.rpm",
          "tar -xJf published/mckey-0.1.0-linux-x86_64.tar.xz -C published",
        }) {
      checks.put(command, CommandChecks.release());
    }
    checks.put("(cd published && sha256sum -c ../target/dist/SHA256SUMS)", CommandChecks.syntax());
    checks.put("src/test/dist/run", CommandChecks.script());
    checks.put("DIST_TEST_KEEP=1 src/test/dist/run deb", CommandChecks.script());
  }

  /** Returns whether a block with this first line is one thing, not a command a line. */
  boolean isWhole(String firstLine) {
    return whole.containsKey(collapsed(firstLine));
  }

  /** Returns how what is shown is tried, or null where nobody said so. */
  @Nullable Check of(Shown shown) {
    return isWhole(firstLine(shown))
        ? whole.get(collapsed(firstLine(shown)))
        : checks.get(shown.command());
  }

  /** Returns the entries that no document shows. */
  List<String> notAmong(List<Shown> all) {
    List<String> left = new ArrayList<>(checks.keySet());
    left.addAll(whole.keySet());
    for (Shown shown : all) {
      left.remove(shown.command());
      left.remove(collapsed(firstLine(shown)));
    }
    return left;
  }

  private static String firstLine(Shown shown) {
    return shown.command().lines().findFirst().orElse("");
  }

  private static String collapsed(String line) {
    return line.replaceAll("\\s+", " ");
  }
}
