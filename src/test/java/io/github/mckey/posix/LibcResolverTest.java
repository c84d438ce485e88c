package io.github.mckey.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.mckey.bindings.libc.Libc;
import io.github.mckey.transport.Gid;
import io.github.mckey.transport.NetworkAddress;
import io.github.mckey.transport.ResolutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LibcResolverTest {
  private final LibcResolver resolver = new LibcResolver();

  @ParameterizedTest
  @CsvSource({
    "239.1.1.1, EF010101",
    "0357.1.1.1, EF010101",
    "4009820417, EF010101",
    "239.1, EF000001",
    "0xef.0x1.257, EF010101",
  })
  void numbersAreReadAsLibcReadsThem(String name, String bits) throws ResolutionException {
    assertThat(resolver.resolve(name))
        .isEqualTo(new NetworkAddress.Ipv4(Integer.parseUnsignedInt(bits, 16)));
  }

  @Test
  void ipv6() throws ResolutionException {
    assertThat(resolver.resolve("ff12:401b::1"))
        .isEqualTo(new NetworkAddress.Ipv6(new Gid(0xff12401b00000000L, 1), 0));
  }

  @Test
  void scopeOfALinkLocalAddress() throws ResolutionException {
    assertThat(resolver.resolve("fe80::2%lo"))
        .isEqualTo(new NetworkAddress.Ipv6(new Gid(0xfe80000000000000L, 2), 1));
  }

  @Test
  void unknownNameHasLibcsCodeAndText() {
    ResolutionException failure =
        catchThrowableOfType(ResolutionException.class, () -> resolver.resolve("no such name"));
    assertThat(failure.code()).isEqualTo(Libc.EAI_NONAME());
    assertThat(failure.text()).isEqualTo("Name or service not known");
  }

  @Test
  void emptyNameIsAnError() {
    ResolutionException failure =
        catchThrowableOfType(ResolutionException.class, () -> resolver.resolve(""));
    assertThat(failure.code()).isNegative();
    assertThat(failure.text()).isNotEmpty();
  }
}
