package io.github.mckey.host;

/**
 * An entry of a port's GID table.
 *
 * @param index its index
 * @param text the GID as sysfs writes it
 * @param type {@code RoCE v2}, {@code IB/RoCE v1}; empty where the kernel does not tell
 * @param netdev the network interface that it belongs to; empty on InfiniBand
 */
public record RdmaGid(int index, String text, String type, String netdev) {}
