package io.github.mckey.hint;

import io.github.mckey.config.MckeyConfig;
import io.github.mckey.host.Host;
import io.github.mckey.host.RdmaPort;
import io.github.mckey.posix.Errno;
import io.github.mckey.report.Advisor;
import io.github.mckey.run.LockedMemory;
import io.github.mckey.transport.CmEventType;
import io.github.mckey.transport.NetworkAddress;
import io.github.mckey.transport.Step;
import io.github.mckey.transport.TransportException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Advice for failed steps. A hint is given where the errno fits and the host's own files and
 * addresses show the cause; a wrong hint would be worse than none.
 */
public final class Hints implements Advisor {
  private static final String CM_NODE = "dev/infiniband/rdma_cm";

  private final MckeyConfig config;
  private final Host host;
  private final MemlockHint memlock;
  private @Nullable AddressHints addresses;

  /** Creates an advisor for a run. */
  public Hints(MckeyConfig config, Host host) {
    this(config, host, new LockedMemory());
  }

  Hints(MckeyConfig config, Host host, LongSupplier lockable) {
    this.config = config;
    this.host = host;
    memlock = new MemlockHint(config, host.files(), lockable);
  }

  @Override
  public void addresses(@Nullable NetworkAddress source, NetworkAddress group) {
    addresses = new AddressHints(config, host, source, group);
  }

  @Override
  public @Nullable String onName(String name) {
    if (host.interfaces().contains(name)) {
      return name + " is a network interface: give it to --interface";
    }
    for (RdmaPort port : host.ports()) {
      if (port.device().equals(name)) {
        return name + " is an RDMA device: give it to --device";
      }
    }
    return null;
  }

  @Override
  public @Nullable String onStep(TransportException failure) {
    Step step = failure.step();
    int errno = failure.errno();
    if (step == Step.CREATE_EVENT_CHANNEL) {
      return onChannel(errno);
    }
    if (errno == Errno.ENOMEM && MemlockHint.locks(step)) {
      return memlock.of(step);
    }
    return addresses == null ? null : addresses.onStep(step, errno);
  }

  private @Nullable String onChannel(int errno) {
    Path node = host.files().path(CM_NODE);
    if (errno == Errno.ENODEV && host.ports().isEmpty()) {
      return "without RDMA devices, --transport udp tests over UDP sockets";
    }
    if (errno == Errno.ENODEV && !Files.exists(node)) {
      return "there is an RDMA device, "
          + host.ports().getFirst().device()
          + ", but no /"
          + CM_NODE
          + (host.files().exists("sys/module/rdma_ucm")
              ? ", although rdma_ucm is loaded: see udev, or hand the node on to this container"
              : ": as root: modprobe rdma_ucm");
    }
    boolean refused = errno == Errno.EACCES || errno == Errno.EPERM;
    if (refused && Files.exists(node) && !(Files.isReadable(node) && Files.isWritable(node))) {
      return "this user may not open /" + CM_NODE + ": as root: chmod 666 /" + CM_NODE;
    }
    return null;
  }

  @Override
  public @Nullable String onEvent(CmEventType type, int status) {
    return addresses == null ? null : addresses.onEvent(type, Math.abs(status));
  }
}
