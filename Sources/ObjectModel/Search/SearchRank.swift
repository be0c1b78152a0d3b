/// How well an object fits what is searched for, the best first.
public enum SearchRank: Int, Sendable, Comparable, CaseIterable {
  /// One of its values is what was typed.
  case exact
  /// One of its values begins with what was typed.
  case beginning
  /// Each word that was typed is the beginning of a word in one of its values.
  case words

  public static func < (left: SearchRank, right: SearchRank) -> Bool {
    left.rawValue < right.rawValue
  }
}
