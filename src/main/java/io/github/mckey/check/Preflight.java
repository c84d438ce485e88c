package io.github.mckey.check;

import io.github.mckey.config.MckeyConfig;
import io.github.mckey.config.TransportKind;
import io.github.mckey.host.Host;
import io.github.mckey.host.SystemFiles;
import io.github.mckey.posix.LibcResolver;
import io.github.mckey.posix.MissingLibraryException;
import io.github.mckey.posix.NativeLibrary;
import io.github.mckey.run.LockedMemory;
import io.github.mckey.transport.verbs.DeviceSurvey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All probes that a configuration calls for. */
public final class Preflight {
  private final List<Probe> probes = new ArrayList<>();

  /**
   * Chooses the probes for the transport of a run.
   *
   * @param groupNamed whether the configuration's group is the user's
   */
  public Preflight(MckeyConfig config, boolean groupNamed, Host host) {
    SystemFiles files = host.files();
    RunPath path = new RunPath(config, host, new LibcResolver());
    if (config.transport() == TransportKind.VERBS) {
      probes.add(new LibrariesProbe(files, Preflight::load));
      probes.add(new ModulesProbe(files));
      probes.add(new NodesProbe(files, path));
      probes.add(new DevicesProbe(host));
      probes.add(new LimitsProbe(config, DeviceSurvey::take, path));
      probes.add(new MemlockProbe(config, new LockedMemory()));
    } else {
      probes.add(new SocketProbe(files, config));
    }
    probes.add(new PathProbe(config, groupNamed, host, path));
  }

  private static @Nullable String load(String soname) {
    try {
      NativeLibrary.open(soname);
      return null;
    } catch (MissingLibraryException e) {
      return e.getMessage();
    }
  }

  /** Looks, and returns what was found in the order of a run's steps. */
  public List<Finding> look() {
    List<Finding> findings = new ArrayList<>();
    for (Probe probe : probes) {
      probe.look(findings);
    }
    return findings;
  }

  /** Returns the exit status: 1 where a finding makes a run impossible. */
  public static int exitStatus(List<Finding> findings) {
    for (Finding finding : findings) {
      if (finding.level() == Finding.Level.FAILURE) {
        return 1;
      }
    }
    return 0;
  }
}
