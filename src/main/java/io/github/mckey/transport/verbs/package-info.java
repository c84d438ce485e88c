/**
 * The transport over RDMA devices: librdmacm and libibverbs, called through the FFM API. Every
 * object of the verbs has a wrapper of its name here, which owns it; what C calls it makes stands
 * in its comments. No memory segment leaves this package.
 */
@NullMarked
package io.github.mckey.transport.verbs;

import org.jspecify.annotations.NullMarked;
