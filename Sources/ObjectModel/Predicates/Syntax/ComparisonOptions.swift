/// How the strings of a comparison are compared; without any option by their UTF-8 bytes.
public struct ComparisonOptions: OptionSet, Sendable, Hashable {
  /// Core Data's bits for c, d, n and l.
  public let rawValue: UInt

  /// Makes options of their bits.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// `[c]`: upper and lower case are the same.
  public static let caseInsensitive = ComparisonOptions(rawValue: 1)
  /// `[d]`: letters with and without accents are the same.
  public static let diacriticInsensitive = ComparisonOptions(rawValue: 2)
  /// `[n]`: the strings were normalized beforehand, so that their bytes are compared whatever `[c]`
  /// and `[d]` say.
  public static let normalized = ComparisonOptions(rawValue: 4)
  /// `[l]`: in the user's language, as `localizedStandardCompare` does.
  public static let localeSensitive = ComparisonOptions(rawValue: 8)

  /// `[w]`: behind `CONTAINS`, that each word of the right side is the beginning of a word on the
  /// left, whatever their case, accents and width are.
  ///
  /// The left side is an attribute with a `searchStyle`, or `SELF` or an object at the end of
  /// to-one relationships for all that such objects are found by: `SELF CONTAINS[w] "apple 555"`. A
  /// store in a file answers by its search index, which the first such fetch makes.
  public static let wordBased = ComparisonOptions(rawValue: 16)

  /// The options as they are written behind an operator, nothing without any.
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
