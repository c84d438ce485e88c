package io.github.mckey.transport.udp;

import io.github.mckey.posix.ReceiveBatch;
import io.github.mckey.transport.CompletionBatch;
import io.github.mckey.transport.Gid;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** The completions of one poll: at most one for all sends so far, then the receives. */
final class UdpCompletions implements CompletionBatch {
  private static final ByteBuffer NO_PAYLOAD = ByteBuffer.allocate(0);

  private int size;
  private int sends;
  private int[] statuses = new int[1];
  private int[] lengths = new int[1];
  private int[] immediates = new int[1];
  private boolean[] haveImmediate = new boolean[1];
  private int[] psns = new int[1];
  private int[] sourceQpns = new int[1];
  private Gid[] sources = {Gid.ZERO};
  private ByteBuffer data = NO_PAYLOAD;
  private ByteBuffer[] views = {};
  private ByteBuffer[] payloads = {NO_PAYLOAD};

  /**
   * Makes room for the receives of one batch, and for one completion of sends.
   *
   * @param batchSlots datagrams of the batch
   * @param batch where they arrive
   * @param maxMessageBytes the longest payload
   */
  void reserve(int batchSlots, ReceiveBatch batch, int maxMessageBytes) {
    int entries = batchSlots + 1;
    statuses = new int[entries];
    lengths = new int[entries];
    immediates = new int[entries];
    haveImmediate = new boolean[entries];
    psns = new int[entries];
    sourceQpns = new int[entries];
    sources = new Gid[entries];
    Arrays.fill(sources, Gid.ZERO);
    payloads = new ByteBuffer[entries];
    Arrays.fill(payloads, NO_PAYLOAD);
    data = batch.data();
    views = new ByteBuffer[batchSlots];
    for (int slot = 0; slot < batchSlots; slot++) {
      views[slot] = view(batch.offset(slot) + RoceHeader.PAYLOAD, maxMessageBytes);
    }
  }

  private ByteBuffer view(int from, int bytes) {
    return data.slice(from, bytes).order(ByteOrder.BIG_ENDIAN);
  }

  /** Returns how many receives there are so far. */
  int receives() {
    return sends > 0 ? size - 1 : size;
  }

  void clear() {
    size = 0;
    sends = 0;
  }

  /** Adds the completion of all sends since the last one; before any receive. */
  void addSends(int count) {
    sends = count;
    statuses[size++] = WorkStatus.SUCCESS;
  }

  /** Adds a receive without data. */
  void addFailure(int status) {
    int i = size++;
    statuses[i] = status;
    lengths[i] = 0;
    haveImmediate[i] = false;
    psns[i] = -1;
    sourceQpns[i] = 0;
    sources[i] = Gid.ZERO;
    payloads[i] = NO_PAYLOAD;
  }

  /** Adds the message that the reader accepted last, which arrived in a slot of the batch. */
  void addReceive(PacketReader packet, int slot, Gid source) {
    int i = size++;
    statuses[i] = WorkStatus.SUCCESS;
    lengths[i] = packet.payloadBytes();
    haveImmediate[i] = packet.hasImmediate();
    immediates[i] = packet.immediate();
    psns[i] = packet.psn();
    sourceQpns[i] = packet.sourceQpn();
    sources[i] = source;
    payloads[i] =
        packet.hasImmediate()
            ? views[slot].clear().limit(packet.payloadBytes())
            : view(packet.payloadOffset(), packet.payloadBytes());
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public boolean isReceive(int i) {
    return i > 0 || sends == 0;
  }

  @Override
  public int status(int i) {
    return statuses[i];
  }

  @Override
  public int vendorError(int i) {
    return 0;
  }

  @Override
  public int retired(int i) {
    return isReceive(i) ? 1 : sends;
  }

  @Override
  public int length(int i) {
    return lengths[i];
  }

  @Override
  public boolean hasImmediate(int i) {
    return haveImmediate[i];
  }

  @Override
  public int immediate(int i) {
    return immediates[i];
  }

  @Override
  public int sourceQpn(int i) {
    return sourceQpns[i];
  }

  @Override
  public int psn(int i) {
    return psns[i];
  }

  @Override
  public Gid sourceGid(int i) {
    return sources[i];
  }

  @Override
  public ByteBuffer payload(int i) {
    return payloads[i];
  }
}
