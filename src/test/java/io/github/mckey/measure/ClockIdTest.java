package io.github.mckey.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClockIdTest {
  @TempDir Path folder;

  @Test
  void isUnknownWhereTheKernelDoesNotShowIt() throws IOException {
    Path empty = Files.writeString(folder.resolve("empty"), "\n");
    assertThat(ClockId.of(folder.resolve("none").toString())).isZero();
    assertThat(ClockId.of(empty.toString())).isZero();
  }

  /** "123456789" is the check text of every CRC catalogue. */
  @Test
  void isTheCrcOfTheText() throws IOException {
    Path file = Files.writeString(folder.resolve("boot_id"), "123456789");
    assertThat(ClockId.of(file.toString())).isEqualTo(0xe3069283);
  }

  @Test
  void isTheSameEachTime() {
    assertThat(ClockId.ofHost()).isEqualTo(ClockId.ofHost());
  }
}
