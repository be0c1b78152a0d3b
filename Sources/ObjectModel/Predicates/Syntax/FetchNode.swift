/// A fetch within an expression: what it finds, or how many.
package struct FetchNode: Sendable, Hashable {
  /// What to fetch: a constant, or a variable that stands for one.
  package var request: ExpressionNode
  /// Where: a constant, or a variable that stands for one.
  package var context: ExpressionNode
  package var isCountOnly: Bool
}

/// A constant of which only a fetch within an expression can make use.
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

/// What becomes a constant of a fetch within an expression: a request or a context.
package protocol FetchOperandConvertible {
  var fetchOperand: FetchOperand { get }
}

/// A fetch request as it was when an expression was made of it.
package struct StatedRequest: Sendable {
  /// Without a name of an entity where the class of the objects says it.
  package let description: FetchRequestDescription

  /// The class of the objects.
  package let objectClass: ObjectIdentifier?

  /// What the request is for, in messages.
  package let name: String

  /// The stores to look into; nil for all.
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

  /// Carrying out a fetch takes as much of the stack as many levels of a tree.
  private static let levels = 20

  fileprivate var depth: Int {
    let properties = (description.propertiesToFetch ?? []) + (description.propertiesToGroupBy ?? [])
    let expressions = properties.map { property in
      if case .expression(_, let expression, _) = property { expression.depth } else { 0 }
    }
    let predicates = [description.predicate, description.havingPredicate].map { $0?.depth ?? 0 }
    return Self.levels + ((expressions + predicates).max() ?? 0)
  }
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

/// A context that carries out the fetches within expressions; it may belong to another queue.
package protocol ExpressionFetcher: AnyObject, Sendable {
  /// Which queue the context belongs to, in messages.
  var label: String { get }

  /// What a request finds, as values that may cross queues: a list of IDs, or of the values of the
  /// one column of a request for dictionaries; or how many there are.
  func values(of request: StatedRequest, isCountOnly: Bool) throws -> AttributeValue

  /// What a request finds, in the form that it asks for, or how many there are.
  ///
  /// - Throws: `invalidArgument` away from the context's queue, to which objects belong.
  func results(of request: StatedRequest, isCountOnly: Bool) throws -> Any
}

/// A context as a constant; it is kept.
package struct StatedContext: Sendable, Hashable {
  let fetcher: any ExpressionFetcher

  package init(_ fetcher: any ExpressionFetcher) {
    self.fetcher = fetcher
  }

  package static func == (left: Self, right: Self) -> Bool { left.fetcher === right.fetcher }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(fetcher)) }
}
