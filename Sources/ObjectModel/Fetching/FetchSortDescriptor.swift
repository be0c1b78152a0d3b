/// By which property of the objects, in which direction and by which comparison a fetch sorts.
///
/// nil comes first ascending and last descending. Objects that compare as equal under every
/// descriptor of a fetch are in the order of their primary keys.
public struct FetchSortDescriptor: Sendable, Hashable {
  /// How strings are compared; other values have one order only.
  public enum Comparison: Sendable, Hashable, CaseIterable {
    /// By UTF-8 bytes.
    case binary
    /// By UTF-8 bytes after case folding.
    case caseInsensitive
    /// By UTF-8 bytes after case folding and without accents.
    case caseAndDiacriticInsensitive
    /// As the user's language and the Finder do: `item 9` before `item 10`.
    case localizedStandard

    /// The options of a predicate's comparison that order strings the same way.
    package var options: ComparisonOptions {
      switch self {
      case .binary: []
      case .caseInsensitive: .caseInsensitive
      case .caseAndDiacriticInsensitive: [.caseInsensitive, .diacriticInsensitive]
      case .localizedStandard: .localeSensitive
      }
    }
  }

  /// The key of an attribute or of a to-one relationship, or a path to one over to-one relationships.
  public let key: String

  /// Whether small values come first.
  public let ascending: Bool

  /// How strings are compared.
  public let comparison: Comparison

  /// Makes a sort by a key; it is checked when a fetch uses it.
  public init(key: String, ascending: Bool, comparison: Comparison = .binary) {
    self.key = key
    self.ascending = ascending
    self.comparison = comparison
  }

  /// The same sort the other way round.
  public var reversedSortDescriptor: FetchSortDescriptor {
    FetchSortDescriptor(key: key, ascending: !ascending, comparison: comparison)
  }
}
