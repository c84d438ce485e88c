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

  private static final int INODE = 9;

  private final Path proc;

  PortHolder() {
    this(Path.of("/proc"));
  }

  PortHolder(Path proc) {
    this.proc = proc;
  }

  /** Returns by what the port is taken and what the user can do. */
  String explain() {
    List<String> inodes = holders();
    if (inodes.contains("0")) {
      return "UDP port 4791 is held by the kernel's RoCE driver (rdma_rxe) in this network"
          + " namespace: use --transport verbs here, or run in a namespace of its own, or unload"
          + " it (modprobe -r rdma_rxe)";
    }
    String program = program(inodes);
    return program.isEmpty()
        ? "UDP port 4791 is held by a program that does not share it: find it with"
            + " 'ss -ulpn sport = :4791' as root and stop it"
        : "UDP port 4791 is held by " + program + ", which does not share it: stop it first";
  }

  private List<String> holders() {
    String suffix = ":" + Integer.toHexString(RoceHeader.UDP_PORT);
    List<String> inodes = new ArrayList<>();
    for (String table : new String[] {"net/udp", "net/udp6"}) {
      for (String line : lines(proc.resolve(table))) {
        String[] fields = line.strip().split(" +", -1);
        if (fields.length > INODE && endsWith(fields[LOCAL_ADDRESS], suffix)) {
          inodes.add(fields[INODE]);
        }
      }
    }
    return inodes;
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
