package io.github.mckey.standin;

/**
 * One line of a report that tells of a call: {@code call FUNC ARGS -> RESULT}.
 *
 * @param thread the caller's thread, 0 for the first one that called anything
 * @param function the C function
 * @param arguments what it was given
 * @param result what it gave back
 */
public record Call(int thread, String function, String arguments, String result) {
  static Call parse(String line) {
    int head = line.indexOf(' ');
    int arrow = line.lastIndexOf(" -> ");
    int name = line.indexOf(' ', head + 1);
    String thread = line.substring("call".length(), head);
    return new Call(
        thread.isEmpty() ? 0 : Integer.parseInt(thread.substring(".t".length())),
        line.substring(head + 1, name),
        name < arrow ? line.substring(name + 1, arrow) : "",
        line.substring(arrow + " -> ".length()));
  }

  /** Returns whether the call reports an error by its function's own contract. */
  public boolean failed() {
    return !result.equals("ok")
        && !result.equals("0")
        && !result.startsWith("0 ")
        && (result.startsWith("-")
            || result.startsWith("null ")
            || Character.isUpperCase(result.charAt(0)));
  }

  /** Returns the name of the errno value that a failed call gave. */
  public String errno() {
    return result.substring(result.lastIndexOf(' ') + 1);
  }

  @Override
  public String toString() {
    return function + (arguments.isEmpty() ? "" : " " + arguments) + " -> " + result;
  }
}
