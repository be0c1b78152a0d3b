/// How the two sides of a comparison relate.
///
/// A new operator takes a case here, and where it is a word its place among
/// `FormatToken.keywords`; what the resolver asks of its sides in `PredicateWalk.check` and
/// `PredicateWalk.comparison`; its answer in `ComparisonOperator.holds`; its text in
/// `SQLCompiler.holds`; and its number in `ComparisonPredicate.Operator`. Printing goes by the case.
package enum ComparisonOperator: String, Sendable, Hashable, CaseIterable {
  case equal = "=="
  case notEqual = "!="
  case lessThan = "<"
  case lessThanOrEqual = "<="
  case greaterThan = ">"
  case greaterThanOrEqual = ">="
  /// Inclusive at both ends.
  case between = "BETWEEN"
  case `in` = "IN"
  case beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH"
  case contains = "CONTAINS"
  /// Wildcards `*` and `?`.
  case like = "LIKE"
  /// A regular expression over the whole string.
  case matches = "MATCHES"

  /// Whether both sides are text and nothing else.
  package var isTextual: Bool {
    switch self {
    case .beginsWith, .endsWith, .contains, .like, .matches: true
    default: false
    }
  }

  /// Whether the operator asks for an order, not only for equality.
  package var isOrdering: Bool {
    switch self {
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .between: true
    default: false
    }
  }
}
