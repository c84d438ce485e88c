package io.github.mckey.transport.verbs;

import io.github.mckey.bindings.OffsetCheck;
import io.github.mckey.standin.StandIns;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The sizes and offsets that were written by hand are those of the headers. */
class OffsetsTest {
  @BeforeAll
  static void load() {
    StandIns.load(); // some structures load the libraries
  }

  @Test
  void areTheGeneratedOnes() throws ReflectiveOperationException {
    OffsetCheck.assertMatches(Offsets.class, "rdma");
  }
}
