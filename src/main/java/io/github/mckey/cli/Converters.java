package io.github.mckey.cli;

import io.github.mckey.config.PortSpace;
import io.github.mckey.config.SourceChoice;
import io.github.mckey.config.TransportKind;
import io.github.mckey.transport.Gid;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * How the options read their values. A converter refuses a value with the rest of the sentence that
 * begins with the option's name: what it takes.
 */
final class Converters {
  private Converters() {}

  /** Takes the text as it is. */
  static final class Text implements ITypeConverter<String> {
    @Override
    public String convert(String value) {
      return value;
    }
  }

  /** Takes decimal numbers from a lowest to a highest. */
  static final class WholeNumber implements ITypeConverter<Long> {
    private final long lowest;
    private final long highest;

    WholeNumber(long lowest, long highest) {
      this.lowest = lowest;
      this.highest = highest;
    }

    @Override
    public Long convert(String value) {
      long number = CNumbers.decimal(value);
      if (number < lowest || number > highest) {
        throw new TypeConversionException(
            highest == Long.MAX_VALUE
                ? "takes a whole number, " + lowest + " or more"
                : "takes a whole number from " + lowest + " to " + highest);
      }
      return number;
    }
  }

  /** Takes a decimal number of seconds; gives nanoseconds. */
  static final class Seconds implements ITypeConverter<Long> {
    /** A year; longer pauses are typing mistakes. */
    private static final long MOST = 366L * 24 * 3600;

    private static final int NANO_DIGITS = 9;
    private final long lowestNanos;

    Seconds(long lowestNanos) {
      this.lowestNanos = lowestNanos;
    }

    @Override
    public Long convert(String value) {
      int point = value.indexOf('.');
      String whole = point < 0 ? value : value.substring(0, point);
      String fraction = point < 0 ? "0" : value.substring(point + 1);
      long seconds = digits(whole);
      long nanos = digits(fraction);
      if (seconds < 0 || nanos < 0 || seconds > MOST) {
        throw refused();
      }
      for (int i = fraction.length(); i < NANO_DIGITS; i++) {
        nanos *= 10;
      }
      long all = seconds * 1_000_000_000L + nanos;
      if (all < lowestNanos) {
        throw refused();
      }
      return all;
    }

    private TypeConversionException refused() {
      String lowest =
          switch ((int) lowestNanos) {
            case 0 -> "from 0";
            case 1 -> "above 0";
            default -> "from 0.001";
          };
      return new TypeConversionException(
          "takes seconds " + lowest + " to " + MOST + ", decimals allowed");
    }

    /** Returns what the digits say, or -1 where there are none or anything else. */
    private static long digits(String text) {
      if (text.isEmpty() || text.length() > NANO_DIGITS) {
        return -1;
      }
      long number = 0;
      for (int i = 0; i < text.length(); i++) {
        char digit = text.charAt(i);
        if (digit < '0' || digit > '9') {
          return -1;
        }
        number = number * 10 + (digit - '0');
      }
      return number;
    }
  }

  /** Takes decimal numbers, without an exponent, from a lowest to a highest. */
  static final class Decimal implements ITypeConverter<Double> {
    private final double lowest;
    private final double highest;

    Decimal(double lowest, double highest) {
      this.lowest = lowest;
      this.highest = highest;
    }

    @Override
    public Double convert(String value) {
      double number = isPlain(value) ? Double.parseDouble(value) : Double.NaN;
      if (!(number >= lowest && number <= highest)) {
        throw new TypeConversionException(
            (lowest > 0 ? "takes a number above 0 up to " : "takes a number from 0 to ")
                + (long) highest
                + ", decimals allowed");
      }
      return number;
    }

    private static boolean isPlain(String text) {
      int digits = 0;
      int points = 0;
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        digits += c >= '0' && c <= '9' ? 1 : 0;
        points += c == '.' ? 1 : 0;
      }
      return digits > 0 && points <= 1 && digits + points == text.length();
    }
  }

  /** Takes the numbers of the two port spaces in every spelling that strtol(3) reads. */
  static final class PortSpaces implements ITypeConverter<PortSpace> {
    @Override
    public PortSpace convert(String value) {
      long number = CNumbers.anyBase(value);
      if (number == PortSpace.UDP.number()) {
        return PortSpace.UDP;
      }
      if (number == PortSpace.IPOIB.number()) {
        return PortSpace.IPOIB;
      }
      throw new TypeConversionException("takes 0x111 (UDP) or 0x2 (IPoIB)");
    }
  }

  /** Takes an MGID in IPv6 notation, or {@code 0} for the zero one. */
  static final class Mgid implements ITypeConverter<Gid> {
    @Override
    public Gid convert(String value) {
      Gid mgid = value.equals("0") ? Gid.ZERO : Gid.parse(value);
      if (mgid == null) {
        throw new TypeConversionException("takes an MGID in IPv6 notation, or 0");
      }
      return mgid;
    }
  }

  /** Takes the name of a network interface, as the kernel limits it (netdevice(7)). */
  static final class Interfaces implements ITypeConverter<SourceChoice> {
    /** IFNAMSIZ less the closing NUL. */
    private static final int LONGEST = 15;

    @Override
    public SourceChoice convert(String value) {
      if (value.isEmpty() || value.length() > LONGEST || value.indexOf('/') >= 0) {
        throw new TypeConversionException("takes the name of a network interface");
      }
      return new SourceChoice.Interface(value);
    }
  }

  /** Takes the name of an RDMA device, with or without a colon and a port. */
  static final class Devices implements ITypeConverter<SourceChoice> {
    private static final int LAST_PORT = 255;

    @Override
    public SourceChoice convert(String value) {
      int colon = value.indexOf(':');
      String name = colon < 0 ? value : value.substring(0, colon);
      long port = colon < 0 ? SourceChoice.ONLY_PORT : CNumbers.decimal(value.substring(colon + 1));
      boolean known = colon < 0 || (port >= 1 && port <= LAST_PORT);
      if (name.isEmpty() || name.indexOf('/') >= 0 || !known) {
        throw new TypeConversionException(
            "takes the name of an RDMA device, or NAME:PORT with a port from 1 to " + LAST_PORT);
      }
      return new SourceChoice.Device(name, (int) port);
    }
  }

  /** Takes {@code verbs} or {@code udp}. */
  static final class Transports implements ITypeConverter<TransportKind> {
    @Override
    public TransportKind convert(String value) {
      if (value.equals("verbs")) {
        return TransportKind.VERBS;
      }
      if (value.equals("udp")) {
        return TransportKind.UDP;
      }
      throw new TypeConversionException("takes verbs or udp");
    }
  }
}
