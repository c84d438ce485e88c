package io.github.mckey.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Holds JSON documents against the schema in docs. */
public final class Schemas {
  private static final Path FILE = Path.of("docs", "mckey.schema.json");

  private Schemas() {}

  /** Fails with what the schema says against the document. */
  public static void requireValid(String document) throws IOException {
    assertThat(complaints(document)).as(document).isEmpty();
  }

  /** Returns what the schema says against a document. */
  public static Iterable<String> complaints(String document) throws IOException {
    return schema().validate(document, InputFormat.JSON).stream().map(Object::toString).toList();
  }

  private static Schema schema() throws IOException {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(Files.readString(FILE), InputFormat.JSON);
  }
}
