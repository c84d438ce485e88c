package io.github.mckey.config;

/** This program's version. */
public final class Version {
  /** As in pom.xml. */
  public static final String TEXT = "0.1.0";

  private Version() {}
}
