package io.github.mckey.transport.verbs;

/**
 * Sizes of C structures, and where their members lie, in bytes: numbers that the compiler puts in
 * place. The generated classes give the same, but each computes a chain of layouts and method
 * handles first, for all members: together a third of a start. {@code OffsetsTest} compares every
 * one of these with theirs, by its name.
 */
final class Offsets {
  static final long SIZEOF_IBV_AH_ATTR = 32;
  static final long IBV_AH_ATTR_GRH = 0;
  static final long IBV_AH_ATTR_DLID = 24;
  static final long IBV_AH_ATTR_SL = 26;

  static final long SIZEOF_IBV_COMP_CHANNEL = 16;
  static final long IBV_COMP_CHANNEL_FD = 8;

  static final long IBV_CONTEXT_OPS = 8;

  static final long SIZEOF_IBV_CONTEXT_OPS = 256;
  static final long IBV_CONTEXT_OPS_POLL_CQ = 88;
  static final long IBV_CONTEXT_OPS_REQ_NOTIFY_CQ = 96;
  static final long IBV_CONTEXT_OPS_POST_SEND = 200;
  static final long IBV_CONTEXT_OPS_POST_RECV = 208;

  static final long SIZEOF_IBV_DEVICE_ATTR = 232;
  static final long IBV_DEVICE_ATTR_MAX_CQE = 132;
  static final long IBV_DEVICE_ATTR_MAX_QP_WR = 112;
  static final long IBV_DEVICE_ATTR_MAX_MCAST_GRP = 188;
  static final long IBV_DEVICE_ATTR_MAX_MCAST_QP_ATTACH = 192;
  static final long IBV_DEVICE_ATTR_MAX_TOTAL_MCAST_QP_ATTACH = 196;
  static final long IBV_DEVICE_ATTR_PHYS_PORT_CNT = 227;

  static final long IBV_GLOBAL_ROUTE_DGID = 0;

  static final long SIZEOF_IBV_GRH = 40;

  static final long SIZEOF_IBV_MR = 48;
  static final long IBV_MR_LKEY = 36;

  static final long SIZEOF_IBV_PORT_ATTR = 52;
  static final long IBV_PORT_ATTR_ACTIVE_MTU = 8;

  static final long IBV_QP_QP_NUM = 52;

  static final long IBV_QP_CAP_MAX_SEND_WR = 0;
  static final long IBV_QP_CAP_MAX_RECV_WR = 4;
  static final long IBV_QP_CAP_MAX_SEND_SGE = 8;
  static final long IBV_QP_CAP_MAX_RECV_SGE = 12;

  static final long IBV_QP_INIT_ATTR_QP_CONTEXT = 0;
  static final long IBV_QP_INIT_ATTR_SEND_CQ = 8;
  static final long IBV_QP_INIT_ATTR_RECV_CQ = 16;
  static final long IBV_QP_INIT_ATTR_CAP = 32;
  static final long IBV_QP_INIT_ATTR_QP_TYPE = 52;

  static final long SIZEOF_IBV_QP_INIT_ATTR_EX = 136;
  static final long IBV_QP_INIT_ATTR_EX_COMP_MASK = 60;
  static final long IBV_QP_INIT_ATTR_EX_PD = 64;
  static final long IBV_QP_INIT_ATTR_EX_CREATE_FLAGS = 80;

  static final long SIZEOF_IBV_RECV_WR = 32;
  static final long IBV_RECV_WR_WR_ID = 0;
  static final long IBV_RECV_WR_NEXT = 8;
  static final long IBV_RECV_WR_SG_LIST = 16;
  static final long IBV_RECV_WR_NUM_SGE = 24;

  static final long SIZEOF_IBV_SEND_WR = 128;
  static final long IBV_SEND_WR_OPCODE = 28;
  static final long IBV_SEND_WR_SEND_FLAGS = 32;
  static final long IBV_SEND_WR_IMM_DATA = 36;
  static final long IBV_SEND_WR_WR_UD_AH = 40;
  static final long IBV_SEND_WR_WR_UD_REMOTE_QPN = 48;
  static final long IBV_SEND_WR_WR_UD_REMOTE_QKEY = 52;

  static final long SIZEOF_IBV_SGE = 16;
  static final long IBV_SGE_ADDR = 0;
  static final long IBV_SGE_LENGTH = 8;
  static final long IBV_SGE_LKEY = 12;

  static final long SIZEOF_IBV_WC = 48;
  static final long IBV_WC_WR_ID = 0;
  static final long IBV_WC_STATUS = 8;
  static final long IBV_WC_VENDOR_ERR = 16;
  static final long IBV_WC_BYTE_LEN = 20;
  static final long IBV_WC_IMM_DATA = 24;
  static final long IBV_WC_SRC_QP = 32;
  static final long IBV_WC_WC_FLAGS = 36;

  static final long SIZEOF_RDMA_CM_EVENT = 80;
  static final long RDMA_CM_EVENT_ID = 0;
  static final long RDMA_CM_EVENT_EVENT = 16;
  static final long RDMA_CM_EVENT_STATUS = 20;
  static final long RDMA_CM_EVENT_PARAM_UD = 24;

  static final long SIZEOF_RDMA_CM_ID = 416;
  static final long RDMA_CM_ID_VERBS = 0;
  static final long RDMA_CM_ID_CONTEXT = 16;
  static final long RDMA_CM_ID_QP = 24;
  static final long RDMA_CM_ID_PORT_NUM = 348;

  static final long SIZEOF_RDMA_CM_JOIN_MC_ATTR_EX = 16;
  static final long RDMA_CM_JOIN_MC_ATTR_EX_COMP_MASK = 0;
  static final long RDMA_CM_JOIN_MC_ATTR_EX_JOIN_FLAGS = 4;
  static final long RDMA_CM_JOIN_MC_ATTR_EX_ADDR = 8;

  static final long SIZEOF_RDMA_EVENT_CHANNEL = 4;
  static final long RDMA_EVENT_CHANNEL_FD = 0;

  static final long RDMA_UD_PARAM_AH_ATTR = 16;
  static final long RDMA_UD_PARAM_QP_NUM = 48;
  static final long RDMA_UD_PARAM_QKEY = 52;

  static final long SOCKADDR_IB_SIB_FAMILY = 0;
  static final long SOCKADDR_IB_SIB_ADDR = 8;

  static final long SOCKADDR_IN_SIN_FAMILY = 0;
  static final long SOCKADDR_IN_SIN_ADDR = 4;

  static final long SOCKADDR_IN6_SIN6_FAMILY = 0;
  static final long SOCKADDR_IN6_SIN6_ADDR = 8;
  static final long SOCKADDR_IN6_SIN6_SCOPE_ID = 24;

  static final long SIZEOF_SOCKADDR_STORAGE = 128;

  private Offsets() {}
}
