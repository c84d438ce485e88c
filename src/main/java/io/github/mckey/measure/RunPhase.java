package io.github.mckey.measure;

/** How far a run came. */
public enum RunPhase {
  /** Opening the transport, looking addresses up. */
  STARTING,
  /** Resolving, setting queues up, joining. */
  JOINING,
  /** The pause before messages go. */
  SETTLING,
  /** Sending or receiving. */
  TRANSFERRING,
  /** Leaving groups and destroying objects. */
  LEAVING,
  /** All is over. */
  FINISHED
}
