package io.github.mckey.cli;

/**
 * An option as {@link GetOpt} sees it.
 *
 * @param letter the short name; {@link #NO_LETTER} where there is none
 * @param longName the long name without its dashes; empty where there is none
 * @param argument whether a value belongs to it
 */
record Switch(char letter, String longName, Argument argument) {
  /** The {@link #letter} of an option that has a long name only. */
  static final char NO_LETTER = 0;

  /** Whether a value belongs to an option ({@code has_arg} of {@code struct option}). */
  enum Argument {
    /** None is taken. */
    NONE,
    /** The rest of the word, otherwise the next word. */
    REQUIRED,
    /** The rest of the word only. */
    OPTIONAL
  }
}
