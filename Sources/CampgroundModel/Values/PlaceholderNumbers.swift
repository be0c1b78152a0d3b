import ObjectGraph

/// Placeholder numbers for objects in a scratch pad, until the store assigns theirs: negative and
/// ascending, so that objects are listed in the order in which they were made.
public struct PlaceholderNumbers: Sendable, Hashable, Codable {
  private static let base: Int64 = -1_000_000_000

  /// The last number given for each letter.
  private var last: [String: Int64] = [:]

  /// Makes a counter that has given no numbers yet.
  public init() {}

  /// The next number for a letter.
  package mutating func next(_ letter: String) -> Int64 {
    let number = last[letter, default: Self.base] + 1
    last[letter] = number
    return number
  }

  /// The code of a letter and a number.
  package static func code(_ letter: String, _ number: Int64) -> String {
    (base + 1..<0).contains(number) ? "\(letter)-new\(number - base)" : "\(letter)-\(number)"
  }

  /// A text in which the codes that the store assigned replace the placeholders.
  package static func replaced(in text: String, by numbers: [String: [Int64: Int64]]) -> String {
    // Most texts have none, and making the expression costs more than looking for it.
    guard text.contains("-new") else { return text }
    return text.replacing(#/\b([A-Za-z])-new[0-9]+\b/#) { match in
      let letter = match.1.uppercased()
      let number = number(in: String(match.0), letter: letter).flatMap { numbers[letter]?[$0] }
      return number.map { code(letter, $0) } ?? String(match.0)
    }
  }

  /// The number in a code, `R-1`, `r-1` or `R-new1`, negative for a placeholder; nil for text that
  /// is not a code.
  package static func number(in code: String, letter: String) -> Int64? {
    let code = code.lowercased()
    let prefix = letter.lowercased() + "-"
    guard code.hasPrefix(prefix) else { return nil }
    let isPlaceholder = code.hasPrefix(prefix + "new")
    let digits = code.dropFirst(prefix.count + (isPlaceholder ? 3 : 0))
    guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    guard isPlaceholder else { return Int64(digits) }
    return Int64(digits).flatMap { (1..<(-base)).contains($0) ? base + $0 : nil }
  }
}
