/// How the two sides of a comparison relate, with Core Data's numbers.
///
/// A new operator takes a case here with its spelling, and where it is a word its place among
/// `FormatToken.keywords`; what the resolver asks of its sides in `PredicateWalk.check` and
/// `PredicateWalk.comparison`; its answer in `ComparisonOperator.holds`; and its text in
/// `SQLComparison`. Parsing and printing go by the spelling.
public enum ComparisonOperator: UInt, Sendable, Hashable, CaseIterable {
  /// `<`
  case lessThan = 0
  /// `<=`
  case lessThanOrEqualTo = 1
  /// `>`
  case greaterThan = 2
  /// `>=`
  case greaterThanOrEqualTo = 3
  /// `==`
  case equalTo = 4
  /// `!=`
  case notEqualTo = 5
  /// `MATCHES`: the whole text matches a regular expression.
  ///
  /// Each object costs a match by itself; no index helps. An expression that fits a text in
  /// many ways, such as `(a+)+b`, takes up to a few seconds on one text and is then given up; the
  /// request throws that.
  case matches = 6
  /// `LIKE`: the whole text fits a pattern with the wildcards `*` and `?`.
  case like = 7
  /// `BEGINSWITH`
  case beginsWith = 8
  /// `ENDSWITH`
  case endsWith = 9
  /// `IN`: the right side is a list, or a to-many relationship, that holds the left one.
  case `in` = 10
  /// `CONTAINS`: the left side is text, or a to-many relationship, that holds the right one.
  case contains = 99
  /// `BETWEEN`: the right side is a list of two bounds, both included.
  case between = 100

  /// How the format language writes it.
  package var spelling: String {
    switch self {
    case .lessThan: "<"
    case .lessThanOrEqualTo: "<="
    case .greaterThan: ">"
    case .greaterThanOrEqualTo: ">="
    case .equalTo: "=="
    case .notEqualTo: "!="
    case .matches: "MATCHES"
    case .like: "LIKE"
    case .beginsWith: "BEGINSWITH"
    case .endsWith: "ENDSWITH"
    case .in: "IN"
    case .contains: "CONTAINS"
    case .between: "BETWEEN"
    }
  }

  package init?(spelling: String) {
    guard let found = Self.allCases.first(where: { $0.spelling == spelling }) else { return nil }
    self = found
  }

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
    case .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo, .between: true
    default: false
    }
  }
}
