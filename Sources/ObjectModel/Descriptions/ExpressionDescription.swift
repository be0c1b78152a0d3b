/// A column of a dictionary result that is not a property of the entity: the value of an
/// expression, with a name.
///
///     let total = ExpressionDescription(
///       name: "total",
///       expression: FetchExpression(
///         forFunction: "sum:", arguments: [FetchExpression(forKeyPath: "amount")]))
///     request.propertiesToFetch = ["camper.fullName", total]
///     request.propertiesToGroupBy = ["camper.fullName"]
///
/// It is used in requests and does not belong to an entity.
public final class ExpressionDescription: PropertyDescription, @unchecked Sendable {
  // Sound: the superclass holds all facts.

  /// Creates a description.
  ///
  /// - Parameter resultType: the type of the values; `.undefined` to derive it from the expression.
  public convenience init(
    name: String, expression: FetchExpression, resultType: AttributeType = .undefined
  ) {
    self.init()
    self.name = name
    self.expression = expression
    expressionResultType = resultType
  }

  /// The expression, evaluated for each object or each group of objects.
  @Fact public var expression: FetchExpression? = nil

  /// The type of the values; `.undefined`, the default, to derive it from the expression.
  @Fact public var expressionResultType = AttributeType.undefined

  /// The same as `expressionResultType`.
  public var resultType: AttributeType {
    get { expressionResultType }
    set { expressionResultType = newValue }
  }
}
