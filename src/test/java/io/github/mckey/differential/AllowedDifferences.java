package io.github.mckey.differential;

import static io.github.mckey.differential.LogLines.isCall;
import static io.github.mckey.differential.LogLines.without;
import static io.github.mckey.differential.Verdicts.failedTransfer;

import io.github.mckey.config.MckeyConfig;
import io.github.mckey.run.ExitStatus;
import io.github.mckey.standin.Call;
import io.github.mckey.standin.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Every way in which ours may differ from stock mckey, named by its row in docs/compatibility.md;
 * whatever none of these takes away is a bug. A rule changes what stock is run with, what is then
 * expected of ours, or what is looked at in ours. They are applied in this order.
 */
enum AllowedDifferences {
  /** Stock takes an error event without a status for success. */
  D1_ERROR_WITHOUT_STATUS {
    private static final String ERROR = "(ADDR_ERROR|ROUTE_ERROR|MULTICAST_ERROR)";
    private static final int MARK = Runs.NO_STATUS;

    @Override
    String stockConfig(String config, Scenario scenario, Report ours) {
      return config.replaceAll(ERROR + ":0\\b", "$1:" + MARK);
    }

    @Override
    View stock(View view, Runs runs) {
      return view.mapLog(l -> l.replaceFirst(ERROR + " status=" + MARK, "$1 status=0"))
          .mapStdout(l -> l.replaceFirst(ERROR + ", (error|status): " + MARK, "$1, $2: 0"));
    }
  },

  /** Stock's last leave overwrites the status of what failed before. */
  D1_STATUS_STAYS {
    @Override
    View stock(View view, Runs runs) {
      if (view.stdout().stream().noneMatch(Verdicts::isVerdict)
          || runs.stock().report().calls(Runs.LEAVE) == 0) {
        return view;
      }
      return Verdicts.withVerdict(view, runs.stockLeaveFailed() ? -1 : runs.stockPhaseStatus());
    }
  },

  /** Ours never blocks in reading events, so that it may find none, and reads again after EINTR. */
  D11_READS_AGAIN {
    @Override
    String stockConfig(String config, Scenario scenario, Report ours) {
      return Faults.rewriteCalls(
          config,
          call -> Set.of("EINTR", "EAGAIN").contains(call.errno()) ? null : call.item(),
          GET_EVENT);
    }

    @Override
    View ours(View view, Runs runs) {
      return view.mapLog(
          without(
              line ->
                  isCall(line, GET_EVENT)
                      && (line.endsWith(" -1 EINTR") || line.endsWith(" -1 EAGAIN"))));
    }
  },

  /** Stock takes events on a second thread once all have joined, ours between its other work. */
  D12_EVENT_THREAD {
    @Override
    View stock(View view, Runs runs) {
      return EventThread.ofStock(view);
    }

    @Override
    View ours(View view, Runs runs) {
      return EventThread.ofOurs(view);
    }
  },

  /** Stock's thread reads at once for the next event, ours only when there is one. */
  D12_READS_WHEN_READY {
    @Override
    View stock(View view, Runs runs) {
      Predicate<String> failure = EventThread::isLateFailure;
      if (EventThread.ofOurs(runs.seen()).log().stream().anyMatch(failure)) {
        return view;
      }
      boolean told = view.complaint().startsWith(GET_EVENT);
      return view.mapLog(without(failure))
          .withComplaint(told ? Verdicts.secondLine(runs.stock().stderr()) : view.complaint());
    }
  },

  /** Ours asks the device for its limits. */
  D15_QUERIES {
    @Override
    View ours(View view, Runs runs) {
      return view.mapLog(without(line -> isCall(line, "ibv_query_device")));
    }
  },

