package io.github.mckey.run;

import io.github.mckey.measure.Arrival;
import io.github.mckey.measure.ReceiveMeter;
import io.github.mckey.transport.CompletionBatch;
import io.github.mckey.transport.TransportException;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes a connection's completions, shows the received messages to the meter and finds the failed
 * ones.
 */
final class Completions {
  private final Phases phases;
  private final Arrival arrival = new Arrival();

  Completions(Phases phases) {
    this.phases = phases;
  }

  /**
   * Takes one batch.
   *
   * @return how many work requests it retired; 0 where the queue was empty
   * @throws PhaseFailure where a completion failed: the queue was emptied and all failures told
   */
  int take(Connection connection) throws TransportException, PhaseFailure {
    CompletionBatch batch = connection.endpoint().poll();
    ReceiveMeter meter = connection.meter();
    long now = batch.size() == 0 ? 0 : System.nanoTime();
    int retired = 0;
    for (int i = 0; i < batch.size(); i++) {
      if (batch.status(i) != 0) {
        connection.addCompleted(retired, now);
        throw failed(connection, batch, i);
      }
      retired += batch.retired(i);
      if (meter != null && batch.isReceive(i)) {
        show(batch, i, meter, now);
      }
    }
    if (retired > 0) {
      connection.addCompleted(retired, now);
    }
    return retired;
  }

  private void show(CompletionBatch batch, int i, ReceiveMeter meter, long now) {
    meter.add(
        arrival.set(batch.sourceGid(i), batch.sourceQpn(i), batch.psn(i), batch.payload(i), now));
  }

  private PhaseFailure failed(Connection connection, CompletionBatch first, int from) {
    List<CompletionFailure> failures = new ArrayList<>();
    TransportException pollFailure = null;
    CompletionBatch batch = first;
    ReceiveMeter meter = connection.meter();
    long now = System.nanoTime();
    int next = from;
    while (batch.size() > 0) {
      for (int i = next; i < batch.size(); i++) {
        connection.addCompleted(batch.retired(i), now);
        if (batch.status(i) != 0) {
          add(failures, connection, batch, i);
        } else if (meter != null && batch.isReceive(i)) {
          show(batch, i, meter, now);
        }
      }
      next = 0;
      try {
        batch = connection.endpoint().poll();
      } catch (TransportException e) {
        pollFailure = e;
        break;
      }
    }
    for (CompletionFailure failure : failures) {
      connection.addError(failure);
      phases.listener().completionsFailed(failure);
    }
    if (pollFailure != null) {
      phases.listener().stepFailed(pollFailure);
    }
    return new PhaseFailure(-1, failures.getFirst().text());
  }

  private static void add(
      List<CompletionFailure> failures, Connection connection, CompletionBatch batch, int i) {
    boolean receive = batch.isReceive(i);
    int status = batch.status(i);
    int vendorError = batch.vendorError(i);
    for (int f = 0; f < failures.size(); f++) {
      CompletionFailure known = failures.get(f);
      if (known.receive() == receive
          && known.status() == status
          && known.vendorError() == vendorError) {
        failures.set(
            f,
            new CompletionFailure(
                known.connection(), receive, status, known.text(), vendorError, known.count() + 1));
        return;
      }
    }
    String text = connection.endpoint().statusText(status);
    failures.add(new CompletionFailure(connection.index(), receive, status, text, vendorError, 1));
  }
}
