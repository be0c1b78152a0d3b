/// A column of a dictionary result that no property of the entity has: what an
/// expression gives, under a name.
///
///     let total = ExpressionDescription(
///       name: "total",
///       expression: FetchExpression(
///         forFunction: "sum:", arguments: [FetchExpression(forKeyPath: "amount")]))
///     request.propertiesToFetch = ["camper.fullName", total]
///     request.propertiesToGroupBy = ["camper.fullName"]
///
/// It belongs to requests and to no entity.
public final class ExpressionDescription: PropertyDescription, @unchecked Sendable {
  // Sound: the superclass keeps all facts.

  /// Makes a description.
  ///
  /// - Parameter resultType: the type of the values; `.undefined` stands for the expression's own.
  public convenience init(
    name: String, expression: FetchExpression, resultType: AttributeType = .undefined
  ) {
    self.init()
    self.name = name
    self.expression = expression
    expressionResultType = resultType
  }

  /// What is computed, for each object or for each group of objects.
  @Fact public var expression: FetchExpression? = nil

  /// The type of the values; `.undefined`, the default, stands for the expression's own.
  @Fact public var expressionResultType = AttributeType.undefined

  /// The same as `expressionResultType`.
  public var resultType: AttributeType {
    get { expressionResultType }
    set { expressionResultType = newValue }
  }
}
