import ObjectModel
import ObjectStore

/// Fetches within expressions.
extension ContextHandle: ExpressionFetcher {
  var label: String { queue.label }

  func values(of request: StatedRequest, isCountOnly: Bool) throws -> AttributeValue {
    try performAndWait { context in
      try context.constant(of: request, isCountOnly: isCountOnly)
    }
  }

  func results(of request: StatedRequest, isCountOnly: Bool) throws -> Any {
    guard queue.isHeld else {
      throw ObjectGraphError(
        .invalidArgument, "objects of the context on \(label) cannot be used on another queue",
        repair: "evaluate the expression within its perform, or use it in a predicate")
    }
    return try performAndWait { context in
      try context.results(of: request, isCountOnly: isCountOnly)
    }
  }
}

extension ManagedObjectContext {
  /// The result of a request, as a constant of a predicate.
  fileprivate func constant(of stated: StatedRequest, isCountOnly: Bool) throws -> AttributeValue {
    let asksForCount = isCountOnly || stated.description.resultType == .countResultType
    if asksForCount { return .integer(Int64(try numberOfResults(of: stated))) }
    if stated.description.resultType == .dictionaryResultType {
      return .list(try onlyColumn(of: stated))
    }
    let ids: [ManagedObjectID] = try fetch(request(stated))
    return .list(ids.map { .objectID($0) })
  }

  fileprivate func results(of stated: StatedRequest, isCountOnly: Bool) throws -> Any {
    if isCountOnly { return try numberOfResults(of: stated) }
    switch stated.description.resultType {
    case .managedObjectResultType: return try fetch(request(stated)) as [ManagedObject]
    case .managedObjectIDResultType: return try fetch(request(stated)) as [ManagedObjectID]
    case .dictionaryResultType: return try fetch(request(stated)) as [[String: any Sendable]]
    case .countResultType: return try numberOfResults(of: stated)
    }
  }

  private func numberOfResults(of stated: StatedRequest) throws -> Int {
    if stated.description.resultType == .dictionaryResultType {
      return try (fetch(request(stated)) as [[String: any Sendable]]).count
    }
    return try count(for: request(stated) as FetchRequest<ManagedObjectID>)
  }

  private func onlyColumn(of stated: StatedRequest) throws -> [AttributeValue] {
    let request: FetchRequest<[String: any Sendable]> = try request(stated)
    let fetch = try valueFetch(for: request)
    guard fetch.results.columns.count == 1 else {
      let names = fetch.results.columns.map(\.name).joined(separator: ", ")
      throw ObjectGraphError(
        .invalidArgument, "dictionaries of \(names) cannot be compared",
        repair: "name one property in propertiesToFetch", entityName: stated.name)
    }
    return try values(of: fetch).compactMap(\.first)
  }

  /// Creates a request with the given result type.
  private func request<Result>(_ stated: StatedRequest) throws -> FetchRequest<Result> {
    let request = FetchRequest<Result>(stated.description)
    request.resultType = Result.fetchRequestResultType
    if let objectClass = stated.objectClass, stated.description.entityName.isEmpty {
      guard let binding = bindings.binding(of: objectClass) else {
        throw ObjectGraphError.unknownClass(stated.name, repair: "give the request an entityName")
      }
      request.entityName = binding.layout.name
    }
    if let stores = stated.stores {
      request.affectedStores = coordinator.persistentStores.filter { store in
        stores.contains { $0 === store.identity }
      }
    }
    return request
  }
}

// MARK: Operands

extension FetchRequest: FetchOperandConvertible {
  /// The request's current state, without prefetching and refreshing.
  package var fetchOperand: FetchOperand {
    let objectClass = entityName == nil ? ResultType.self as? ManagedObject.Type : nil
    return .request(
      StatedRequest(
        FetchRequestDescription(self), objectClass: objectClass.map { ObjectIdentifier($0) },
        name: entityName ?? "\(ResultType.self)", stores: affectedStores?.map(\.identity)))
  }
}

extension FetchRequestDescription {
  /// The request's current settings, without affected stores and prefetched relationships.
  fileprivate init<Result>(_ request: FetchRequest<Result>) {
    self.init(
      entityName: request.entityName ?? "", predicate: request.predicate,
      sortDescriptors: request.sortDescriptors ?? [], fetchLimit: request.fetchLimit,
      fetchOffset: request.fetchOffset, includesSubentities: request.includesSubentities)
    fetchBatchSize = request.fetchBatchSize
    includesPendingChanges = request.includesPendingChanges
    includesPropertyValues = request.includesPropertyValues
    returnsObjectsAsFaults = request.returnsObjectsAsFaults
    returnsDistinctResults = request.returnsDistinctResults
    resultType = request.resultType
    propertiesToFetch = request.propertiesToFetch?.map(\.fetchedProperty)
    propertiesToGroupBy = request.propertiesToGroupBy?.map(\.fetchedProperty)
    havingPredicate = request.havingPredicate
  }
}

extension ManagedObjectContext: FetchOperandConvertible {
  package var fetchOperand: FetchOperand { .context(StatedContext(makeHandle())) }
}

extension BackgroundContext: FetchOperandConvertible {
  package var fetchOperand: FetchOperand { .context(StatedContext(handle)) }
}
