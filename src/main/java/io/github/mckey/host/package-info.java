/** What this host has: interfaces, RDMA devices, routes; and the address that a run speaks from. */
@NullMarked
package io.github.mckey.host;

import org.jspecify.annotations.NullMarked;
