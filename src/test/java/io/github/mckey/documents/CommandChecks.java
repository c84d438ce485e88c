package io.github.mckey.documents;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.cli.MckeyCommand;
import io.github.mckey.cli.Outcome;
import io.github.mckey.config.Version;
import io.github.mckey.documents.CommandBlocks.Shown;
import io.github.mckey.standin.StandInBuild;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * How a command of a document is tried: wholly where that is quick and harms nothing, otherwise as
 * far as it can be.
 */
final class CommandChecks {
  /** Of this run's own, since others may test on this host, too. */
  private static final String GROUP =
      "239.78." + new Random().nextInt(256) + "." + new Random().nextInt(256);

  private static final Path ROOT = Path.of("").toAbsolutePath();
  private static final Pattern TEST = Pattern.compile("-D(?:it\\.)?test=(\\w+)");
  private static final Pattern PROPERTY = Pattern.compile("-D(mckey\\.[a-z.]+)=");
  private static final Pattern PROFILE = Pattern.compile("-P(\\w+)");
  private static final List<String> GOALS =
      List.of("test", "package", "verify", "spotless:apply", "spotless:check");

  /** A way to try a command, in a folder of its own. */
  interface Check {
    void run(Shown shown, Path folder) throws Exception;
  }

  private CommandChecks() {}

  /** Nothing to run: why it stands there is the name of the method that takes it. */
  static Check diagram() {
    return (shown, folder) -> assertThat(shown.command()).doesNotContain("\nmckey -");
  }

  /** The options are right: mckey takes them. For what runs long or needs a real fabric. */
  static Check parses() {
    return (shown, folder) -> {
      List<String> words = words(shown.command());
      assertThat(words.getFirst()).isIn("mckey", "bin/mckey");
      String[] arguments = words.subList(1, words.size()).toArray(new String[0]);
      assertThat(MckeyCommand.parse(arguments)).isNotInstanceOf(Outcome.Exit.class);
    };
  }

  /**
   * Runs as it stands on the stand-in libraries, and prints what the document shows.
   *
   * @param config the stand-ins' configuration
   */
  static Check onStandIns(String config, int status) {
    return (shown, folder) -> {
      Command command = shell(shown.command(), folder, config);
      assertThat(command.status()).as(command.toString()).isEqualTo(status);
      assertThat(command.stdout() + command.stderr()).isNotEmpty();
      assertShown(shown, command);
    };
  }

  /** The lines stand in the output in this order, each on its stream. */
  private static void assertShown(Shown shown, Command command) {
    for (String line : shown.output()) {
      assertThat((command.stdout() + command.stderr()).lines()).contains(line);
    }
    List<String> onStdout = new ArrayList<>(shown.output());
    onStdout.retainAll(command.stdout().lines().toList());
    if (!onStdout.isEmpty()) {
      assertThat(command.stdout().lines()).containsSubsequence(onStdout);
    }
  }

  /** The block is all of what a command prints on stdout. */
  static Check outputOf(String command, String config) {
    return (shown, folder) ->
        assertThat(shell(command, folder, config).stdout()).isEqualTo(shown.command() + "\n");
  }

  /** A preflight ends with its verdict, whatever this host has. */
  static Check preflight() {
    return (shown, folder) -> {
      Command command = shell(shown.command(), folder, "");
      assertThat(command.status()).as(command.toString()).isBetween(0, 1);
      assertThat(command.stdout().lines().toList().getLast())
          .startsWith(command.status() == 0 ? "mckey can run here: " : "mckey cannot run here: ");
    };
  }

  /** Runs over UDP sockets as it stands, where no RDMA device is there. */
  static Check smoke() {
    return (shown, folder) -> {
      Command command = shell(shown.command(), folder, null);
      assertThat(command.stdout()).contains("smoke: passed: every message arrived, over ");
      assertThat(command.status()).isZero();
    };
  }

  /** Hosts are this one, which ssh does not leave, and every address is that of the loopback. */
  static Check cluster(String... hosts) {
    return (shown, folder) -> {
      Path tools = Files.createDirectories(folder.resolve("tools"));
      script(tools, "ssh", "shift; exec /bin/sh -c \"$*\"");
      script(tools, "hostname", "echo 127.0.0.1#");
      script(
          tools,
          "mckey",
          "for word; do shift; case $word in 239.*) word="
              + GROUP
              + " ;; esac; set -- \"$@\" \"${word%%#*}\"; done\n"
              + "exec '"
              + ROOT
              + "/bin/mckey' --transport udp \"$@\"");
      Command command = shell(shown.command(), folder, null);
      assertThat(command.stderr()).isEmpty();
      for (String host : hosts) {
        assertThat(folder.resolve(host + ".log")).content().contains("joined").endsWith("exit 0\n");
      }
      assertThat(command.stdout()).contains("test complete").doesNotContain(".log");
    };
  }

