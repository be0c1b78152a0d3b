/// A fetch inside an expression: its results, or their count.
package struct FetchNode: Sendable, Hashable {
  /// The request: a constant, or a variable for one.
  package var request: ExpressionNode
  /// The context: a constant, or a variable for one.
  package var context: ExpressionNode
  package var isCountOnly: Bool
}

/// A constant for use only in a fetch inside an expression.
package enum FetchOperand: Sendable, Hashable {
  case request(StatedRequest)
  case context(StatedContext)

  var depth: Int {
    switch self {
    case .request(let request): request.depth
    case .context: 1
    }
  }
}

/// A value that can be used in a fetch inside an expression: a request or a context.
package protocol FetchOperandConvertible {
  var fetchOperand: FetchOperand { get }
}

/// A snapshot of a fetch request, taken when an expression was created from it.
package struct StatedRequest: Sendable {
  /// Has no entity name if the class of the objects determines the entity.
  package let description: FetchRequestDescription

  /// The class of the objects.
  package let objectClass: ObjectIdentifier?

  /// The request's name in messages.
  package let name: String

  /// The stores to fetch from; nil for all.
  package let stores: [StoreIdentity]?

  package init(
    _ description: FetchRequestDescription, objectClass: ObjectIdentifier? = nil,
    name: String? = nil, stores: [StoreIdentity]? = nil
  ) {
    self.description = description
    self.objectClass = objectClass
    self.name = name ?? description.entityName
    self.stores = stores
  }

  /// Executing a fetch uses as much stack as this many levels of a tree.
  private static let levels = 20

  fileprivate var depth: Int { Self.levels + description.depth }
}

extension StatedRequest: Hashable {
  package static func == (left: Self, right: Self) -> Bool {
    left.description == right.description && left.objectClass == right.objectClass
      && left.stores?.map(ObjectIdentifier.init) == right.stores?.map(ObjectIdentifier.init)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(description)
    hasher.combine(objectClass)
  }
}

extension FetchRequestDescription: FetchOperandConvertible {
  package var fetchOperand: FetchOperand { .request(StatedRequest(self)) }
}

/// A context that executes fetches inside expressions; it may belong to another queue.
package protocol ExpressionFetcher: AnyObject, Sendable {
  /// The name of the context's queue in messages.
  var label: String { get }

  /// The results of a request, as values that can cross queues: a list of IDs, or of the values of
  /// a dictionary request's single column; or their count.
  func values(of request: StatedRequest, isCountOnly: Bool) throws -> AttributeValue

  /// The results of a request, in the form that it specifies, or their count.
  ///
  /// - Throws: `invalidArgument` if called on another queue than the context's, because the results
  ///   may be objects.
  func results(of request: StatedRequest, isCountOnly: Bool) throws -> Any
}

/// A context as a constant; it is retained.
package struct StatedContext: Sendable, Hashable {
  let fetcher: any ExpressionFetcher

  package init(_ fetcher: any ExpressionFetcher) {
    self.fetcher = fetcher
  }

  package static func == (left: Self, right: Self) -> Bool { left.fetcher === right.fetcher }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(fetcher)) }
}
