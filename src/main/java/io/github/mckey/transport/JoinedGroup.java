package io.github.mckey.transport;

/**
 * The UD parameters of a joined group ({@code struct rdma_ud_param} of a MULTICAST_JOIN event).
 *
 * @param mgid the group's MGID, {@code ah_attr.grh.dgid}
 * @param mlid the multicast LID, {@code ah_attr.dlid}, 0…0xFFFF; 0 on RoCE
 * @param sl the service level, 0…15
 * @param qpn the destination QP number, 0xFFFFFF for multicast
 * @param qkey the Q_Key
 */
public record JoinedGroup(Gid mgid, int mlid, int sl, int qpn, int qkey) {}
