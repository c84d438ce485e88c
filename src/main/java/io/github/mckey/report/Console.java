package io.github.mckey.report;

import io.github.mckey.run.CompletionFailure;
import io.github.mckey.run.RunListener;
import io.github.mckey.transport.CmEventType;
import io.github.mckey.transport.JoinedGroup;
import io.github.mckey.transport.NetworkAddress;
import io.github.mckey.transport.ResolutionException;
import io.github.mckey.transport.TransportException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stock mckey's lines, on the streams that it uses. What stock leaves unsaid is said on stderr at
 * the end, so that the first line there stays stock's.
 */
public final class Console implements RunListener {
  private static final int ENODEV = 19;

  private final LineOutput out;
  private final LineOutput err;
  private final Advisor advisor;
  private final List<String> afterwords = Collections.synchronizedList(new ArrayList<>());
  private boolean hinted;

  /** Creates a console on the two standard streams that gives no advice of its own. */
  public Console(LineOutput out, LineOutput err) {
    this(out, err, new Advisor.None());
  }

  /**
   * Creates a console on the two standard streams.
   *
   * @param advisor looks for the causes of failures; the first that it finds is told, in one line
   */
  public Console(LineOutput out, LineOutput err, Advisor advisor) {
    this.out = out;
    this.err = err;
    this.advisor = advisor;
  }

  @Override
  public void starting(boolean sender) {
    out.line(sender ? "mckey: starting client" : "mckey: starting server");
  }

  @Override
  public void sourceRefused(String reason) {
    err.line("mckey: " + reason);
  }

  @Override
  public void nameUnknown(String name, ResolutionException failure) {
    out.line("getaddrinfo failed (" + failure.text() + ") - invalid hostname or IP address");
    hint(advisor.onName(name));
  }

  @Override
  public void joining(@Nullable NetworkAddress source, NetworkAddress group) {
    advisor.addresses(source, group);
    out.line("mckey: joining");
  }

  @Override
  public void messageTooLarge(int messageSize, int activeMtu) {
    out.line("mckey: message_size " + messageSize + " is larger than active mtu " + activeMtu);
  }

  @Override
  public void stepFailed(TransportException failure) {
    sayFailure(failure);
    hint(failure.hint());
    if (!hinted) {
      hint(advisor.onStep(failure));
    }
  }

  /** Keeps the first hint for the end; what fails after it follows from it. */
  private void hint(@Nullable String text) {
    if (text != null && !hinted) {
      hinted = true;
      afterwords.add("mckey: " + text);
    }
  }

  private void sayFailure(TransportException failure) {
    String cause = failure.detail();
    int code = failure.code();
    switch (failure.step()) {
      case LOAD_LIBRARIES -> err.line("mckey: " + cause);
      case CREATE_EVENT_CHANNEL -> eventChannelFailed(failure);
      case CREATE_ID -> err.line("mckey: unable to create CM id: " + cause);
      case PREPARE_WAITING -> err.line("mckey: unable to wait for events: " + cause);
      case SET_OPTION -> err.line("mckey: unable to set the type of service (--tos): " + cause);
      case BIND_ADDRESS -> err.line("mckey: addr bind failure: " + cause);
      case RESOLVE_ADDRESS -> err.line("mckey: resolve addr failure: " + cause);
      case GET_CM_EVENT -> later("failure reading CM events", cause);
      case QUERY_PORT -> later("port query failure", cause);
      case ALLOCATE_PD -> {
        out.line("mckey: unable to allocate PD");
        later("unable to allocate PD", cause);
      }
      case CREATE_CQ -> {
        out.line("mckey: unable to create CQ");
        later("unable to create CQ", cause);
      }
      case CREATE_QP -> err.line("mckey: unable to create QP: " + cause);
      case REGISTER_MR -> {
        out.line("failed to reg MR");
        out.line("mckey: failed to create messages: -1");
        later("unable to register the message buffer", cause);
      }
      case POST_RECEIVE -> out.line("failed to post receives: " + code);
      case JOIN -> err.line("mckey: failure joining: " + cause);
      case CREATE_AH -> {
        out.line("mckey: failure creating address handle");
        later("unable to create address handle", cause);
      }
      case POST_SEND -> out.line("failed to post sends: " + code);
      case POLL_CQ -> out.line("mckey: failed polling CQ: " + code);
      case WAIT -> err.line("mckey: failure waiting for completions: " + cause);
      case LEAVE -> err.line("mckey: failure leaving: " + cause);
      case DESTROY -> later("failure destroying", cause);
    }
  }

  private void eventChannelFailed(TransportException failure) {
    if (failure.errno() == ENODEV) {
      err.line("No RDMA devices were detected");
    } else {
      err.line("failed to create RDMA CM event channel: " + failure.detail());
    }
  }

  @Override
  public void eventsLost(TransportException failure) {
    err.line("rdma_get_cm_event: " + failure.detail());
  }

  private void later(String step, String cause) {
    afterwords.add("mckey: " + step + ": " + cause);
  }

  @Override
  public void unmappedSetUpFailed(String cause) {
    err.line("mckey: resolve addr failure: " + cause);
  }

  @Override
  public void groupFull(int members) {
    hint(
        "the device takes "
            + members
            + " members of a group, from all processes of this host, and as many of this run had"
            + " joined: -c "
            + members
            + " at most");
  }

  @Override
  public void connectEventFailed(CmEventType type, int status) {
    out.line("mckey: event: " + type.text() + ", error: " + status);
    if (!hinted) {
      hint(advisor.onEvent(type, status));
    }
  }

  @Override
  public void joined(int connection, JoinedGroup group) {
    out.line(
        "mckey: joined dgid: "
            + group.mgid().text()
            + " mlid 0x"
            + Integer.toHexString(group.mlid())
            + " sl "
            + group.sl());
  }

  @Override
  public void lateEvent(CmEventType type, int status) {
    out.line("mckey: event: " + type.text() + ", status: " + status);
  }

  @Override
  public void deviceRemoved() {
    err.line("mckey: the device was removed");
  }

  @Override
  public void warned(String warning) {
    err.line("mckey: warning: " + warning);
  }

  @Override
  public void transferring(boolean sender) {
    out.line(sender ? "initiating data transfers" : "receiving data transfers");
  }

  @Override
  public void completionsFailed(CompletionFailure failure) {
    err.line(
        "mckey: connection "
            + failure.connection()
            + ": "
            + failure.count()
            + (failure.receive() ? " receives" : " sends")
            + " failed: "
            + failure.text()
            + " (status "
            + failure.status()
            + ", vendor error 0x"
            + Integer.toHexString(failure.vendorError())
            + ")");
  }

  @Override
  public void transferComplete() {
    out.line("data transfers complete");
  }

  @Override
  public void interrupted(int signal) {
    // The status says it.
  }

  @Override
  public void testComplete() {
    out.line("test complete");
  }

  @Override
  public void finished(int status) {
    out.line("return status " + status);
  }

  /** Says on stderr what the run kept for its end. */
  @Override
  public void allTold() {
    for (String line : List.copyOf(afterwords)) {
      err.line(line);
    }
  }
}
