/// How a comparison compares strings; without options, by their UTF-8 bytes.
public struct ComparisonOptions: OptionSet, Sendable, Hashable {
  /// Core Data's bits for c, d, n and l.
  public let rawValue: UInt

  /// Creates options from their bits.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// `[c]`: ignores case.
  public static let caseInsensitive = ComparisonOptions(rawValue: 1)
  /// `[d]`: ignores accents.
  public static let diacriticInsensitive = ComparisonOptions(rawValue: 2)
  /// `[n]`: the strings are already normalized, so their bytes are compared regardless of `[c]` and
  /// `[d]`.
  public static let normalized = ComparisonOptions(rawValue: 4)
  /// `[l]`: uses the rules of the user's language, like `localizedStandardCompare`.
  public static let localeSensitive = ComparisonOptions(rawValue: 8)

  /// `[w]`: after `CONTAINS`, requires each word of the right side to be the beginning of a word on
  /// the left, ignoring case, accents and width.
  ///
  /// The left side is an attribute with a `searchStyle` or, to search all searchable attributes of
  /// an object, `SELF` or a to-one relationship: `SELF CONTAINS[w] "apple 555"`. A store in a file
  /// uses its search index, which the first such fetch creates.
  public static let wordBased = ComparisonOptions(rawValue: 16)

  /// The options as written after an operator; empty without options.
  package var brackets: String { letters.isEmpty ? "" : "[\(letters)]" }

  /// The letters between the brackets, in the order c, d, n, l, w.
  var letters: String {
    Self.byLetter.filter { contains($0.option) }.map { String($0.letter) }.joined()
  }

  static let byLetter: [(letter: Unicode.Scalar, option: ComparisonOptions)] = [
    ("c", .caseInsensitive), ("d", .diacriticInsensitive), ("n", .normalized),
    ("l", .localeSensitive), ("w", .wordBased),
  ]
}
