/// A key to sort by, with its direction.
public struct SortTerm: Sendable, Hashable {
  /// The attribute or key path.
  public let key: String

  /// Whether small values come first, as they do unless `desc` is said.
  public let isAscending: Bool

  /// Where the key stands.
  public let range: SourceRange
}
