package io.github.mckey.config;

import org.jspecify.annotations.Nullable;

/**
 * Puts a {@link MckeyConfig} together. It starts with what mckey(1) does without options: one
 * receiving full member on port space UDP that hears its own host, 10 messages of 100 bytes.
 */
public final class MckeyConfigBuilder {
  private final Group group;
  private boolean sender;
  private @Nullable String bindAddress;
  private @Nullable SourceChoice source;
  private int connections = 1;
  private long messageCount = 10;
  private int messageSize = 100;
  private PortSpace portSpace = PortSpace.UDP;
  private boolean sendOnly;
  private boolean loopback = true;
  private TransportKind transport = TransportKind.VERBS;
  private int ttl = 64;
  private @Nullable Integer tos;
  private long settleNanos = 3_000_000_000L;
  private Limits limits = Limits.NONE;
  private Reporting reporting = Reporting.NONE;

  MckeyConfigBuilder(Group group) {
    this.group = group;
  }

  /** Sets {@link MckeyConfig#sender}. */
  public MckeyConfigBuilder sender(boolean value) {
    sender = value;
    return this;
  }

  /** Sets {@link MckeyConfig#bindAddress}. */
  public MckeyConfigBuilder bindAddress(@Nullable String value) {
    bindAddress = value;
    return this;
  }

  /** Sets {@link MckeyConfig#source}. */
  public MckeyConfigBuilder source(@Nullable SourceChoice value) {
    source = value;
    return this;
  }

  /** Sets {@link MckeyConfig#connections}. */
  public MckeyConfigBuilder connections(int value) {
    connections = value;
    return this;
  }

  /** Sets {@link MckeyConfig#messageCount}. */
  public MckeyConfigBuilder messageCount(long value) {
    messageCount = value;
    return this;
  }

  /** Sets {@link MckeyConfig#messageSize}, in bytes. */
  public MckeyConfigBuilder messageSize(int value) {
    messageSize = value;
    return this;
  }

  /** Sets {@link MckeyConfig#portSpace}. */
  public MckeyConfigBuilder portSpace(PortSpace value) {
    portSpace = value;
    return this;
  }

  /** Sets {@link MckeyConfig#sendOnly}. */
  public MckeyConfigBuilder sendOnly(boolean value) {
    sendOnly = value;
    return this;
  }

  /** Sets {@link MckeyConfig#loopback}. */
  public MckeyConfigBuilder loopback(boolean value) {
    loopback = value;
    return this;
  }

  /** Sets {@link MckeyConfig#transport}. */
  public MckeyConfigBuilder transport(TransportKind value) {
    transport = value;
    return this;
  }

  /** Sets {@link MckeyConfig#ttl}. */
  public MckeyConfigBuilder ttl(int value) {
    ttl = value;
    return this;
  }

  /** Sets {@link MckeyConfig#tos}. */
  public MckeyConfigBuilder tos(@Nullable Integer value) {
    tos = value;
    return this;
  }

  /** Sets {@link MckeyConfig#settleNanos}. */
  public MckeyConfigBuilder settleNanos(long value) {
    settleNanos = value;
    return this;
  }

  /** Sets {@link MckeyConfig#limits}. */
  public MckeyConfigBuilder limits(Limits value) {
    limits = value;
    return this;
  }

  /** Sets {@link MckeyConfig#reporting}. */
  public MckeyConfigBuilder reporting(Reporting value) {
    reporting = value;
    return this;
  }

  /**
   * Returns the configuration.
   *
   * @throws IllegalArgumentException naming the component whose value is outside its range
   */
  public MckeyConfig build() {
    return new MckeyConfig(
        group,
        sender,
        bindAddress,
        source,
        connections,
        messageCount,
        messageSize,
        portSpace,
        sendOnly,
        loopback,
        transport,
        ttl,
        tos,
        settleNanos,
        limits,
        reporting);
  }
}
