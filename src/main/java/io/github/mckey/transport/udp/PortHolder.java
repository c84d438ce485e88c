package io.github.mckey.transport.udp;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Finds out who holds UDP port 4791, from what the kernel lists under /proc. */
final class PortHolder {
  /** Fields of a line of /proc/net/udp, counted from 0 (proc(5)). */
  private static final int LOCAL_ADDRESS = 1;

  private static final int UID = 7;
  private static final int INODE = 9;

  private final Path proc;
  private final Path driver;

  PortHolder() {
    this(Path.of("/proc"), Path.of("/sys/module/rdma_rxe"));
  }

  PortHolder(Path proc, Path driver) {
    this.proc = proc;
    this.driver = driver;
  }

  /**
   * Returns by what the port is taken and what the user can do. The kernel's own socket looks like
   * root's, but no process has it open.
   */
  String explain() {
    List<String> inodes = new ArrayList<>();
    boolean allRoots = findHolders(inodes);
    String program = program(inodes);
    if (!program.isEmpty()) {
      return "UDP port 4791 is held by " + program + ", which does not share it: stop it first";
    }
    if (allRoots && Files.isDirectory(driver)) {
      return "UDP port 4791 is held by the kernel's RoCE driver (rdma_rxe): use --transport verbs"
          + " here, or run in a network namespace of its own, or unload the driver (modprobe -r"
          + " rdma_rxe)";
    }
    return "UDP port 4791 is held by a program that does not share it: find it with"
        + " 'ss -ulpn sport = :4791' as root and stop it";
  }

  /** Collects the holders' inodes; returns whether they are root's sockets only. */
  private boolean findHolders(List<String> inodes) {
    String suffix = ":" + Integer.toHexString(RoceHeader.UDP_PORT);
    boolean allRoots = true;
    for (String table : new String[] {"net/udp", "net/udp6"}) {
      for (String line : lines(proc.resolve(table))) {
        String[] fields = line.strip().split(" +", -1);
        if (fields.length > INODE && endsWith(fields[LOCAL_ADDRESS], suffix)) {
          inodes.add(fields[INODE]);
          allRoots &= fields[UID].equals("0");
        }
      }
    }
    return allRoots;
  }

  private static boolean endsWith(String text, String suffix) {
    int from = text.length() - suffix.length();
    return text.regionMatches(true, from, suffix, 0, suffix.length());
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException _) {
      return List.of();
    }
  }

  private String program(List<String> inodes) {
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
      for (Path process : processes) {
        if (holdsOneOf(process, inodes)) {
          List<String> name = lines(process.resolve("comm"));
          return (name.isEmpty() ? "a program" : name.getFirst())
              + " (process "
              + process.getFileName()
              + ")";
        }
      }
    } catch (IOException _) {
      // Not allowed to look: then it stays unnamed.
    }
    return "";
  }

  private static boolean holdsOneOf(Path process, List<String> inodes) {
    try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(process.resolve("fd"))) {
      for (Path descriptor : descriptors) {
        String target = Files.readSymbolicLink(descriptor).toString();
        if (target.startsWith("socket:[")
            && inodes.contains(target.substring("socket:[".length(), target.length() - 1))) {
          return true;
        }
      }
    } catch (IOException _) {
      // Another user's process, or one that has just ended.
    }
    return false;
  }
}
