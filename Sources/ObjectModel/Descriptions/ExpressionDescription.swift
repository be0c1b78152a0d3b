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

  /// Makes a description without a name and an expression.
  public override init() {
    super.init()
  }

  /// Makes a description.
  ///
  /// - Parameter resultType: the type of the values; `.undefined` stands for the expression's own.
  public init(name: String, expression: FetchExpression, resultType: AttributeType = .undefined) {
    super.init(
      PropertyFacts(name: name, attribute: .init(type: resultType, expression: expression)))
  }

  /// What is computed, for each object or for each group of objects.
  public var expression: FetchExpression? {
    get { read { $0.attribute.expression } }
    set { change { $0.attribute.expression = newValue } }
  }

  /// The type of the values; `.undefined`, the default, stands for the expression's own.
  public var expressionResultType: AttributeType {
    get { read { $0.attribute.type } }
    set { change { $0.attribute.type = newValue } }
  }

  /// The same as `expressionResultType`.
  public var resultType: AttributeType {
    get { expressionResultType }
    set { expressionResultType = newValue }
  }
}
