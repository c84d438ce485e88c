package io.github.mckey.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.config.SourceChoice;
import io.github.mckey.measure.ClockTrust;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class JsonDocumentTest {
  @ParameterizedTest
  @EnumSource(ClockTrust.class)
  void aReceiversDocumentFollowsTheSchema(ClockTrust clock) throws IOException {
    Schemas.requireValid(JsonDocument.of(Samples.receiver(clock)));
  }

  @Test
  void aSendersDocumentFollowsTheSchema() throws IOException {
    Schemas.requireValid(JsonDocument.of(Samples.sender()));
  }

  @Test
  void namesTheInterfaceOrDeviceOfARun() throws IOException {
    String byInterface = JsonDocument.of(Samples.refused(new SourceChoice.Interface("eth0")));
    Schemas.requireValid(byInterface);
    assertThat(byInterface).contains("\"bind\":null,\"interface\":\"eth0\"");
    String byDevice = JsonDocument.of(Samples.refused(new SourceChoice.Device("mlx5_0", 2)));
    Schemas.requireValid(byDevice);
    assertThat(byDevice).contains("\"bind\":null,\"device\":\"mlx5_0:2\"");
  }

  @Test
  void isOneLineAndHoldsTheFigures() {
    String document = JsonDocument.of(Samples.receiver(ClockTrust.SAME_CLOCK));
    assertThat(document).endsWith("}\n").hasLineCount(1);
    assertThat(document)
        .contains("\"status\":-110,\"exitStatus\":146")
        .contains("\"lost\":2,\"duplicate\":1,\"reordered\":3,\"corrupt\":4")
        .contains("\"runId\":2147483648")
        .contains("\"mgid\":\"::ffff:239.1.1.1\"")
        .contains("\"latencyNs\":{\"min\":10000,\"p50\":20000,\"p99\":30000,\"max\":40000}")
        .contains("\"refused\":{\"bad-icrc\":2}")
        .contains("\"started\":\"2026-11-30T00:53:20.123456789Z");
  }

  /** The schema is a check only if it refuses something. */
  @Test
  void theSchemaRefusesWhatIsNotDescribed() throws IOException {
    String document = JsonDocument.of(Samples.receiver(ClockTrust.SAME_CLOCK));
    assertThat(Schemas.complaints(document.replace("\"lost\":2", "\"lost\":-2"))).isNotEmpty();
    assertThat(Schemas.complaints(document.replace("\"jitterNs\"", "\"jiterNs\""))).isNotEmpty();
    assertThat(Schemas.complaints(document.replace("\"schema\":1", "\"schema\":2"))).isNotEmpty();
  }
}
