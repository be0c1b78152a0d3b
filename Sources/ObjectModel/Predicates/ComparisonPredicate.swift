/// A comparison of two expressions.
public final class ComparisonPredicate: FetchPredicate, @unchecked Sendable {
  // Sound: all state is `let` and Sendable, as in the superclass.

  /// `NSComparisonPredicate.Operator`.
  public typealias Operator = ComparisonOperator

  /// `NSComparisonPredicate.Modifier`.
  public typealias Modifier = ComparisonModifier

  /// `NSComparisonPredicate.Options`.
  public typealias Options = ComparisonOptions

  /// The left side.
  public let leftExpression: FetchExpression

  /// The right side.
  public let rightExpression: FetchExpression

  /// How the modifier counts the objects of a to-many relationship on the left side.
  public let comparisonPredicateModifier: Modifier

  /// How the two sides are compared.
  public let predicateOperatorType: Operator

  /// How strings are compared.
  public let options: Options

  /// The predicate as a comparison, or nil if it is not one.
  public convenience init?(_ predicate: FetchPredicate) {
    guard case .comparison(let node) = predicate.node.kind else { return nil }
    self.init(
      leftExpression: FetchExpression(node.left), rightExpression: FetchExpression(node.right),
      modifier: node.modifier, type: node.operator, options: node.options)
  }

  /// Creates a comparison; whether its sides are compatible is checked when a request uses it.
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
      leftExpression.node, type, rightExpression.node, modifier: modifier,
      options: options)
    super.init(.comparison(node), defect: leftExpression.defect ?? rightExpression.defect)
  }
}
