import Rendering

/// Sentences wrapped into lines that fit a terminal.
///
/// A line is broken after a `·` where that is enough, otherwise between words; never inside a date,
/// a time or an amount. Continuation lines are indented further than first lines.
struct WrappedText {
  let width: Int

  private static let indent = 4

  /// The text with long lines broken.
  func text(of text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { wrapped(String($0)) }
      .joined(separator: "\n")
  }

  private func wrapped(_ line: String) -> String {
    guard DisplayWidth.of(line) > width else { return line }
    let margin = line.prefix { $0 == " " }
    let hanging = margin + String(repeating: " ", count: Self.indent)
    let pieces = Self.parts(of: line.dropFirst(margin.count)).flatMap { part in
      let whole = part.joined(separator: " ")
      return DisplayWidth.of(hanging + whole) <= width ? [whole] : part
    }
    return WrappedLines.wrap(pieces, indent: String(margin), hanging: String(hanging), width: width)
      .joined(separator: "\n")
  }

  /// The parts of a line, each ending with a `·` except the last, divided into pieces that must not
  /// be broken.
  private static func parts(of line: Substring) -> [[String]] {
    var parts: [[String]] = [[]]
    var last = ""
    for word in line.split(separator: " ").map(String.init) {
      if let piece = parts[parts.count - 1].last, isOne(last, word) {
        parts[parts.count - 1][parts[parts.count - 1].count - 1] = piece + " " + word
      } else {
        parts[parts.count - 1].append(word)
      }
      if word == "·" { parts.append([]) }
      last = word
    }
    return parts.filter { !$0.isEmpty }
  }

  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  /// Whether two words together form a date, a time or an amount, or the end of a part.
  private static func isOne(_ first: String, _ second: String) -> Bool {
    if second == "·" || first == "×" || second == "×" { return true }
    let (isNumber, isFollowed) = (second.first?.isNumber == true, first.last?.isNumber == true)
    if isNumber { return weekdays.contains(first) || first.count == 10 && second.contains(":") }
    return isFollowed && second.prefix(3).allSatisfy { $0.isUppercase } && second.count >= 3
  }
}
