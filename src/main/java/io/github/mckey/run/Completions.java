package io.github.mckey.run;

import io.github.mckey.transport.CompletionBatch;
import io.github.mckey.transport.TransportException;
import java.util.ArrayList;
import java.util.List;

/** Takes a connection's completions and finds the failed ones among them. */
final class Completions {
  private final Phases phases;

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
    int retired = 0;
    for (int i = 0; i < batch.size(); i++) {
      if (batch.status(i) != 0) {
        throw failed(connection, batch);
      }
      retired += batch.retired(i);
    }
    connection.addCompleted(retired);
    return retired;
  }

  private PhaseFailure failed(Connection connection, CompletionBatch first)
      throws TransportException {
    List<CompletionFailure> failures = new ArrayList<>();
    CompletionBatch batch = first;
    while (batch.size() > 0) {
      for (int i = 0; i < batch.size(); i++) {
        connection.addCompleted(batch.retired(i));
        if (batch.status(i) != 0) {
          add(failures, connection, batch, i);
        }
      }
      batch = connection.endpoint().poll();
    }
    for (CompletionFailure failure : failures) {
      phases.listener().completionsFailed(failure);
    }
    return new PhaseFailure(-1, failures.getFirst().text());
  }

  private static void add(
      List<CompletionFailure> failures, Connection connection, CompletionBatch batch, int i) {
    boolean receive = batch.isReceive(i);
    int status = batch.status(i);
    int vendorError = batch.vendorError(i);
    long count = batch.retired(i);
    for (int f = 0; f < failures.size(); f++) {
      CompletionFailure known = failures.get(f);
      if (known.receive() == receive
          && known.status() == status
          && known.vendorError() == vendorError) {
        failures.set(
            f,
            new CompletionFailure(
                known.connection(),
                receive,
                status,
                known.text(),
                vendorError,
                known.count() + count));
        return;
      }
    }
    String text = connection.endpoint().statusText(status);
    failures.add(
        new CompletionFailure(connection.index(), receive, status, text, vendorError, count));
  }
}
