package io.github.mckey.transport;

/** Turns the text of an option into an address. */
public interface AddressResolver {
  /**
   * Looks a host name or numeric address up (getaddrinfo(3) without hints); the first answer
   * counts.
   *
   * @throws ResolutionException where there is none
   */
  NetworkAddress resolve(String name) throws ResolutionException;
}
