package io.github.mckey.run;

import io.github.mckey.transport.CmEventType;
import io.github.mckey.transport.JoinedGroup;
import io.github.mckey.transport.NetworkAddress;
import io.github.mckey.transport.ResolutionException;
import io.github.mckey.transport.TransportException;
import org.jspecify.annotations.Nullable;

/**
 * What a run tells while it goes on, in the order in which it happens. Called by one thread, but
 * for the end.
 */
public interface RunListener {
  /** The CM ids exist; the run begins as sender (client) or receiver (server). */
  void starting(boolean sender);

  /**
   * The interface or device of the options has no address to speak from; the run ends before it
   * begins.
   *
   * @param reason one line
   */
  void sourceRefused(String reason);

  /**
   * An address or name of the options is unknown; the run ends.
   *
   * @param name which
   */
  void nameUnknown(String name, ResolutionException failure);

  /**
   * The addresses are known; the connections are set up and joined.
   *
   * @param source the local address, or null where the route decides
   */
  void joining(@Nullable NetworkAddress source, NetworkAddress group);

  /** Messages are longer than the port can carry; the connection fails. Both in bytes. */
  void messageTooLarge(int messageSize, int activeMtu);

  /** A step failed. Told once per failure, when it happens. */
  void stepFailed(TransportException failure);

  /**
   * After all connections have joined, CM events cannot be read any more; the run goes on without
   * them.
   */
  void eventsLost(TransportException failure);

  /**
   * Setting up an unmapped group failed before anything was said on stderr about it.
   *
   * @param cause the failed step's errno text
   */
  void unmappedSetUpFailed(String cause);

  /**
   * A connection could not join, and this run alone has as many members in the group as the device
   * takes; told before the event.
   *
   * @param members how many that are
   */
  void groupFull(int members);

  /** An error event ended the joining. */
  void connectEventFailed(CmEventType type, int status);

  /** A connection has joined. */
  void joined(int connection, JoinedGroup group);

  /** An event came after all had joined that users want to know of. */
  void lateEvent(CmEventType type, int status);

  /** The device is gone; the run ends. */
  void deviceRemoved();

  /** Nothing failed, but the user should know; one line. */
  void warned(String warning);

  /** Messages are about to be sent or received. */
  void transferring(boolean sender);

  /**
   * Work requests completed with an error; told once per kind of error and connection.
   *
   * @param failure which and how many
   */
  void completionsFailed(CompletionFailure failure);

  /** All messages were sent or received. */
  void transferComplete();

  /** A signal asked the run to end. */
  void interrupted(int signal);

  /** All groups were left; what the run made is about to be destroyed. */
  void testComplete();

  /** Everything was destroyed; this is the run's status, 0 for success. */
  void finished(int status);

  /**
   * The run is over and everything else told; the last call, also where the run never began. As
   * with {@link #finished}, the caller may be the thread that ends a hanging run in its place.
   */
  void allTold();
}
