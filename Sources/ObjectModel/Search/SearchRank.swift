/// How well an object matches a search, best first.
public enum SearchRank: Int, Sendable, Comparable, CaseIterable {
  /// One of its values equals the typed text.
  case exact
  /// One of its values begins with the typed text.
  case beginning
  /// Each typed word is the beginning of a word in one of its values.
  case words

  public static func < (left: SearchRank, right: SearchRank) -> Bool {
    left.rawValue < right.rawValue
  }
}