  /** Ours has a completion channel to sleep on; without it there is no CQ. */
  D15_CHANNEL {
    private static final Set<String> CALLS =
        Set.of(
            "ibv_create_comp_channel",
            "ibv_destroy_comp_channel",
            "ibv_req_notify_cq",
            "ibv_get_cq_event",
            "ibv_ack_cq_events");

    @Override
    String stockConfig(String config, Scenario scenario, Report ours) {
      return Faults.rewriteCalls(
          config,
          call ->
              Runs.failed(ours, call.function()).isEmpty()
                  ? null
                  : "fail=ibv_create_cq:" + (ours.calls("ibv_create_cq") + 1) + ":" + call.errno(),
          "ibv_create_comp_channel");
    }

    @Override
    View stock(View view, Runs runs) {
      View expected = view;
      if (!runs.failedInOurs("ibv_create_comp_channel").isEmpty()) {
        expected = view.mapLog(without(l -> isCall(l, "ibv_create_cq") && l.contains(" -> null")));
      }
      String text = waitFailure(runs);
      return text == null ? expected : failedTransfer(expected, -1, runs).withComplaint(text);
    }

    @Override
    View ours(View view, Runs runs) {
      View seen =
          view.mapLog(
              line ->
                  line.startsWith("call ") && CALLS.contains(line.split(" ")[1])
                      ? null
                      : line.replaceFirst("channel=cc\\d+", "channel=-"));
      return waitFailure(runs) == null ? seen : seen.mapLog(without(LogLines::isCompletion));
    }

    private static String waitFailure(Runs runs) {
      List<Call> failed = new ArrayList<>(runs.failedInOurs("ibv_req_notify_cq"));
      for (Call call : runs.failedInOurs("ibv_get_cq_event")) {
        if (!Set.of("EINTR", "EAGAIN").contains(call.errno())) {
          failed.add(call);
        }
      }
      return failed.isEmpty()
          ? null
          : "mckey: failure waiting for completions: " + Runs.text(failed.getLast().errno());
    }
  },

  /** Ours posts many requests with one call: the requests are compared. */
  D15_CHAINS {
    @Override
    String stockConfig(String config, Scenario scenario, Report ours) {
      return Chains.perRequest(Chains.perRequest(config, "send", ours), "recv", ours);
    }

    @Override
    View stock(View view, Runs runs) {
      return ours(view, runs);
    }

    @Override
    View ours(View view, Runs runs) {
      return LogLines.unchained(LogLines.unchained(view, "ibv_post_send"), "ibv_post_recv");
    }
  },

  /** Our sender, whose messages all differ, has room for some of them side by side. */
  D15_SLOTS {
    @Override
    View ours(View view, Runs runs) {
      MckeyConfig options = runs.scenario().options();
      return options.sender()
          ? view.mapLog(line -> LogLines.inOneSlot(line, options.messageSize()))
          : view;
    }
  },

  /** Ours has some sends signalled and waits for them. */
  D8_WAITS_FOR_SENDS {
    @Override
    View ours(View view, Runs runs) {
      return view.mapLog(
          line ->
              line.startsWith("wc ") && line.endsWith(" send SUCCESS")
                  ? null
                  : line.replaceFirst(" flags=SIGNALED$", " flags=0"));
    }
  },

  /** Ours polls in other batches, all connections in turn, and as a sender too. */
  D15_POLLS {
    @Override
    String stockConfig(String config, Scenario scenario, Report ours) {
      return Faults.rewriteCalls(config, call -> null, POLL);
    }

    @Override
    View stock(View view, Runs runs) {
      List<Call> failed = runs.failedInOurs(POLL);
      View expected = ours(view, runs);
      if (failed.isEmpty()) {
        return expected;
      }
      int status = Integer.parseInt(failed.getLast().result());
      return failedTransfer(expected, status, runs)
          .withStdout(
              view.stdout().stream()
                  .map(l -> l.equals(Runs.DONE) ? "mckey: failed polling CQ: " + status : l)
                  .map(
                      l ->
                          Verdicts.isVerdict(l)
                              ? Verdicts.verdict(runs.stockLeaveFailed() ? -1 : status)
                              : l)
                  .toList());
    }

    @Override
    View ours(View view, Runs runs) {
      View seen = view.mapLog(without(line -> isCall(line, POLL)));
      return runs.failedInOurs(POLL).isEmpty()
          ? LogLines.gathered(seen, LogLines::isCompletion)
          : seen.mapLog(without(LogLines::isCompletion));
    }
  },

  /** More messages than the device's queues hold: stock gives up, ours uses its slots again. */
  D9_ANY_COUNT {
    private static final String ROOM = ";max_cqe=100000000;max_qp_wr=100000000";

    @Override
    String stockConfig(String config, Scenario scenario, Report ours) {
      return isBeyond(scenario, ours) ? config + ROOM : config;
    }

    @Override
    View stock(View view, Runs runs) {
      return ours(view, runs);
    }

    @Override
    View ours(View view, Runs runs) {
      if (!isBeyond(runs.scenario(), runs.ours().report())) {
        return view;
      }
      // What a failed run has not come to is not posted yet.
      View seen = view.mapLog(line -> LogLines.withoutNumbers(line, "cqe", "send_wr", "recv_wr"));
      return runs.ours().stdout().contains(Runs.DONE)
          ? LogLines.gathered(seen, l -> l.startsWith("wr ") && l.contains(" recv "))
          : seen.mapLog(without(line -> line.startsWith("wr ")));
    }

    private static boolean isBeyond(Scenario scenario, Report ours) {
      if (!Runs.failed(ours, "ibv_query_device").isEmpty()) {
        return false;
      }
      MckeyConfig options = scenario.options();
      return 2 * options.messageCount() > Faults.number(scenario.config(), "max_cqe", 32767)
          || options.messageCount() > Faults.number(scenario.config(), "max_qp_wr", 1 << 20);
    }
  },