  /** The tests, profiles, goals and properties that it names are there. */
  static Check maven() {
    return (shown, folder) -> {
      List<String> words = words(shown.command());
      assertThat(words.getFirst()).isEqualTo("mvn");
      assertThat(GOALS).contains(words.getLast().startsWith("-") ? words.get(1) : words.getLast());
      Matcher test = TEST.matcher(shown.command());
      while (test.find()) {
        String name = test.group(1) + ".java";
        assertThat(test.group(1).equals("none") || count("src/test/java", name) == 1)
            .as(name)
            .isTrue();
      }
      Matcher property = PROPERTY.matcher(shown.command());
      while (property.find()) {
        assertThat(Command.run("grep", "-rqF", property.group(1), "pom.xml", "src").status())
            .as(property.group(1))
            .isZero();
      }
      Matcher profile = PROFILE.matcher(shown.command());
      while (profile.find()) {
        assertThat(Path.of("pom.xml")).content().contains("<id>" + profile.group(1) + "</id>");
      }
    };
  }

  /** A script of this project, that knows the options, words and variables given to it. */
  static Check script(String... sources) {
    return (shown, folder) -> {
      List<String> words = new ArrayList<>(words(shown.command()));
      List<String> known = new ArrayList<>();
      while (words.getFirst().contains("=")) {
        known.add(words.removeFirst().split("=")[0]);
      }
      String file = words.removeFirst();
      assertThat(Path.of(file)).isExecutable();
      assertThat(Command.run("bash", "-n", file).status()).isZero();
      StringBuilder text = new StringBuilder(Files.readString(Path.of(file)));
      for (String source : sources) {
        text.append(Files.readString(Path.of(source)));
      }
      words.removeIf(word -> word.matches("[A-Z]+"));
      known.addAll(words);
      for (String word : known) {
        assertThat(text).containsPattern("(?<![\\w-])" + Pattern.quote(word) + "(?![\\w-])");
      }
    };
  }

  /** The lab's options and parts; words in capitals stand for others. */
  static Check lab() {
    return (shown, folder) -> {
      script("src/lab/labkit/__main__.py").run(shown, folder);
      List<String> words = words(shown.command());
      for (String word : words.subList(1, words.size())) {
        if (word.matches("[a-z]+")) {
          assertThat(Path.of("src/lab/parts", word + ".py")).exists();
        }
      }
    };
  }

  /**
   * Runs in a network of its own.
   *
   * @param before what makes the interfaces that the command names
   */
  static Check inOwnNetwork(String before) {
    return (shown, folder) -> {
      Command.assumeInstalled("ip");
      Assumptions.assumeTrue(
          Command.run("unshare", "-n", "true").status() == 0, "no network namespaces");
      Command command = Command.run("unshare", "-n", "sh", "-ec", before + "\n" + shown.command());
      assertThat(command.stderr()).isEmpty();
      assertThat(command.status()).isZero();
    };
  }

  /** Takes what a release is made of: of this version. */
  static Check release() {
    return (shown, folder) -> {
      syntax().run(shown, folder);
      assertThat(shown.command()).containsPattern("mckey(-java)?[-_]" + Version.TEXT + "[-_]");
    };
  }

  /** Changes the machine or needs one of its own: only the shell reads it. */
  static Check syntax() {
    return (shown, folder) -> {
      Command command = Command.run("bash", "-nc", shown.command());
      assertThat(command.stderr()).isEmpty();
      assertThat(command.status()).isZero();
    };
  }

  /** Reads only; runs as it stands. */
  static Check harmless() {
    return (shown, folder) -> assertThat(shell(shown.command(), folder, null).status()).isZero();
  }

  private static Command shell(String command, Path folder, @Nullable String config)
      throws IOException, InterruptedException {
    Path tools = Files.createDirectories(folder.resolve("tools"));
    Path bin = Files.createDirectories(folder.resolve("bin"));
    for (String program : List.of("mckey", "mckey-smoke")) {
      String text = "exec '" + ROOT.resolve("bin").resolve(program) + "' \"$@\"";
      script(bin, program, text);
      if (!Files.exists(tools.resolve(program))) {
        script(tools, program, text);
      }
    }
    Map<String, String> environment = new HashMap<>();
    environment.put("PATH", tools + ":" + System.getenv("PATH"));
    if (config != null) {
      environment.put("LD_LIBRARY_PATH", StandInBuild.folder().toString());
      environment.put("MCKEY_STANDIN", config);
    }
    return Command.run(folder, environment, List.of("bash", "-c", command));
  }

  private static void script(Path folder, String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, "#!/bin/sh\n" + text + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static List<String> words(String command) {
    return List.of(command.strip().split("\\s+"));
  }

  private static long count(String folder, String name) throws IOException {
    try (Stream<Path> files = Files.walk(Path.of(folder))) {
      return files.filter(file -> file.getFileName().toString().equals(name)).count();
    }
  }
}
