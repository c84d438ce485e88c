package io.github.mckey.transport.verbs;

import io.github.mckey.config.PortSpace;
import org.jspecify.annotations.Nullable;

/**
 * What is set on every CM id of a transport.
 *
 * @param portSpace the port space
 * @param tos the traffic class of what is sent (RFC 2474), 0…255; null leaves it to the system
 */
record VerbsOptions(PortSpace portSpace, @Nullable Integer tos) {}
