package io.github.mckey.documents;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.standin.StandInBuild;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a first-time user meets: each failure is one clear line, with the documented status, and
 * docs/troubleshooting.md quotes it as it is.
 */
class FailureLinesIT {
  private static final Path ROOT = Path.of("").toAbsolutePath();
  private static final Path TROUBLESHOOTING = Path.of("docs/troubleshooting.md");
  private static final Pattern QUOTED = Pattern.compile("\\| `([^`]+)` \\|.*");
  private static final String RECEIVER = "-m 239.1.1.1 -b 10.7.0.1";
  private static final String NO_LIBRARY = "mckey: cannot load librdmacm.so.1; install …";

  /** Stock's, too: what was not joined cannot be left. */
  private static final String NOT_LEFT = "mckey: failure leaving: Cannot assign requested address";

  /** Hides librdmacm from a command, in a mount namespace of its own. */
  private static final String WITHOUT_LIBRARY =
      """
      lib=$(dirname "$(ldconfig -p | sed -n 's|.*librdmacm.so.1 .*x86-64.* => ||p' | head -n 1)")
      [ -e "$lib/librdmacm.so.1" ] || exit 77
      scratch=$(mktemp -d)
      mount -t tmpfs none "$scratch" && mkdir "$scratch/upper" "$scratch/work" &&
        mount -t overlay -o "lowerdir=$lib,upperdir=$scratch/upper,workdir=$scratch/work" none "$lib" &&
        rm "$lib/librdmacm.so.1" || exit 77
      exec "$@"
      """;

  /**
   * A way to fail.
   *
   * @param line the line that tells it; an ellipsis stands for anything
   * @param standIns what the stand-in libraries do
   * @param arguments mckey's
   */
  record Failure(String line, String standIns, String arguments, int status) {}

  static List<Failure> failures() {
    String channel = "fail=rdma_create_event_channel:1:";
    return List.of(
        new Failure("No RDMA devices were detected", channel + "ENODEV", RECEIVER, 1),
        new Failure(
            "failed to create RDMA CM event channel: Permission denied",
            channel + "EACCES",
            RECEIVER,
            1),
        new Failure(
            "mckey: addr bind failure: No such device", "", "-m 239.1.1.1 -b 10.8.0.1", 255),
        new Failure(
            "mckey: addr bind failure: Cannot assign requested address",
            "",
            "-m 239.1.1.1 -b 10.9.0.1",
            255),
        new Failure("mckey: addr bind failure: Invalid argument", "", RECEIVER + " -p 0x2", 255),
        new Failure("mckey: resolve addr failure: Network is unreachable", "", "-m 239.1.1.1", 255),
        new Failure(
            "mckey: message_size 1025 is larger than active mtu 1024",
            "",
            RECEIVER + " -S 1025",
            255),
        new Failure("failed to reg MR", "fail=ibv_reg_mr:1:ENOMEM", RECEIVER, 255),
        new Failure(
            "mckey: unable to create QP: Operation not supported", "", RECEIVER + " -l", 255),
        new Failure("mckey: failure joining: Invalid argument", "", "-m 0.0.0.0 -b 10.7.0.1", 255),
        new Failure("mckey: failure joining: Unknown error 524", "", "-m ff0e::1 -b fd00::1", 255),
        new Failure(
            "mckey: event: RDMA_CM_EVENT_MULTICAST_ERROR, error: -1", "", RECEIVER + " -c 57", 255),
        new Failure(
            "mckey: time is over after … s, while joining",
            "fabric=ib;eventdrop=MULTICAST_JOIN.1",
            RECEIVER + " --timeout 1",
            146));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void oneClearLineAndTheStatus(Failure failure) throws Exception {
    List<String> words = new ArrayList<>(List.of("bin/mckey"));
    words.addAll(List.of(failure.arguments().split(" ")));
    Command command =
        Command.run(
            ROOT,
            Map.of(
                "LD_LIBRARY_PATH", StandInBuild.folder().toString(),
                "MCKEY_STANDIN", failure.standIns()),
            words);
    String pattern = Pattern.quote(failure.line()).replace("…", "\\E.*\\Q");
    assertThat((command.stdout() + command.stderr()).lines())
        .haveExactly(
            1, new org.assertj.core.api.Condition<>(line -> line.matches(pattern), pattern));
    assertThat(command.status()).isEqualTo(failure.status());
    assertThat(command.stderr()).doesNotContain("Exception", "\tat ");
    List<String> more = new ArrayList<>(command.stderr().lines().toList());
    more.removeIf(line -> line.equals(NOT_LEFT) || line.matches(pattern));
    // What to do about it, or which connection is concerned.
    assertThat(more).hasSizeLessThanOrEqualTo(1).allMatch(line -> line.startsWith("mckey: "));
  }

  @Test
  void theTablesQuoteTheseLines() throws IOException {
    List<String> quoted = new ArrayList<>();
    for (String line : Files.readAllLines(TROUBLESHOOTING)) {
      Matcher matcher = QUOTED.matcher(line);
      if (matcher.matches()) {
        quoted.add(matcher.group(1));
      }
    }
    List<String> seen = new ArrayList<>(failures().stream().map(Failure::line).toList());
    seen.add(NO_LIBRARY);
    assertThat(quoted).containsExactlyInAnyOrderElementsOf(seen);
  }

  /** Both families of packages are named, and the way without them, which then works. */
  @Test
  void missingLibrariesAreOneLine() throws Exception {
    Command command = withoutLibrary("-m", "239.1.1.1");
    Assumptions.assumeTrue(command.status() != 77, "cannot hide librdmacm here");
    assertThat(command.stderr())
        .hasLineCount(1)
        .startsWith(NO_LIBRARY.replace("…", ""))
        .contains("librdmacm1", "Debian", "librdmacm and libibverbs (RHEL", "--transport udp");
    assertThat(command.stdout()).isEmpty();
    assertThat(command.status()).isEqualTo(1);

    Command check = withoutLibrary("--check", "-m", "239.1.1.1");
    assertThat(check.stdout()).contains("cannot load librdmacm.so.1");
    assertThat(check.status()).isEqualTo(1);

    Command udp =
        withoutLibrary(
            "--transport",
            "udp",
            "-m",
            "239.79.1.1",
            "-b",
            "127.0.0.1",
            "-C",
            "0",
            "--settle",
            "0");
    assertThat(udp.stdout()).endsWith("test complete\nreturn status 0\n");
    assertThat(udp.stderr()).isEmpty();
  }

  private static Command withoutLibrary(String... arguments) throws Exception {
    Assumptions.assumeTrue(
        Command.run("unshare", "-m", "true").status() == 0, "no mount namespaces");
    List<String> words = new ArrayList<>(List.of("unshare", "-m", "sh", "-c", WITHOUT_LIBRARY));
    words.addAll(List.of("sh", "bin/mckey"));
    words.addAll(List.of(arguments));
    return Command.run(ROOT, Map.of(), words);
  }
}
