package io.github.mckey.transport.verbs;

import io.github.mckey.bindings.rdma.ibv_context;
import io.github.mckey.bindings.rdma.ibv_context_ops;
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
    MemorySegment ops = ibv_context.ops(Native.at(context, ibv_context.layout()));
    return new DeviceOps(
        function("ibv_poll_cq", 3, ibv_context_ops.poll_cq(ops)),
        function("ibv_req_notify_cq", 2, ibv_context_ops.req_notify_cq(ops)),
        function("ibv_post_send", 3, ibv_context_ops.post_send(ops)),
        function("ibv_post_recv", 3, ibv_context_ops.post_recv(ops)));
  }

  private static NativeFunction function(String name, int arguments, MemorySegment pointer) {
    return NativeFunction.at(name, ResultKind.INT, arguments, pointer.address());
  }
}
