import CommandKit

/// A key to sort by, with its direction.
package struct SortTerm: Sendable, Hashable {
  /// How text is compared.
  package enum Comparison: String, Sendable, Hashable, CaseIterable {
    /// By its bytes.
    case binary
    /// Capitals aside.
    case caseInsensitive = "caseinsensitive"
    /// As people of the place sort, numbers in text by their value: 2 before 10.
    case localized
  }

  /// The attribute or key path, or the name of a column.
  package let key: String

  /// Whether small values come first, as they do unless `desc` is said.
  package let isAscending: Bool

  /// How text is compared.
  package let comparison: Comparison

  /// Where the key stands.
  package let range: SourceRange
}