  /** A completion in error is a failure, told on stderr, after which no more sends are posted. */
  D7_COMPLETION_ERRORS {
    private static final String WORDS =
        "mckey: connection \\d+: \\d+ (sends|receives) failed: .+"
            + " \\(status \\d+, vendor error 0x[0-9a-f]+\\)";

    @Override
    View stock(View view, Runs runs) {
      if (!runs.hasFailedCompletions()) {
        return view;
      }
      String complaint = runs.seen().complaint();
      return failedTransfer(LogLines.asFarAsPosted(view, runs.seen()), -1, runs)
          .withComplaint(complaint.matches(WORDS) ? complaint : WORDS);
    }

    @Override
    View ours(View view, Runs runs) {
      return runs.hasFailedCompletions() ? view.mapLog(without(LogLines::isCompletion)) : view;
    }
  },

  /** A device that goes away ends the run; stock goes on, as a receiver for ever. */
  D11_DEVICE_REMOVAL {
    private static final String REMOVED = "mckey: the device was removed";

    @Override
    View stock(View view, Runs runs) {
      if (!runs.hasLostDevice()) {
        return view;
      }
      // A failed post or completion has ended ours before it reads of the removal.
      boolean over = !runs.failedInOurs("ibv_post_send").isEmpty() || runs.hasFailedCompletions();
      View expected = over ? ours(view, runs) : Verdicts.endedEarly(view, ours(runs.seen(), runs));
      String complaint = over && !view.complaint().isEmpty() ? view.complaint() : REMOVED;
      return expected.withComplaint(complaint);
    }

    @Override
    View ours(View view, Runs runs) {
      return runs.hasLostDevice()
          ? view.mapLog(without(l -> LogLines.isCompletion(l) || EventThread.isLate(l)))
          : view;
    }
  },

  /** Where stock crashes (null verbs, a failed registration), ours comes to an orderly end. */
  D13_D14_NO_CRASH {
    @Override
    View stock(View view, Runs runs) {
      if (!runs.stock().crashed()) {
        return view;
      }
      List<String> stdout = new ArrayList<>(view.stdout());
      if (!stdout.contains("test complete")) {
        stdout.add("test complete");
      }
      stdout.add(Verdicts.verdict(-1));
      List<String> log = LogLines.withoutNullRegions(view.log());
      List<String> seen = runs.seen().log();
      log.addAll(seen.subList(Math.min(log.size(), seen.size()), seen.size()));
      return view.withStdout(stdout).withLog(log).withStatus(ExitStatus.of(-1));
    }
  },

  /** Behind {@code resolve addr failure} ours names the errno of the step that failed. */
  D10_OWN_ERRNO {
    @Override
    View stock(View view, Runs runs) {
      String head = "mckey: resolve addr failure: ";
      String cause = runs.stockFailure();
      return view.complaint().startsWith(head) && runs.scenario().isUnmapped() && cause != null
          ? view.withComplaint(head + cause)
          : view;
    }
  },

  /** Of a failure that stock passes over in silence, or tells on stdout only, ours tells more. */
  TELLS_MORE {
    @Override
    View stock(View view, Runs runs) {
      String complaint = runs.seen().complaint();
      return view.complaint().isEmpty()
              && (runs.isCauseOfOurs(complaint) || runs.isFullGroup(complaint))
          ? view.withComplaint(complaint)
          : view;
    }
  },

  /** Ours leaves nothing behind, whatever stock does; but an acknowledgement may be refused. */
  LEAVES_NOTHING {
    @Override
    View stock(View view, Runs runs) {
      List<String> log = new ArrayList<>(view.log());
      if (view.left().contains("leak ch0")) {
        log.add("call rdma_destroy_event_channel ch0 -> ok");
      }
      boolean refused = !runs.failedInOurs("rdma_ack_cm_event").isEmpty();
      return view.withLeft(refused ? view.left() : List.of()).withLog(log);
    }
  };

  private static final String GET_EVENT = "rdma_get_cm_event";
  private static final String POLL = "ibv_poll_cq";

  /** Returns what stock is to be run with; our run is over. */
  String stockConfig(String config, Scenario scenario, Report ours) {
    return config;
  }

  /** Returns what is expected of ours, from what stock did. */
  View stock(View view, Runs runs) {
    return view;
  }

  /** Returns what is looked at of our run. */
  View ours(View view, Runs runs) {
    return view;
  }
}
