package io.github.mckey.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Against this machine's own files, which are read unlike those on a disk. */
class SystemFilesTest {
  private final SystemFiles files = new SystemFiles(Path.of("/"));

  /** No kernel allows fewer than 301 (pid_max, proc_sys_kernel(5)). */
  @Test
  void aSysctlIsReadToItsLastDigit() {
    assertThat(files.number("proc/sys/kernel/pid_max")).isGreaterThanOrEqualTo(301);
  }

  @Test
  void whatIsNotThereIsEmpty() {
    assertThat(files.text("proc/sys/kernel/no_such_thing")).isEmpty();
    assertThat(files.text("proc/sys/kernel")).isEmpty();
    assertThat(files.number("proc/sys/kernel/no_such_thing")).isEqualTo(-1);
  }
}
