/** RoCEv2 multicast over ordinary UDP sockets: no RDMA device, kernel module or privilege. */
@NullMarked
package io.github.mckey.transport.udp;

import org.jspecify.annotations.NullMarked;
