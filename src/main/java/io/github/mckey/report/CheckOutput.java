package io.github.mckey.report;

import io.github.mckey.check.Finding;
import io.github.mckey.check.Preflight;
import io.github.mckey.config.Version;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** The findings of a preflight, for people or as JSON. */
public final class CheckOutput {
  private static final int LEVEL_WIDTH = 9;

  private CheckOutput() {}

  /** Returns a line per finding and a verdict. */
  public static String text(List<Finding> findings) {
    StringBuilder text = new StringBuilder();
    int failures = 0;
    int warnings = 0;
    for (Finding finding : findings) {
      String level = name(finding.level());
      text.append(level).append(" ".repeat(LEVEL_WIDTH - level.length()));
      text.append(finding.subject()).append(": ").append(finding.text());
      if (finding.remedy() != null) {
        text.append(" -> ").append(finding.remedy());
      }
      text.append('\n');
      failures += finding.level() == Finding.Level.FAILURE ? 1 : 0;
      warnings += finding.level() == Finding.Level.WARNING ? 1 : 0;
    }
    text.append(failures == 0 ? "mckey can run here" : "mckey cannot run here");
    return text.append(": ")
        .append(failures)
        .append(" failures, ")
        .append(warnings)
        .append(" warnings\n")
        .toString();
  }

  /** Returns the findings as a document of the schema's kind {@code check}. */
  public static String json(List<Finding> findings) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      json.writeNumberProperty("schema", JsonDocument.SCHEMA_VERSION);
      json.writeStringProperty("kind", "check");
      json.writeStringProperty("version", Version.TEXT);
      json.writeNumberProperty("exitStatus", Preflight.exitStatus(findings));
      json.writeArrayPropertyStart("findings");
      for (Finding finding : findings) {
        json.writeStartObject();
        json.writeStringProperty("level", name(finding.level()));
        json.writeStringProperty("subject", finding.subject());
        json.writeStringProperty("text", finding.text());
        String remedy = finding.remedy();
        if (remedy != null) {
          json.writeStringProperty("remedy", remedy);
        }
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    return text.append('\n').toString();
  }

  /** Writes the document to a file; returns whether that worked, and says so where it did not. */
  public static boolean write(List<Finding> findings, String file, LineOutput err) {
    try {
      Files.writeString(Path.of(file), json(findings));
      return true;
    } catch (IOException e) {
      err.line("mckey: cannot write the JSON document: " + e.getMessage());
      return false;
    }
  }

  private static String name(Finding.Level level) {
    return level.name().toLowerCase(Locale.ROOT);
  }
}
