package io.github.mckey.transport;

/** The steps that a transport can fail in, in the order in which a run takes them. */
public enum Step {
  /** Loading the libraries; nothing was called yet. */
  LOAD_LIBRARIES,
  /** rdma_create_event_channel(3). */
  CREATE_EVENT_CHANNEL,
  /** eventfd(2), for what ends a sleep. */
  PREPARE_WAITING,
  /** rdma_create_id(3). */
  CREATE_ID,
  /** rdma_set_option(3). */
  SET_OPTION,
  /** rdma_bind_addr(3). */
  BIND_ADDRESS,
  /** rdma_resolve_addr(3). */
  RESOLVE_ADDRESS,
  /** rdma_get_cm_event(3). */
  GET_CM_EVENT,
  /** ibv_query_port(3). */
  QUERY_PORT,
  /** ibv_alloc_pd(3). */
  ALLOCATE_PD,
  /** ibv_create_comp_channel(3) and ibv_create_cq(3). */
  CREATE_CQ,
  /** rdma_create_qp(3). */
  CREATE_QP,
  /** ibv_reg_mr(3). */
  REGISTER_MR,
  /** ibv_post_recv(3). */
  POST_RECEIVE,
  /** rdma_join_multicast_ex(3). */
  JOIN,
  /** ibv_create_ah(3). */
  CREATE_AH,
  /** ibv_post_send(3). */
  POST_SEND,
  /** ibv_poll_cq(3). */
  POLL_CQ,
  /** ibv_req_notify_cq(3), ibv_get_cq_event(3), poll(2): waiting for something to happen. */
  WAIT,
  /** rdma_leave_multicast(3). */
  LEAVE,
  /** Destroying an object. */
  DESTROY
}
