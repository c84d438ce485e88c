package io.github.mckey.transport.verbs;

import io.github.mckey.posix.ErrorTexts;
import io.github.mckey.posix.NativeCalls;
import io.github.mckey.transport.Step;
import io.github.mckey.transport.TransportException;

/**
 * The two libraries as one thread calls them, and their three ways to report a failure:
 *
 * <ul>
 *   <li>{@link #zero}: 0, or -1 and errno (most of {@code rdma_*})
 *   <li>{@link #object}: an address, or NULL and errno (what creates an object)
 *   <li>{@link #status}: 0, or the error number itself ({@code ibv_post_*}, queries, what destroys
 *       an object)
 * </ul>
 *
 * <p>ibv_poll_cq(3) alone, whose result counts, is checked where it is called.
 */
final class Verbs {
  final VerbsLibrary library;
  final NativeCalls calls;

  Verbs(VerbsLibrary library, NativeCalls calls) {
    this.library = library;
    this.calls = calls;
  }

  /** Checks the result of the last call: 0, or anything else with errno. */
  void zero(Step step, int result) throws TransportException {
    if (result != 0) {
      throw failure(step, result, calls.errno());
    }
  }

  /** Checks and returns the result of the last call: an address, or NULL with errno. */
  long object(Step step, long address) throws TransportException {
    if (address == 0) {
      throw failure(step, -1, calls.errno());
    }
    return address;
  }

  /** Checks a result that is the error number itself, which a few providers negate. */
  void status(Step step, int result) throws TransportException {
    if (result != 0) {
      throw failure(step, result, Math.abs(result));
    }
  }

  /**
   * Describes a failed call.
   *
   * @param code what it returned, -1 for NULL
   * @param errno the error number
   */
  TransportException failure(Step step, int code, int errno) {
    return new TransportException(step, code, errno, ErrorTexts.strerror(calls, errno));
  }
}
