package io.github.mckey.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Makes argument vectors up that are mostly made of options, whole, cut short and misspelt. */
final class ArgumentWords {
  private static final String[] PLAIN = {
    "", "-", "--", "0", "5", "-1", "239.1.1.1", "word", "=", "-=", "--=", "--=5", "---", "-5", "a b"
  };
  private static final String NOISE = "mMsbcCSpolhVxaj0-=:;W?~ \n";

  private ArgumentWords() {}

  static List<String> vector(List<Switch> table, Random random) {
    List<String> words = new ArrayList<>();
    int length = random.nextInt(7);
    for (int i = 0; i < length; i++) {
      words.add(word(table, random));
    }
    return words;
  }

  private static String word(List<Switch> table, Random random) {
    return switch (random.nextInt(10)) {
      case 0, 1 -> PLAIN[random.nextInt(PLAIN.length)];
      case 2 -> "-" + noise(random);
      case 3 -> "--" + noise(random);
      case 4, 5, 6 -> cluster(table, random);
      default -> longOption(table, random);
    };
  }

  private static String noise(Random random) {
    StringBuilder text = new StringBuilder();
    int length = 1 + random.nextInt(4);
    for (int i = 0; i < length; i++) {
      text.append(NOISE.charAt(random.nextInt(NOISE.length())));
    }
    return text.toString();
  }

  private static String cluster(List<Switch> table, Random random) {
    StringBuilder text = new StringBuilder("-");
    int length = 1 + random.nextInt(3);
    for (int i = 0; i < length; i++) {
      char letter = table.get(random.nextInt(table.size())).letter();
      if (letter != Switch.NO_LETTER) {
        text.append(letter);
      }
    }
    return text.append(random.nextInt(4) == 0 ? noise(random) : "").toString();
  }

  private static String longOption(List<Switch> table, Random random) {
    String name = table.get(random.nextInt(table.size())).longName();
    if (random.nextBoolean()) {
      name = name.substring(0, random.nextInt(name.length() + 1));
    }
    String value =
        switch (random.nextInt(6)) {
          case 0 -> "=";
          case 1, 2 -> "=" + random.nextInt(300);
          case 3 -> random.nextInt(5) == 0 ? noise(random) : "";
          default -> "";
        };
    return "--" + name + value;
  }
}
