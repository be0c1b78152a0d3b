/// A comparison of two expressions.
public final class ComparisonPredicate: FetchPredicate, @unchecked Sendable {
  // Sound: all state is `let` and Sendable, as in the superclass.

  /// How the two sides are compared.
  public enum Operator: UInt, Sendable, Hashable, CaseIterable {
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

    var comparison: ComparisonOperator {
      switch self {
      case .lessThan: .lessThan
      case .lessThanOrEqualTo: .lessThanOrEqual
      case .greaterThan: .greaterThan
      case .greaterThanOrEqualTo: .greaterThanOrEqual
      case .equalTo: .equal
      case .notEqualTo: .notEqual
      case .matches: .matches
      case .like: .like
      case .beginsWith: .beginsWith
      case .endsWith: .endsWith
      case .in: .in
      case .contains: .contains
      case .between: .between
      }
    }
  }

  /// `NSComparisonPredicate.Modifier`.
  public typealias Modifier = ComparisonModifier

  /// `NSComparisonPredicate.Options`.
  public typealias Options = ComparisonOptions

  /// The left side.
  public let leftExpression: FetchExpression

  /// The right side.
  public let rightExpression: FetchExpression

  /// How the objects of a to-many relationship on the left side count.
  public let comparisonPredicateModifier: Modifier

  /// How the two sides are compared.
  public let predicateOperatorType: Operator

  /// How strings are compared.
  public let options: Options

  /// The predicate as a comparison, or nil when it is none.
  public convenience init?(_ predicate: FetchPredicate) {
    guard case .comparison(let node) = predicate.node.kind,
      let type = Operator.allCases.first(where: { $0.comparison == node.operator })
    else { return nil }
    self.init(
      leftExpression: FetchExpression(node.left), rightExpression: FetchExpression(node.right),
      modifier: node.modifier, type: type, options: node.options)
  }

  /// Makes a comparison; whether its sides fit each other is checked when a request uses it.
  public init(
    leftExpression: FetchExpression, rightExpression: FetchExpression,
    modifier: Modifier = .direct, type: Operator, options: Options = []
  ) {
    self.leftExpression = leftExpression
    self.rightExpression = rightExpression
    comparisonPredicateModifier = modifier
    predicateOperatorType = type
    self.options = options
    let node = ComparisonNode(
      leftExpression.node, type.comparison, rightExpression.node, modifier: modifier,
      options: options)
    super.init(.comparison(node), defect: leftExpression.defect ?? rightExpression.defect)
  }
}
