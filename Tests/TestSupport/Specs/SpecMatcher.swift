/// Compares an output with what a spec expects.
///
/// A line `...` stands for any number of lines, `[..]` inside a line for any text. Spaces at the
/// end of a line and empty lines at the end of an output do not count, since editors strip them.
public enum SpecMatcher {
  /// The index of the first expected line that does not fit, which is their number when only the
  /// output goes on; nil when all fits.
  public static func firstMismatch(_ expected: [String], _ actual: [String]) -> Int? {
    let pattern = trimmed(expected)
    let lines = trimmed(actual)
    let reached = match(pattern, lines, isGap: { $0 == "..." }, fits: fits)
    return reached.matches ? nil : min(reached.furthest, pattern.count)
  }

  /// The lines without spaces at their ends, and without the empty ones at the end.
  static func trimmed(_ lines: [String]) -> [String] {
    var result = lines.map { line in
      String(line.reversed().drop(while: \.isWhitespace).reversed())
    }
    while result.last == "" {
      result.removeLast()
    }
    return result
  }

  private static func fits(_ pattern: String, _ line: String) -> Bool {
    guard pattern.contains("[..]") else { return pattern == line }
    // A gap is a piece of its own; nil marks it.
    var pieces: [Character?] = []
    var rest = pattern[...]
    while let character = rest.first {
      if rest.hasPrefix("[..]") {
        pieces.append(nil)
        rest = rest.dropFirst(4)
      } else {
        pieces.append(character)
        rest = rest.dropFirst()
      }
    }
    return match(pieces, Array(line), isGap: { $0 == nil }, fits: { $0 == $1 }).matches
  }

  /// Matches a pattern with gaps by going back to the last gap only, which is always enough.
  private static func match<Piece, Element>(
    _ pattern: [Piece], _ elements: [Element], isGap: (Piece) -> Bool,
    fits: (Piece, Element) -> Bool
  ) -> (matches: Bool, furthest: Int) {
    var next = 0
    var element = 0
    var furthest = 0
    var gap: (after: Int, element: Int)?
    while element < elements.count {
      if next < pattern.count, isGap(pattern[next]) {
        gap = (next + 1, element)
        next += 1
      } else if next < pattern.count, fits(pattern[next], elements[element]) {
        next += 1
        element += 1
      } else if let last = gap {
        gap = (last.after, last.element + 1)
        next = last.after
        element = last.element + 1
      } else {
        return (false, max(furthest, next))
      }
      furthest = max(furthest, next)
    }
    while next < pattern.count, isGap(pattern[next]) {
      next += 1
    }
    return (next == pattern.count, max(furthest, next))
  }
}
