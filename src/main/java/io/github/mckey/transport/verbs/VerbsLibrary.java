package io.github.mckey.transport.verbs;

import io.github.mckey.posix.MissingLibraryException;
import io.github.mckey.posix.NativeFunction;
import io.github.mckey.posix.NativeLibrary;
import io.github.mckey.posix.Platform;
import io.github.mckey.posix.ResultKind;
import io.github.mckey.transport.Step;
import io.github.mckey.transport.TransportException;

/** The functions of librdmacm and libibverbs that a run calls, under their C names. */
final class VerbsLibrary {
  private static final String RDMACM = "librdmacm.so.1";
  private static final String IBVERBS = "libibverbs.so.1";

  final NativeFunction createEventChannel;
  final NativeFunction destroyEventChannel;
  final NativeFunction getCmEvent;
  final NativeFunction ackCmEvent;
  final NativeFunction createId;
  final NativeFunction destroyId;
  final NativeFunction setOption;
  final NativeFunction bindAddr;
  final NativeFunction resolveAddr;
  final NativeFunction joinMulticastEx;
  final NativeFunction leaveMulticast;
  final NativeFunction createQp;
  final NativeFunction createQpEx;
  final NativeFunction destroyQp;

  final NativeFunction queryDevice;
  final NativeFunction queryPort;
  final NativeFunction allocPd;
  final NativeFunction deallocPd;
  final NativeFunction createCompChannel;
  final NativeFunction destroyCompChannel;
  final NativeFunction createCq;
  final NativeFunction destroyCq;
  final NativeFunction getCqEvent;
  final NativeFunction ackCqEvents;
  final NativeFunction regMr;
  final NativeFunction deregMr;
  final NativeFunction createAh;
  final NativeFunction destroyAh;
  final NativeFunction wcStatusStr;

  private VerbsLibrary(NativeLibrary rdmacm, NativeLibrary ibverbs) throws MissingLibraryException {
    createEventChannel = rdmacm.function("rdma_create_event_channel", ResultKind.LONG, 0);
    destroyEventChannel = rdmacm.function("rdma_destroy_event_channel", ResultKind.NOTHING, 1);
    getCmEvent = rdmacm.function("rdma_get_cm_event", ResultKind.INT, 2);
    ackCmEvent = rdmacm.function("rdma_ack_cm_event", ResultKind.INT, 1);
    createId = rdmacm.function("rdma_create_id", ResultKind.INT, 4);
    destroyId = rdmacm.function("rdma_destroy_id", ResultKind.INT, 1);
    setOption = rdmacm.function("rdma_set_option", ResultKind.INT, 5);
    bindAddr = rdmacm.function("rdma_bind_addr", ResultKind.INT, 2);
    resolveAddr = rdmacm.function("rdma_resolve_addr", ResultKind.INT, 4);
    joinMulticastEx = rdmacm.function("rdma_join_multicast_ex", ResultKind.INT, 3);
    leaveMulticast = rdmacm.function("rdma_leave_multicast", ResultKind.INT, 2);
    createQp = rdmacm.function("rdma_create_qp", ResultKind.INT, 3);
    createQpEx = rdmacm.function("rdma_create_qp_ex", ResultKind.INT, 2);
    destroyQp = rdmacm.function("rdma_destroy_qp", ResultKind.NOTHING, 1);

    queryDevice = ibverbs.function("ibv_query_device", ResultKind.INT, 2);
    queryPort = ibverbs.function("ibv_query_port", ResultKind.INT, 3);
    allocPd = ibverbs.function("ibv_alloc_pd", ResultKind.LONG, 1);
    deallocPd = ibverbs.function("ibv_dealloc_pd", ResultKind.INT, 1);
    createCompChannel = ibverbs.function("ibv_create_comp_channel", ResultKind.LONG, 1);
    destroyCompChannel = ibverbs.function("ibv_destroy_comp_channel", ResultKind.INT, 1);
    createCq = ibverbs.function("ibv_create_cq", ResultKind.LONG, 5);
    destroyCq = ibverbs.function("ibv_destroy_cq", ResultKind.INT, 1);
    getCqEvent = ibverbs.function("ibv_get_cq_event", ResultKind.INT, 3);
    ackCqEvents = ibverbs.function("ibv_ack_cq_events", ResultKind.NOTHING, 2);
    regMr = ibverbs.function("ibv_reg_mr", ResultKind.LONG, 4);
    deregMr = ibverbs.function("ibv_dereg_mr", ResultKind.INT, 1);
    createAh = ibverbs.function("ibv_create_ah", ResultKind.LONG, 2);
    destroyAh = ibverbs.function("ibv_destroy_ah", ResultKind.INT, 1);
    wcStatusStr = ibverbs.function("ibv_wc_status_str", ResultKind.LONG, 1);
  }

  /**
   * Loads both libraries.
   *
   * @throws TransportException at {@link Step#LOAD_LIBRARIES} where there are none, with what to
   *     install
   */
  static VerbsLibrary load() throws TransportException {
    String reason = Platform.refusal();
    if (reason != null) {
      throw refusal(reason);
    }
    return load(RDMACM, IBVERBS);
  }

  static VerbsLibrary load(String rdmacm, String ibverbs) throws TransportException {
    try {
      return new VerbsLibrary(NativeLibrary.open(rdmacm), NativeLibrary.open(ibverbs));
    } catch (MissingLibraryException e) {
      throw refusal(
          e.getMessage()
              + "; install librdmacm1, libibverbs1 and ibverbs-providers (Debian, Ubuntu) or"
              + " librdmacm and libibverbs (RHEL, Fedora), or use --transport udp, which needs none");
    }
  }

  private static TransportException refusal(String detail) {
    return new TransportException(Step.LOAD_LIBRARIES, -1, 0, detail);
  }
}
