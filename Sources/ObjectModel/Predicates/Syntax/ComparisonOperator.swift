/// The operator of a comparison, with Core Data's raw values.
///
/// To add an operator, add a case here with its spelling and, if it is a word, an entry in
/// `FormatToken.keywords`; its requirements in `PredicateWalk.check` and
/// `PredicateWalk.comparison`; its result in `ComparisonOperator.holds`; and its SQL in
/// `SQLComparison`. Parsing and printing use the spelling.
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
  /// `MATCHES`: the whole string matches a regular expression.
  ///
  /// Each object is matched individually; no index helps. For an expression that can match a string
  /// in many ways, such as `(a+)+b`, the engine gives up after up to a few seconds, and the request
  /// throws.
  case matches = 6
  /// `LIKE`: the whole string matches a pattern with the wildcards `*` and `?`.
  case like = 7
  /// `BEGINSWITH`
  case beginsWith = 8
  /// `ENDSWITH`
  case endsWith = 9
  /// `IN`: the right side is a list or to-many relationship that contains the left side.
  case `in` = 10
  /// `CONTAINS`: the left side is text or a to-many relationship that contains the right side.
  case contains = 99
  /// `BETWEEN`: the right side is a list of two inclusive bounds.
  case between = 100

  /// The operator in the format language.
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

  /// Whether both sides must be text.
  package var isTextual: Bool {
    switch self {
    case .beginsWith, .endsWith, .contains, .like, .matches: true
    default: false
    }
  }

  /// Whether the operator requires an order, not just equality.
  package var isOrdering: Bool {
    switch self {
    case .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo, .between: true
    default: false
    }
  }
}
