/// A fetch inside an expression: the objects that a request finds in a context, or their count.
///
///     let large = FetchRequest<ManagedObjectID>(entityName: "CampSite")
///     large.predicate = try FetchPredicate(format: "length > 40")
///     let found = FetchRequestExpression.expression(
///       forFetch: FetchExpression(forConstantValue: large),
///       context: FetchExpression(forConstantValue: context), countOnly: false)
///     request.predicate = try FetchPredicate(format: "campSite IN %@", found)
///
/// In a predicate, the fetch is executed once each time a request with the predicate is, before
/// that request; its context's unsaved changes are included if the request says so. It can be used
/// on the right side of `IN` or, with `countOnly`, as a number. A dictionary request returns the
/// values of its single column; any other returns objects. When evaluated on its own, it returns
/// the request's results.
///
/// The request is copied when the expression is created; the context is retained. Fetches can be
/// nested up to 22 deep.
public final class FetchRequestExpression: FetchExpression, @unchecked Sendable {
  // Sound: it adds no state to the superclass, whose state is `let` and Sendable.

  /// Creates a fetch of a request in a context.
  ///
  /// - Parameters:
  ///   - fetch: a constant `FetchRequest`, or a variable for one.
  ///   - context: a constant `ManagedObjectContext` or `BackgroundContext`, or a variable for one.
  ///   - countOnly: whether the value is the number of objects.
  ///
  /// Using any other kind of expression throws.
  public static func expression(
    forFetch fetch: FetchExpression, context: FetchExpression, countOnly: Bool
  ) -> FetchRequestExpression {
    FetchRequestExpression(of: [fetch, context]) { nodes in
      ExpressionNode(
        .fetch(FetchNode(request: nodes[0], context: nodes[1], isCountOnly: countOnly)))
    }
  }

  /// The expression as a fetch, or nil if it is not one.
  public convenience init?(_ expression: FetchExpression) {
    guard case .fetch = expression.node.kind else { return nil }
    self.init(expression.node, defect: expression.defect)
  }

  private var parts: FetchNode? { if case .fetch(let node) = node.kind { node } else { nil } }

  /// The expression for the request.
  public var requestExpression: FetchExpression { part(parts?.request) }

  /// The expression for the context.
  public var contextExpression: FetchExpression { part(parts?.context) }

  /// Whether the value is the number of objects.
  public var isCountOnlyRequest: Bool { parts?.isCountOnly ?? false }

  private func part(_ node: ExpressionNode?) -> FetchExpression {
    FetchExpression(node ?? .constant(.null), defect: defect)
  }
}
