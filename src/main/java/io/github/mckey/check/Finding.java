package io.github.mckey.check;

import org.jspecify.annotations.Nullable;

/**
 * What a probe found.
 *
 * @param level how bad it is
 * @param subject what it is about, a word or two
 * @param text what was found, one line
 * @param remedy what to do about it, or null where nothing is to be done
 */
public record Finding(Level level, String subject, String text, @Nullable String remedy) {
  /** How bad a finding is. */
  public enum Level {
    /** As it should be. */
    OK,
    /** A run may work, or work less well. */
    WARNING,
    /** A run cannot work. */
    FAILURE
  }

  /** Something is as it should be. */
  static Finding ok(String subject, String text) {
    return new Finding(Level.OK, subject, text, null);
  }

  /** Something may do harm. */
  static Finding warning(String subject, String text, String remedy) {
    return new Finding(Level.WARNING, subject, text, remedy);
  }

  /** Something makes a run impossible. */
  static Finding failure(String subject, String text, String remedy) {
    return new Finding(Level.FAILURE, subject, text, remedy);
  }
}
