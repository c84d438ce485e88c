package io.github.mckey.check;

import io.github.mckey.config.MckeyConfig;
import io.github.mckey.host.RdmaPort;
import io.github.mckey.transport.verbs.DeviceReport;
import java.util.List;
import java.util.function.Supplier;

/** What devices can hold, against what a run with these options asks for. */
final class LimitsProbe implements Probe {
  private final MckeyConfig config;
  private final Supplier<List<DeviceReport>> survey;
  private final RunPath path;

  LimitsProbe(MckeyConfig config, Supplier<List<DeviceReport>> survey, RunPath path) {
    this.config = config;
    this.survey = survey;
    this.path = path;
  }

  @Override
  public void look(List<Finding> findings) {
    for (DeviceReport device : survey.get()) {
      String failure = device.failure();
      if (failure != null) {
        String text = device.name() + " cannot be opened: " + failure;
        String remedy = "see the device nodes above, and dmesg";
        findings.add(
            path.mayUse(device.name())
                ? Finding.failure("devices", text, remedy)
                : Finding.warning("devices", text, remedy));
      } else {
        mtus(findings, device);
        queues(findings, device);
        groups(findings, device);
      }
    }
  }

  private void mtus(List<Finding> findings, DeviceReport device) {
    for (int i = 0; i < device.activeMtus().size(); i++) {
      int port = i + 1;
      int mtu = device.activeMtus().get(i);
      String text = device.name() + " port " + port + ": " + mtu + " bytes";
      if (mtu == 0) {
        findings.add(
            Finding.warning(
                "active MTU", device.name() + " port " + port + " does not tell", "see dmesg"));
      } else if (config.messageCount() > 0 && config.messageSize() > mtu) {
        String small = text + ", and messages have " + config.messageSize();
        String remedy = "-S " + mtu + " at most, or a larger MTU (ip link set dev NAME mtu N)";
        findings.add(
            isUsed(device, port)
                ? Finding.failure("active MTU", small, remedy)
                : Finding.warning("active MTU", small, remedy));
      } else {
        findings.add(Finding.ok("active MTU", text));
      }
    }
  }

  private boolean isUsed(DeviceReport device, int port) {
    RdmaPort used = path.port();
    return used != null && used.device().equals(device.name()) && used.number() == port;
  }

  /** A run cuts its queues to the device's, so that no number of messages is too large. */
  private static void queues(List<Finding> findings, DeviceReport device) {
    String text =
        device.name()
            + ": "
            + device.maxQpWr()
            + " work requests in a queue (max_qp_wr), "
            + device.maxCqe()
            + " completions (max_cqe)";
    findings.add(
        device.maxQpWr() > 0 && device.maxCqe() > 1
            ? Finding.ok("queue limits", text)
            : Finding.warning("queue limits", text, "a run needs 1 and 2 of them: see dmesg"));
  }

  private void groups(List<Finding> findings, DeviceReport device) {
    int most = device.maxMembersOfGroup();
    String text =
        device.name()
            + ": "
            + device.maxGroups()
            + " groups (max_mcast_grp), "
            + most
            + " members of each (max_mcast_qp_attach), "
            + device.maxMembers()
            + " in all (max_total_mcast_qp_attach)";
    if (device.maxGroups() <= 0 || most <= 0) {
      findings.add(
          Finding.warning(
              "multicast limits",
              text + ", so it may not do multicast at all",
              "use another device, or --transport udp"));
    } else if (config.connections() > most) {
      String beyond = text + ", and -c asks for " + config.connections();
      String remedy = "-c " + most + " at most";
      RdmaPort used = path.port();
      findings.add(
          used != null && used.device().equals(device.name())
              ? Finding.failure("multicast limits", beyond, remedy)
              : Finding.warning("multicast limits", beyond, remedy));
    } else {
      findings.add(Finding.ok("multicast limits", text));
    }
  }
}
