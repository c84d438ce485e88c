package io.github.mckey.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.config.Group;
import io.github.mckey.config.MckeyConfig;
import io.github.mckey.config.PortSpace;
import io.github.mckey.config.TransportKind;
import io.github.mckey.transport.Gid;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Command lines that are understood, and the configurations that they make. */
class MckeyCommandTest {
  private static final Group.Mapped GROUP = new Group.Mapped("239.1.1.1");

  @Test
  void defaultsAreThoseOfTheConfiguration() {
    assertThat(run("-m", "239.1.1.1")).isEqualTo(MckeyConfig.of(GROUP).build());
  }

  @Test
  void everyOption() {
    MckeyConfig config =
        run(
            "-m 239.1.1.1 -s -b 10.7.0.1 -c 3 -C 5000000000 -S 64 -p 2 -o -l"
                + " --transport udp --ttl 7 --tos 184 --settle 1.5");

    assertThat(config)
        .isEqualTo(
            MckeyConfig.of(GROUP)
                .sender(true)
                .bindAddress("10.7.0.1")
                .connections(3)
                .messageCount(5_000_000_000L)
                .messageSize(64)
                .portSpace(PortSpace.IPOIB)
                .sendOnly(true)
                .loopback(false)
                .transport(TransportKind.UDP)
                .ttl(7)
                .tos(184)
                .settleNanos(1_500_000_000L)
                .build());
  }

  @Test
  void clustersAndAttachedValues() {
    MckeyConfig config = run("-solm239.1.1.1 -b10.7.0.1 -C5");

    assertThat(config)
        .isEqualTo(
            MckeyConfig.of(GROUP)
                .sender(true)
                .sendOnly(true)
                .loopback(false)
                .bindAddress("10.7.0.1")
                .messageCount(5)
                .build());
  }

  @Test
  void valueBehindACluster() {
    assertThat(run("-sm 239.1.1.1")).isEqualTo(MckeyConfig.of(GROUP).sender(true).build());
  }

  @Test
  void strayWordsAreIgnoredAnywhere() {
    assertThat(run("first -m 239.1.1.1 -s 10.7.0.2 -C 1000 - last"))
        .isEqualTo(MckeyConfig.of(GROUP).sender(true).messageCount(1000).build());
  }

  @Test
  void twoDashesEndTheOptions() {
    assertThat(run("-m 239.1.1.1 -- -s --help -x")).isEqualTo(MckeyConfig.of(GROUP).build());
  }

  @Test
  void posixlyCorrectEndsTheOptionsAtAStrayWord() {
    Outcome outcome = MckeyCommand.parse("-m 239.1.1.1 word -s".split(" "), () -> true);

    assertThat(outcome).isEqualTo(new Outcome.Run(MckeyConfig.of(GROUP).build()));
  }

  @Test
  void lastValueWins() {
    assertThat(run("-m 239.9.9.9 -c 2 -m 239.1.1.1 -c 3"))
        .isEqualTo(MckeyConfig.of(GROUP).connections(3).build());
  }

  @Test
  void valueThatALaterOneReplacesIsNotLookedAt() {
    assertThat(run("-m 239.1.1.1 -c abc -c 3"))
        .isEqualTo(MckeyConfig.of(GROUP).connections(3).build());
  }

  @Test
  void valueMayLookLikeAnOption() {
    MckeyConfig config = run("-m -s -b --");

    assertThat(config.group()).isEqualTo(new Group.Mapped("-s"));
    assertThat(config.bindAddress()).isEqualTo("--");
    assertThat(config.sender()).isFalse();
  }

  @Test
  void namesAreLeftToTheResolver() {
    MckeyConfig config = run("-m", "", "-b", "a = b");

    assertThat(config.group()).isEqualTo(new Group.Mapped(""));
    assertThat(config.bindAddress()).isEqualTo("a = b");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--transport udp --ttl 9",
        "--transport=udp --ttl=9",
        "--tr udp --tt 9",
        "--ttl 9 --tra=udp"
      })
  void longOptions(String options) {
    assertThat(run("-m 239.1.1.1 " + options))
        .isEqualTo(MckeyConfig.of(GROUP).transport(TransportKind.UDP).ttl(9).build());
  }

  @ParameterizedTest
  @CsvSource({"7, 7", "007, 7", "+7, 7", "' 7', 7", "'\t\n +07', 7", "65535, 65535"})
  void numbersThatAtoiReads(String text, int number) {
    assertThat(run("-m", "g", "-c", text).connections()).isEqualTo(number);
  }

  @Test
  void countAndSizeTakeZeroAndTheirTypesLargest() {
    assertThat(run("-m g -C 0 -S 0"))
        .isEqualTo(MckeyConfig.of(new Group.Mapped("g")).messageCount(0).messageSize(0).build());
    assertThat(run("-m g -C 9223372036854775807 -S 2147483647"))
        .isEqualTo(
            MckeyConfig.of(new Group.Mapped("g"))
                .messageCount(Long.MAX_VALUE)
                .messageSize(Integer.MAX_VALUE)
                .build());
  }

  @ParameterizedTest
  @CsvSource({
    "2, IPOIB", "0x2, IPOIB", "0x0002, IPOIB", "02, IPOIB", "' +0X2', IPOIB",
    "273, UDP", "0421, UDP", "0x111, UDP", "0x0111, UDP", "00421, UDP"
  })
  void portSpaceInAnyBase(String text, PortSpace portSpace) {
    assertThat(run("-m", "g", "-p", text).portSpace()).isEqualTo(portSpace);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "3, 3000000000",
    "0.5, 500000000",
    "2.000000001, 2000000001",
    "0.1, 100000000",
    "00.50, 500000000",
    "31622400, 31622400000000000"
  })
  void seconds(String text, long nanos) {
    assertThat(run("-m", "g", "--settle", text).settleNanos()).isEqualTo(nanos);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 0",
    "::, 0, 0",
    "::ffff:239.1.1.1, 0, ffffef010101",
    "FF12:401b::1, ff12401b00000000, 1"
  })
  void unmappedGroup(String text, String high, String low) {
    Gid expected = new Gid(Long.parseUnsignedLong(high, 16), Long.parseUnsignedLong(low, 16));

    assertThat(run("-M", text, "-b", "10.7.0.1").group()).isEqualTo(new Group.Unmapped(expected));
  }

  @Test
  void typeOfServiceIsForBothTransports() {
    assertThat(List.of(run("-m g --tos 0"), run("-m g --tos 255 --transport udp")))
        .extracting(MckeyConfig::tos)
        .containsExactly(0, 255);
  }

  private static MckeyConfig run(String line) {
    return run(line.split(" "));
  }

  private static MckeyConfig run(String... args) {
    Outcome outcome = MckeyCommand.parse(args, () -> false);
    assertThat(outcome).isInstanceOf(Outcome.Run.class);
    return ((Outcome.Run) outcome).config();
  }
}
