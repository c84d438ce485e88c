package io.github.mckey.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Command lines that are refused: what is printed where, and which complaint comes first. */
class RefusalTest {
  /** Written out here once more: it is stock mckey's, byte for byte. */
  private static final String STOCK_USAGE =
      "usage: mckey\n\t-m multicast_address\n\t[-M unmapped_multicast_address]\n\t replaces -m and"
          + " requires -b\n\t[-s(ender)]\n\t[-b bind_address]\n\t[-c connections]\n\t[-C"
          + " message_count]\n\t[-S message_size]\n\t[-p port_space - 0x111 for UDP (default), 0x2"
          + " for IPOIB]\n\t[-o join as a send-only full-member]\n\t[-l join without multicast"
          + " loopback]\n";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "-m|option requires an argument -- 'm'",
        "-x|invalid option -- 'x'",
        "-sx|invalid option -- 'x'",
        "-s-|invalid option -- '-'",
        "-:|invalid option -- ':'",
        "-é|invalid option -- 'é'",
        "--foo|unrecognized option '--foo'",
        "--foo=1|unrecognized option '--foo=1'",
        "--t|option '--t' is ambiguous; possibilities: '--transport' '--ttl' '--tos'"
            + " '--timeout'",
        "--t=1|option '--t=1' is ambiguous; possibilities: '--transport' '--ttl' '--tos'"
            + " '--timeout'",
        "--ttl|option '--ttl' requires an argument",
        "--help=1|option '--help' doesn't allow an argument",
        "--hel=1|option '--help' doesn't allow an argument"
      })
  void complaintsOfGetopt(String line, String complaint) {
    assertRefused(complaint, line.split(" "));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "+",
        "0",
        "-1",
        "-0",
        "abc",
        "5x",
        "5 ",
        "0x10",
        "1.0",
        "1e3",
        "++1",
        "+ 1",
        "65536",
        "99999999999999999999",
        "4294967297",
        "１"
      })
  void connectionsOutsideTheirRange(String text) {
    assertRefused(
        "option -c takes a whole number from 1 to 65535, not '" + text + "'",
        "-m",
        "g",
        "-c",
        text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "-0", "abc", "5x", "0x10", "9223372036854775808"})
  void messageCountOutsideItsRange(String text) {
    assertRefused(
        "option -C takes a whole number, 0 or more, not '" + text + "'", "-m", "g", "-C", text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "abc", "5x", "0x10", "2147483648", "4294967396"})
  void messageSizeOutsideItsRange(String text) {
    assertRefused(
        "option -S takes a whole number from 0 to 2147483647, not '" + text + "'",
        "-m",
        "g",
        "-S",
        text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0",
        "1",
        "0x",
        "0x3",
        "0x106",
        "-2",
        "2x",
        "0x2 ",
        "udp",
        "111",
        "0b10",
        "08",
        "0xx2",
        "0x 2",
        "4294967569",
        "0x100000111"
      })
  void unknownPortSpaces(String text) {
    assertRefused(
        "option -p takes 0x111 (UDP) or 0x2 (IPoIB), not '" + text + "'", "-m", "g", "-p", text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "00", "0x0", "junk", "239.1.1.1", "::g", " 0", "ff12::1%eth0"})
  void textsThatAreNoMgid(String text) {
    assertRefused(
        "option -M takes an MGID in IPv6 notation, or 0, not '" + text + "'",
        "-M",
        text,
        "-b",
        "10.7.0.1");
  }

  @ParameterizedTest
  @CsvSource({
    "--transport, tcp, takes verbs or udp",
    "--transport, UDP, takes verbs or udp",
    "--transport, '', takes verbs or udp",
    "--ttl, 0, takes a whole number from 1 to 255",
    "--ttl, 256, takes a whole number from 1 to 255",
    "--tos, 256, takes a whole number from 0 to 255",
    "--tos, 0x10, takes a whole number from 0 to 255"
  })
  void valuesOfLongOptions(String option, String text, String takes) {
    assertRefused(
        "option " + option + " " + takes + ", not '" + text + "'",
        "-m",
        "g",
        "--transport",
        "udp",
        option,
        text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ".",
        "1.",
        ".5",
        "-1",
        "+1",
        "1e3",
        "1,5",
        "0x1",
        "1.5s",
        "1.2.3",
        "1.0000000000",
        "0.123456789x",
        "31622401",
        "9999999999999999999999"
      })
  void pausesThatAreNoSeconds(String text) {
    assertRefused(
        "option --settle takes seconds from 0 to 31622400, decimals allowed, not '" + text + "'",
        "-m",
        "g",
        "--settle",
        text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a/b", "../x", "sixteencharacter"})
  void namesThatNoInterfaceCanHave(String text) {
    assertRefused(
        "option --interface takes the name of a network interface, not '" + text + "'",
        "-m",
        "g",
        "--interface",
        text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ":1", "a/b", "rxe0:", "rxe0:0", "rxe0:256", "rxe0:x", "rxe0:1:1"})
  void namesThatNoDeviceCanHave(String text) {
    assertRefused(
        "option --device takes the name of an RDMA device, or NAME:PORT with a port from 1 to 255,"
            + " not '"
            + text
            + "'",
        "-m",
        "g",
        "--device",
        text);
  }

  @Test
  void complaintStaysOnOneLine() {
    assertRefused(
        "option -c takes a whole number from 1 to 65535, not 'a?b?'",
        "-m",
        "g",
        "-c",
        "a\nb\u001b");
  }

  @Test
  void optionsThatDoNotGoTogether() {
    assertRefused("a multicast group is needed: give -m or -M");
    assertRefused("options -m and -M exclude each other", "-m", "g", "-M", "::1", "-b", "a");
    assertRefused("option --ttl goes with --transport udp only", "-m", "g", "--ttl", "9");
    assertRefused(
        "options -b and --interface exclude each other", "-m", "g", "-b", "a", "--interface", "e");
    assertRefused(
        "options -b and --device exclude each other", "-m", "g", "--device", "d", "-b", "a");
    assertRefused(
        "options --interface and --device exclude each other",
        "-m",
        "g",
        "--device=d",
        "--interface=e");
    assertRefused(
        "option --device does not go with --transport udp, which uses no RDMA device:"
            + " give --interface",
        "-m",
        "g",
        "--device",
        "d",
        "--transport",
        "udp");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"-M ff12::1 -s", "-M junk", "-M ::1 -m g", "-c abc -M ::1", "-M ::1 --ttl 999"})
  void stocksCheckOfUnmappedWithoutBindComesBeforeOurs(String line) {
    assertThat(parse(line.split(" ")))
        .isEqualTo(
            new Outcome.Exit(
                1, "unmapped multicast address requires binding to source address\n", ""));
  }

  @Test
  void getoptComplainsFirst() {
    assertRefused("invalid option -- 'x'", "-c", "abc", "-M", "junk", "-x");
  }

  @Test
  void firstValueComplainsFirst() {
    assertRefused(
        "option -S takes a whole number from 0 to 2147483647, not 'a'", "-S", "a", "-c", "b");
    assertRefused("option -c takes a whole number from 1 to 65535, not 'b'", "-c", "b", "-S", "a");
    assertRefused(
        "option -c takes a whole number from 1 to 65535, not 'b'", "-S", "9", "-c", "b", "-S", "a");
  }

  private static void assertRefused(String complaint, String... args) {
    assertThat(parse(args))
        .isEqualTo(new Outcome.Exit(1, STOCK_USAGE, "mckey: " + complaint + "\n"));
  }

  private static Outcome parse(String... args) {
    return MckeyCommand.parse(args, () -> false);
  }
}
