package io.github.mckey.config;

/** What carries the test. */
public enum TransportKind {
  /** RDMA devices, through librdmacm and libibverbs. */
  VERBS,
  /** RoCEv2 over ordinary UDP sockets. */
  UDP
}
