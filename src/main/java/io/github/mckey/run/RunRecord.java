package io.github.mckey.run;

import io.github.mckey.measure.RunOutcome;
import io.github.mckey.measure.RunPhase;
import io.github.mckey.transport.CmEventType;
import io.github.mckey.transport.JoinedGroup;
import io.github.mckey.transport.NetworkAddress;
import io.github.mckey.transport.ResolutionException;
import io.github.mckey.transport.Step;
import io.github.mckey.transport.TransportException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Remembers what summaries need to know, and passes everything on until the run's status is told:
 * once that has been said in the place of a run that hangs, the run itself falls silent.
 */
final class RunRecord implements RunListener {
  private final RunListener listener;
  private final List<String> failures = Collections.synchronizedList(new ArrayList<>());
  private final AtomicBoolean concluded = new AtomicBoolean();
  private volatile RunPhase phase = RunPhase.STARTING;
  private volatile RunOutcome outcome = RunOutcome.RUNNING;
  private volatile boolean silent;
  private boolean removed;

  RunRecord(RunListener listener) {
    this.listener = listener;
  }

  RunPhase phase() {
    return phase;
  }

  void enter(RunPhase next) {
    phase = next;
  }

  RunOutcome outcome() {
    return outcome;
  }

  void conclude(RunOutcome result) {
    outcome = result;
  }

  /** Returns the failed steps so far, one line each. */
  List<String> failures() {
    return List.copyOf(failures);
  }

  /**
   * Takes the right to tell the status; only one caller gets it.
   *
   * @return whether the caller is the one
   */
  boolean claimEnd() {
    return concluded.compareAndSet(false, true);
  }

  /** Lets nothing more through that the run itself would tell. */
  void silence() {
    silent = true;
  }

  private void failed(String what, String cause) {
    failures.add(what + ": " + cause);
  }

  private static String name(Step step) {
    return step.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  @Override
  public void starting(boolean sender) {
    if (!silent) {
      listener.starting(sender);
    }
  }

  @Override
  public void sourceRefused(String reason) {
    failed("choose source", reason);
    if (!silent) {
      listener.sourceRefused(reason);
    }
  }

  @Override
  public void nameUnknown(String name, ResolutionException failure) {
    failed("resolve name", failure.text());
    if (!silent) {
      listener.nameUnknown(name, failure);
    }
  }

  @Override
  public void warned(String text) {
    if (!silent) {
      listener.warned(text);
    }
  }

  @Override
  public void joining(@Nullable NetworkAddress source, NetworkAddress group) {
    phase = RunPhase.JOINING;
    if (!silent) {
      listener.joining(source, group);
    }
  }

  @Override
  public void messageTooLarge(int messageSize, int activeMtu) {
    failed("message size", messageSize + " is larger than active mtu " + activeMtu);
    if (!silent) {
      listener.messageTooLarge(messageSize, activeMtu);
    }
  }

  /** Passes also those on that came of what was done because of it. */
  @Override
  public void stepFailed(TransportException failure) {
    failed(name(failure.step()), failure.detail());
    if (!silent) {
      listener.stepFailed(failure);
    }
    for (Throwable later : failure.getSuppressed()) {
      if (later instanceof TransportException suppressed) {
        stepFailed(suppressed);
      }
    }
  }

  @Override
  public void eventsLost(TransportException failure) {
    failed(name(failure.step()), failure.detail());
    if (!silent) {
      listener.eventsLost(failure);
    }
  }

  @Override
  public void unmappedSetUpFailed(String cause) {
    if (!silent) {
      listener.unmappedSetUpFailed(cause);
    }
  }

  @Override
  public void groupFull(int members) {
    if (!silent) {
      listener.groupFull(members);
    }
  }

  @Override
  public void connectEventFailed(CmEventType type, int status) {
    failed(type.text(), "error " + status);
    if (!silent) {
      listener.connectEventFailed(type, status);
    }
  }

  @Override
  public void joined(int connection, JoinedGroup group) {
    if (!silent) {
      listener.joined(connection, group);
    }
  }

  @Override
  public void lateEvent(CmEventType type, int status) {
    if (type == CmEventType.MULTICAST_ERROR) {
      failed(type.text(), "status " + status);
    }
    if (!silent) {
      listener.lateEvent(type, status);
    }
  }

  /** Every connection hears of it, but it is one event to the user. */
  @Override
  public void deviceRemoved() {
    if (removed) {
      return;
    }
    removed = true;
    failed("device", "the device was removed");
    if (!silent) {
      listener.deviceRemoved();
    }
  }

  @Override
  public void transferring(boolean sender) {
    phase = RunPhase.TRANSFERRING;
    if (!silent) {
      listener.transferring(sender);
    }
  }

  @Override
  public void completionsFailed(CompletionFailure failure) {
    if (!silent) {
      listener.completionsFailed(failure);
    }
  }

  @Override
  public void transferComplete() {
    if (!silent) {
      listener.transferComplete();
    }
  }

  @Override
  public void interrupted(int signal) {
    if (!silent) {
      listener.interrupted(signal);
    }
  }

  @Override
  public void testComplete() {
    if (!silent) {
      listener.testComplete();
    }
  }

  @Override
  public void finished(int status) {
    listener.finished(status);
  }

  @Override
  public void allTold() {
    listener.allTold();
  }
}
