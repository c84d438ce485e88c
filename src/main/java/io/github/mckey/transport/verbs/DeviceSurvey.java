package io.github.mckey.transport.verbs;

import io.github.mckey.posix.ErrorTexts;
import io.github.mckey.posix.Memory;
import io.github.mckey.posix.MissingLibraryException;
import io.github.mckey.posix.NativeCalls;
import io.github.mckey.posix.NativeFunction;
import io.github.mckey.posix.NativeLibrary;
import io.github.mckey.posix.ResultKind;
import io.github.mckey.transport.TransportException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/** Opens every RDMA device and asks for its limits; a run has no part in this. */
public final class DeviceSurvey {
  private static final String IBVERBS = "libibverbs.so.1";
  private static final long POINTER = Long.BYTES;

  private final Verbs verbs;
  private final NativeFunction getDeviceList;
  private final NativeFunction freeDeviceList;
  private final NativeFunction getDeviceName;
  private final NativeFunction openDevice;
  private final NativeFunction closeDevice;

  private DeviceSurvey() throws TransportException, MissingLibraryException {
    verbs = new Verbs(VerbsLibrary.load(), new NativeCalls());
    NativeLibrary ibverbs = NativeLibrary.open(IBVERBS);
    getDeviceList = ibverbs.function("ibv_get_device_list", ResultKind.LONG, 1);
    freeDeviceList = ibverbs.function("ibv_free_device_list", ResultKind.NOTHING, 1);
    getDeviceName = ibverbs.function("ibv_get_device_name", ResultKind.LONG, 1);
    openDevice = ibverbs.function("ibv_open_device", ResultKind.LONG, 1);
    closeDevice = ibverbs.function("ibv_close_device", ResultKind.INT, 1);
  }

  /** Returns what every device tells (ibv_get_device_list(3)); none where the libraries miss. */
  public static List<DeviceReport> take() {
    try {
      return new DeviceSurvey().all();
    } catch (TransportException | MissingLibraryException _) {
      return List.of();
    }
  }

  private List<DeviceReport> all() {
    List<DeviceReport> reports = new ArrayList<>();
    long list;
    int count;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment length = arena.allocate(ValueLayout.JAVA_INT);
      list = verbs.calls.callLong(getDeviceList, length.address());
      count = length.get(ValueLayout.JAVA_INT, 0);
    }
    if (list == 0) {
      return reports;
    }
    MemorySegment devices = MemorySegment.ofAddress(list).reinterpret(count * POINTER);
    for (int i = 0; i < count; i++) {
      reports.add(one(Memory.pointer(devices, i * POINTER)));
    }
    verbs.calls.run(freeDeviceList, list);
    return reports;
  }

  private DeviceReport one(long device) {
    String name = Memory.text(verbs.calls.callLong(getDeviceName, device));
    long context = verbs.calls.callLong(openDevice, device);
    if (context == 0) {
      int errno = verbs.calls.errno();
      return DeviceReport.failed(name, ErrorTexts.strerror(verbs.calls, errno));
    }
    try {
      return ask(name, context);
    } finally {
      verbs.calls.callInt(closeDevice, context);
    }
  }

  private DeviceReport ask(String name, long context) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment attributes = arena.allocate(Offsets.SIZEOF_IBV_DEVICE_ATTR, Long.BYTES);
      int result = verbs.calls.callInt(verbs.library.queryDevice, context, attributes.address());
      if (result != 0) {
        return DeviceReport.failed(name, ErrorTexts.strerror(verbs.calls, Math.abs(result)));
      }
      return new DeviceReport(
          name,
          null,
          attributes.get(ValueLayout.JAVA_INT, Offsets.IBV_DEVICE_ATTR_MAX_QP_WR),
          attributes.get(ValueLayout.JAVA_INT, Offsets.IBV_DEVICE_ATTR_MAX_CQE),
          attributes.get(ValueLayout.JAVA_INT, Offsets.IBV_DEVICE_ATTR_MAX_MCAST_GRP),
          attributes.get(ValueLayout.JAVA_INT, Offsets.IBV_DEVICE_ATTR_MAX_MCAST_QP_ATTACH),
          attributes.get(ValueLayout.JAVA_INT, Offsets.IBV_DEVICE_ATTR_MAX_TOTAL_MCAST_QP_ATTACH),
          mtus(
              context,
              Byte.toUnsignedInt(
                  attributes.get(ValueLayout.JAVA_BYTE, Offsets.IBV_DEVICE_ATTR_PHYS_PORT_CNT))));
    }
  }

  private List<Integer> mtus(long context, int ports) {
    List<Integer> mtus = new ArrayList<>();
    for (int port = 1; port <= ports; port++) {
      try {
        mtus.add(DeviceInfo.activeMtu(verbs, context, port));
      } catch (TransportException _) {
        mtus.add(0);
      }
    }
    return mtus;
  }
}
