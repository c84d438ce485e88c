package io.github.mckey.posix;

/**
 * Sizes of C structures, and where their members lie, in bytes: numbers that the compiler puts in
 * place. The generated classes give the same, but each computes a chain of layouts and method
 * handles first, for all members: together a third of a start. {@code OffsetsTest} compares every
 * one of these with theirs, by its name.
 */
final class Offsets {
  static final long SIZEOF_ADDRINFO = 48;
  static final long ADDRINFO_AI_FAMILY = 4;
  static final long ADDRINFO_AI_ADDR = 24;

  static final long SIZEOF_CMSGHDR = 16;

  static final long SIZEOF_IFADDRS = 56;
  static final long IFADDRS_IFA_NEXT = 0;
  static final long IFADDRS_IFA_NAME = 8;
  static final long IFADDRS_IFA_FLAGS = 16;
  static final long IFADDRS_IFA_ADDR = 24;
  static final long IFADDRS_IFA_NETMASK = 32;

  static final long SIZEOF_IOVEC = 16;
  static final long IOVEC_IOV_BASE = 0;
  static final long IOVEC_IOV_LEN = 8;

  static final long SIZEOF_IP_MREQN = 12;
  static final long IP_MREQN_IMR_MULTIADDR = 0;
  static final long IP_MREQN_IMR_IFINDEX = 8;

  static final long SIZEOF_IPV6_MREQ = 20;
  static final long IPV6_MREQ_IPV6MR_MULTIADDR = 0;
  static final long IPV6_MREQ_IPV6MR_INTERFACE = 16;

  static final long SIZEOF_MMSGHDR = 64;
  static final long MMSGHDR_MSG_HDR = 0;
  static final long MMSGHDR_MSG_LEN = 56;

  static final long SIZEOF_MSGHDR = 56;
  static final long MSGHDR_MSG_NAME = 0;
  static final long MSGHDR_MSG_NAMELEN = 8;
  static final long MSGHDR_MSG_IOV = 16;
  static final long MSGHDR_MSG_IOVLEN = 24;
  static final long MSGHDR_MSG_CONTROL = 32;
  static final long MSGHDR_MSG_CONTROLLEN = 40;

  static final long SIZEOF_POLLFD = 8;
  static final long POLLFD_FD = 0;
  static final long POLLFD_EVENTS = 4;
  static final long POLLFD_REVENTS = 6;

  static final long SIZEOF_SOCKADDR_IN = 16;
  static final long SOCKADDR_IN_SIN_FAMILY = 0;
  static final long SOCKADDR_IN_SIN_PORT = 2;
  static final long SOCKADDR_IN_SIN_ADDR = 4;

  static final long SIZEOF_SOCKADDR_IN6 = 28;
  static final long SOCKADDR_IN6_SIN6_FAMILY = 0;
  static final long SOCKADDR_IN6_SIN6_ADDR = 8;
  static final long SOCKADDR_IN6_SIN6_SCOPE_ID = 24;

  static final long SIZEOF_TIMESPEC = 16;
  static final long TIMESPEC_TV_SEC = 0;
  static final long TIMESPEC_TV_NSEC = 8;

  private Offsets() {}
}
