package io.github.mckey.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.cli.GetOptOracle.Vector;
import io.github.mckey.cli.Switch.Argument;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@link GetOpt} against the C library's getopt_long: the same options with the same values in the
 * same order, and the same complaint, over seeded random argument vectors. {@code
 * -Dmckey.getopt.seed} and {@code -Dmckey.getopt.vectors} choose others and more of them.
 */
class GetOptDifferentialTest {
  private static final long SEED = Long.getLong("mckey.getopt.seed", 20_261_129L);
  private static final int VECTORS = Integer.getInteger("mckey.getopt.vectors", 20_000);

  /** Names that are beginnings of each other, every kind of argument, letters and names alone. */
  private static final List<Switch> MIXED =
      List.of(
          new Switch('a', "all", Argument.NONE),
          new Switch('b', "", Argument.REQUIRED),
          new Switch('j', "json", Argument.OPTIONAL),
          new Switch(Switch.NO_LETTER, "time", Argument.REQUIRED),
          new Switch(Switch.NO_LETTER, "timeout", Argument.REQUIRED),
          new Switch(Switch.NO_LETTER, "timer", Argument.NONE),
          new Switch('0', "j-long", Argument.OPTIONAL),
          new Switch(Switch.NO_LETTER, "check", Argument.NONE));

  @TempDir static Path folder;
  private static GetOptOracle oracle;

  @BeforeAll
  static void compile() throws IOException, InterruptedException {
    oracle = GetOptOracle.compile(folder);
  }

  @Test
  void mckeysOptions() throws Exception {
    compare(new MckeyOptions().switches(), new Random(SEED));
  }

  @Test
  void everyKindOfOption() throws Exception {
    compare(MIXED, new Random(SEED + 1));
  }

  @Test
  void stocksOptionsOnly() throws Exception {
    List<Switch> stock = new ArrayList<>();
    for (char letter : "mMsbcCSpol".toCharArray()) {
      stock.add(
          new Switch(letter, "", "sol".indexOf(letter) < 0 ? Argument.REQUIRED : Argument.NONE));
    }
    compare(stock, new Random(SEED + 2));
  }

  private static void compare(List<Switch> table, Random random) throws Exception {
    List<Vector> vectors = new ArrayList<>();
    for (int i = 0; i < VECTORS; i++) {
      vectors.add(new Vector(random.nextInt(8) == 0, ArgumentWords.vector(table, random)));
    }

    List<String> expected = oracle.ask(table, vectors);

    assertThat(expected).hasSize(VECTORS);
    assertThat(expected)
        .anyMatch(text -> text.endsWith("end"))
        .anyMatch(text -> text.contains("error"));
    for (int i = 0; i < VECTORS; i++) {
      String ours = ours(table, vectors.get(i));
      if (!ours.equals(expected.get(i))) {
        assertThat(ours)
            .as("seed %d, vector %d: %s", SEED, i, vectors.get(i))
            .isEqualTo(expected.get(i));
      }
    }
  }

  private static String ours(List<Switch> table, Vector vector) {
    StringBuilder text = new StringBuilder();
    GetOpt getOpt =
        new GetOpt(table, vector.arguments().toArray(new String[0]), vector::posixlyCorrect);
    try {
      GetOpt.Found found;
      while ((found = getOpt.next()) != null) {
        text.append(GetOptOracle.describe(found.index(), found.value()));
      }
      return text.append("end").toString();
    } catch (UsageException e) {
      return text + "error mckey: " + e.complaint() + "\n";
    }
  }
}
