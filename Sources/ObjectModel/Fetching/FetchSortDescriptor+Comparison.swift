import Foundation

extension FetchSortDescriptor {
  /// How strings are compared; other values have only one order.
  public enum Comparison: String, Sendable, Hashable, CaseIterable {
    /// By UTF-8 bytes: `compare:`.
    case binary = "compare:"
    /// By UTF-8 bytes after case folding: `caseInsensitiveCompare:`.
    case caseInsensitive = "caseInsensitiveCompare:"
    /// By UTF-8 bytes without accents.
    case diacriticInsensitive = "diacriticInsensitiveCompare:"
    /// By UTF-8 bytes after case folding and without accents.
    case caseAndDiacriticInsensitive = "caseAndDiacriticInsensitiveCompare:"
    /// By the rules of the user's language: `localizedCompare:`.
    case localized = "localizedCompare:"
    /// By the rules of the user's language, ignoring case: `localizedCaseInsensitiveCompare:`.
    case localizedCaseInsensitive = "localizedCaseInsensitiveCompare:"
    /// By the rules of the user's language, as the Finder sorts, with `item 9` before `item 10`:
    /// `localizedStandardCompare:`.
    case localizedStandard = "localizedStandardCompare:"

    /// The name of the corresponding method in Core Data. Comparisons without such a method are
    /// named in the same style.
    public var selector: String { rawValue }

    /// The options for folding strings before their bytes are compared; nil if the strings are
    /// compared by the rules of a language.
    package var folding: ComparisonOptions? {
      switch self {
      case .binary: []
      case .caseInsensitive: .caseInsensitive
      case .diacriticInsensitive: .diacriticInsensitive
      case .caseAndDiacriticInsensitive: [.caseInsensitive, .diacriticInsensitive]
      case .localized, .localizedCaseInsensitive, .localizedStandard: nil
      }
    }

    /// The order of two strings.
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

  /// The order of two values under the descriptor, including its direction; values of types that
  /// predicates do not support compare as equal.
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
