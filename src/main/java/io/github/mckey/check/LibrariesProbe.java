package io.github.mckey.check;

import io.github.mckey.host.SystemFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The libraries that the verbs transport loads. */
final class LibrariesProbe implements Probe {
  /** Loads a library. */
  interface Loader {
    /** Returns null where it loads, otherwise why not. */
    @Nullable String load(String soname);
  }

  private static final String[] NEEDED = {"libibverbs.so.1", "librdmacm.so.1"};

  private final SystemFiles files;
  private final Loader loader;

  LibrariesProbe(SystemFiles files, Loader loader) {
    this.files = files;
    this.loader = loader;
  }

  @Override
  public void look(List<Finding> findings) {
    for (String soname : NEEDED) {
      String failure = loader.load(soname);
      if (failure == null) {
        findings.add(Finding.ok("libraries", version(soname)));
      } else {
        findings.add(
            Finding.failure(
                "libraries",
                failure,
                "install librdmacm1 and ibverbs-providers (Debian),"
                    + " or librdmacm and libibverbs (RHEL)"));
      }
    }
  }

  /** A library's file, behind the link of its soname, carries the version in its name. */
  private String version(String soname) {
    for (String line : files.text("proc/self/maps").split("\n", -1)) {
      int at = line.indexOf('/');
      if (at >= 0 && line.contains(soname.substring(0, soname.indexOf('.')) + ".so")) {
        return "loaded " + realPath(line.substring(at));
      }
    }
    return "loaded " + soname;
  }

  private static String realPath(String path) {
    try {
      return Path.of(path).toRealPath().toString();
    } catch (IOException e) {
      return path;
    }
  }
}
