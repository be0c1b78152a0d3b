import Foundation

extension FetchSortDescriptor {
  /// How strings are compared; other values have one order only.
  public enum Comparison: String, Sendable, Hashable, CaseIterable {
    /// By UTF-8 bytes: `compare:`.
    case binary = "compare:"
    /// By UTF-8 bytes after case folding: `caseInsensitiveCompare:`.
    case caseInsensitive = "caseInsensitiveCompare:"
    /// By UTF-8 bytes without accents.
    case diacriticInsensitive = "diacriticInsensitiveCompare:"
    /// By UTF-8 bytes after case folding and without accents.
    case caseAndDiacriticInsensitive = "caseAndDiacriticInsensitiveCompare:"
    /// As the user's language does: `localizedCompare:`.
    case localized = "localizedCompare:"
    /// As the user's language does, small and capital letters alike:
    /// `localizedCaseInsensitiveCompare:`.
    case localizedCaseInsensitive = "localizedCaseInsensitiveCompare:"
    /// As the user's language and the Finder do, `item 9` before `item 10`:
    /// `localizedStandardCompare:`.
    case localizedStandard = "localizedStandardCompare:"

    /// The name of the method that compares so in Core Data. Those without a method there are named
    /// in the same manner.
    public var selector: String { rawValue }

    /// The options under which a text is folded before its bytes are compared; nil where the texts
    /// themselves are compared by the rules of a language.
    package var folding: ComparisonOptions? {
      switch self {
      case .binary: []
      case .caseInsensitive: .caseInsensitive
      case .diacriticInsensitive: .diacriticInsensitive
      case .caseAndDiacriticInsensitive: [.caseInsensitive, .diacriticInsensitive]
      case .localized, .localizedCaseInsensitive, .localizedStandard: nil
      }
    }

    /// The order of two texts.
    package func order(_ left: String, _ right: String) -> ComparisonResult {
      switch self {
      case .localized: left.localizedCompare(right)
      case .localizedCaseInsensitive: left.localizedCaseInsensitiveCompare(right)
      case .localizedStandard: left.localizedStandardCompare(right)
      default: left.ordered(to: right, options: folding ?? [])
      }
    }

    /// A total order of values: nil first.
    func order(_ left: AttributeValue, _ right: AttributeValue) -> ComparisonResult {
      if case (.string(let left), .string(let right)) = (left, right) { return order(left, right) }
      return ValueOrder.compareForSorting(left, right)
    }
  }

  /// The order of two values under the descriptor, its direction included; a value that no
  /// predicate knows has no order beside another one.
  package func order(_ left: Any?, _ right: Any?) -> ComparisonResult {
    let order =
      if let comparator, let left, let right {
        comparator(left, right)
      } else {
        comparison.order(AttributeValue(left) ?? .null, AttributeValue(right) ?? .null)
      }
    return ascending ? order : order.reversed
  }
}
