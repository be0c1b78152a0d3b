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
  // Sound: the state is behind a lock, as in the superclass.

  private struct State {
    var expression: FetchExpression?
    var resultType: AttributeType = .undefined
  }

  private let state: Lock<State>

  /// Makes a description without a name and an expression.
  public override init() {
    state = Lock(State())
    super.init()
  }

  /// Makes a description.
  ///
  /// - Parameter resultType: the type of the values; `.undefined` stands for the expression's own.
  public init(name: String, expression: FetchExpression, resultType: AttributeType = .undefined) {
    state = Lock(State(expression: expression, resultType: resultType))
    super.init(name: name, isOptional: true)
  }

  /// What is computed, for each object or for each group of objects.
  public var expression: FetchExpression? {
    get { state.withLock { $0.expression } }
    set { state.withLock { $0.expression = newValue } }
  }

  /// The type of the values; `.undefined`, the default, stands for the expression's own.
  public var expressionResultType: AttributeType {
    get { state.withLock { $0.resultType } }
    set { state.withLock { $0.resultType = newValue } }
  }

  /// The same as `expressionResultType`.
  public var resultType: AttributeType {
    get { expressionResultType }
    set { expressionResultType = newValue }
  }
}
