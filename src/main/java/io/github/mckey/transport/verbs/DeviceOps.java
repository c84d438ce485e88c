package io.github.mckey.transport.verbs;

import io.github.mckey.posix.Memory;
import io.github.mckey.posix.NativeFunction;
import io.github.mckey.posix.ResultKind;
import java.lang.foreign.MemorySegment;

/**
 * The functions of an open device that the headers call inline, through {@code ibv_context.ops}.
 *
 * @param pollCq behind ibv_poll_cq(3)
 * @param reqNotifyCq behind ibv_req_notify_cq(3)
 * @param postSend behind ibv_post_send(3)
 * @param postRecv behind ibv_post_recv(3)
 */
record DeviceOps(
    NativeFunction pollCq,
    NativeFunction reqNotifyCq,
    NativeFunction postSend,
    NativeFunction postRecv) {

  /** Reads them from a {@code struct ibv_context}. */
  static DeviceOps of(long context) {
    MemorySegment device =
        Memory.at(context, Offsets.IBV_CONTEXT_OPS + Offsets.SIZEOF_IBV_CONTEXT_OPS);
    return new DeviceOps(
        function(device, Offsets.IBV_CONTEXT_OPS_POLL_CQ, "ibv_poll_cq", 3),
        function(device, Offsets.IBV_CONTEXT_OPS_REQ_NOTIFY_CQ, "ibv_req_notify_cq", 2),
        function(device, Offsets.IBV_CONTEXT_OPS_POST_SEND, "ibv_post_send", 3),
        function(device, Offsets.IBV_CONTEXT_OPS_POST_RECV, "ibv_post_recv", 3));
  }

  private static NativeFunction function(
      MemorySegment device, long member, String name, int arguments) {
    long function = Memory.pointer(device, Offsets.IBV_CONTEXT_OPS + member);
    return NativeFunction.at(name, ResultKind.INT, arguments, function);
  }
}
