package io.github.mckey.posix;

import io.github.mckey.bindings.libc.Libc;

/** Error numbers that are acted upon (errno(3)). */
public final class Errno {
  /** Interrupted by a signal: call again. */
  public static final int EINTR = Libc.EINTR();

  /** Nothing there, or no room, at present. */
  public static final int EAGAIN = Libc.EAGAIN();

  /** No memory for the kernel at present. */
  public static final int ENOMEM = Libc.ENOMEM();

  /** A queue of the host is full. */
  public static final int ENOBUFS = Libc.ENOBUFS();

  /** The device does not exist. */
  public static final int ENODEV = Libc.ENODEV();

  /** No such device or address. */
  public static final int ENXIO = Libc.ENXIO();

  /** An argument that cannot be. */
  public static final int EINVAL = Libc.EINVAL();

  /** Not permitted; from sending: a packet filter refused. */
  public static final int EPERM = Libc.EPERM();

  /** Not allowed to this user. */
  public static final int EACCES = Libc.EACCES();

  /** The device or protocol cannot do this. */
  public static final int EOPNOTSUPP = Libc.EOPNOTSUPP();

  /** No route leads there. */
  public static final int ENETUNREACH = Libc.ENETUNREACH();

  /** The address and port are taken. */
  public static final int EADDRINUSE = Libc.EADDRINUSE();

  /** Not an address of this host. */
  public static final int EADDRNOTAVAIL = Libc.EADDRNOTAVAIL();

  private Errno() {}
}
