import CommandKit

/// A key to sort by, with its direction.
public struct SortTerm: Sendable, Hashable {
  /// How text is compared.
  public enum Comparison: String, Sendable, Hashable, CaseIterable {
    /// By its bytes.
    case binary
    /// Capitals aside.
    case caseInsensitive = "caseinsensitive"
    /// As people of the place sort, numbers in text by their value: 2 before 10.
    case localized
  }

  /// The attribute or key path, or the name of a column.
  public let key: String

  /// Whether small values come first, as they do unless `desc` is said.
  public let isAscending: Bool

  /// How text is compared.
  public let comparison: Comparison

  /// Where the key stands.
  public let range: SourceRange
}
