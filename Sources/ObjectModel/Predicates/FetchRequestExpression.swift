/// A fetch within an expression: the objects that a request finds in a context, or their number.
///
///     let large = FetchRequest<ManagedObjectID>(entityName: "CampSite")
///     large.predicate = try FetchPredicate(format: "length > 40")
///     let found = FetchRequestExpression.expression(
///       forFetch: FetchExpression(forConstantValue: large),
///       context: FetchExpression(forConstantValue: context), countOnly: false)
///     request.predicate = try FetchPredicate(format: "campSite IN %@", found)
///
/// In a predicate it is carried out once, whenever a request with the predicate is, before that
/// request; unsaved changes of its context count if the request says so. There it is the right side
/// of `IN`, or a number under `countOnly`. A request for dictionaries gives the values of its one
/// column; any other gives objects. Evaluated by itself it gives what the request asks for.
///
/// The request is taken as it is when the expression is made, and the context is kept by the
/// expression. Fetches can be nested up to 22 deep.
public final class FetchRequestExpression: FetchExpression, @unchecked Sendable {
  // Sound: it adds no state to the superclass, whose state is `let` and Sendable.

  /// Makes the fetch of a request in a context.
  ///
  /// - Parameters:
  ///   - fetch: a constant that is a `FetchRequest`, or a variable that will stand for one.
  ///   - context: a constant that is a `ManagedObjectContext` or a
  ///     `BackgroundContext`, or a variable.
  ///   - countOnly: whether the value is the number of objects.
  ///
  /// Using an expression of anything else throws.
  public static func expression(
    forFetch fetch: FetchExpression, context: FetchExpression, countOnly: Bool
  ) -> FetchRequestExpression {
    FetchRequestExpression(of: [fetch, context]) { nodes in
      ExpressionNode(
        .fetch(FetchNode(request: nodes[0], context: nodes[1], isCountOnly: countOnly)))
    }
  }

  /// The expression as a fetch, or nil when it is none.
  public convenience init?(_ expression: FetchExpression) {
    guard case .fetch = expression.node.kind else { return nil }
    self.init(expression.node, defect: expression.defect)
  }

  private var parts: FetchNode? { if case .fetch(let node) = node.kind { node } else { nil } }

  /// What gives the request.
  public var requestExpression: FetchExpression { part(parts?.request) }

  /// What gives the context.
  public var contextExpression: FetchExpression { part(parts?.context) }

  /// Whether the value is the number of objects.
  public var isCountOnlyRequest: Bool { parts?.isCountOnly ?? false }

  private func part(_ node: ExpressionNode?) -> FetchExpression {
    FetchExpression(node ?? .constant(.null), defect: defect)
  }
}
