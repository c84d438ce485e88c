package io.github.mckey.transport.udp;

import io.github.mckey.posix.ReceiveBatch;
import io.github.mckey.transport.CompletionBatch;
import io.github.mckey.transport.Gid;
import java.nio.ByteBuffer;
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
  private PayloadViews views = new PayloadViews(NO_PAYLOAD, 0, false);
  private int[] offsets = new int[1];
  private int[] viewNumbers = new int[1];

  /**
   * Makes room for the receives of one poll, and for one completion of sends.
   *
   * @param receives how many
   */
  void reserve(int receives) {
    int entries = receives + 1;
    statuses = new int[entries];
    lengths = new int[entries];
    immediates = new int[entries];
    haveImmediate = new boolean[entries];
    psns = new int[entries];
    sourceQpns = new int[entries];
    sources = new Gid[entries];
    Arrays.fill(sources, Gid.ZERO);
    offsets = new int[entries];
    viewNumbers = new int[entries];
  }

  /** Tells where the receives of this poll arrive. */
  void arriveIn(ReceiveRooms.Room room) {
    views = room.payloads();
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
    offsets[i] = 0;
  }

  /** Adds the message that the reader accepted last, from the batch's present datagram. */
  void addReceive(PacketReader packet, ReceiveBatch batch, Gid source) {
    int i = size++;
    statuses[i] = WorkStatus.SUCCESS;
    lengths[i] = packet.payloadBytes();
    haveImmediate[i] = packet.hasImmediate();
    immediates[i] = packet.immediate();
    psns[i] = packet.psn();
    sourceQpns[i] = packet.sourceQpn();
    sources[i] = source;
    offsets[i] = packet.payloadOffset();
    viewNumbers[i] = views.number(batch.slot(), batch.segment());
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
    int length = lengths[i];
    return length == 0 ? NO_PAYLOAD : views.of(viewNumbers[i], offsets[i], length);
  }
}
