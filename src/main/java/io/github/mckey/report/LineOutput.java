package io.github.mckey.report;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A stream of whole lines, each written at once: scripts wait for some of them. */
public final class LineOutput {
  private final OutputStream stream;
  private @Nullable IOException failure;

  /**
   * Creates an output.
   *
   * @param stream where the lines go; not buffered
   */
  public LineOutput(OutputStream stream) {
    this.stream = stream;
  }

  /** Returns an output to an open file descriptor. */
  public static LineOutput to(java.io.FileDescriptor descriptor) {
    return new LineOutput(new FileOutputStream(descriptor));
  }

  /** Writes a line; after a failure nothing more is written. */
  public void line(String text) {
    text(text + "\n");
  }

  /** Writes text as it is; after a failure nothing more is written. */
  public void text(String text) {
    if (failure != null || text.isEmpty()) {
      return;
    }
    try {
      stream.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      failure = e;
    }
  }

  /** Returns why lines were lost, in one line; null where none was. */
  public @Nullable String failure() {
    if (failure == null) {
      return null;
    }
    String message = failure.getMessage();
    return message == null ? "write failed" : message;
  }
}
