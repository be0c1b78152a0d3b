import ObjectModel
import ObjectStore

/// Fetches whose results are no objects.
extension ManagedObjectContext {
  /// The results of a request for IDs, dictionaries or a count, whose result type was checked.
  func values<Result>(of request: FetchRequest<Result>) throws -> [Result] {
    let plan = try plan(for: request)
    let results: Any =
      switch request.resultType {
      case .managedObjectIDResultType: try identifiers(for: plan, request.includesPendingChanges)
      case .dictionaryResultType: try dictionaries(for: plan, request)
      case .countResultType: [try count(for: plan, request.includesPendingChanges)]
      case .managedObjectResultType: [ManagedObject]()
      }
    // The result type says what the array holds.
    return results as? [Result] ?? []
  }

  /// Checks what is to be fetched of objects, which come with all their values anyway.
  func check(_ properties: [any FetchableProperty], of plan: FetchPlan) throws {
    for property in properties {
      guard case .keyPath(let path) = property.fetchedProperty else {
        throw ObjectGraphError(
          .invalidArgument,
          "objects have no \(property.fetchedProperty.key), which is an expression",
          repair: "fetch dictionaries: FetchRequest<[String: any Sendable]>",
          entityName: plan.layout.name, key: property.fetchedProperty.key)
      }
      _ = try ResultResolver.resolve([.keyPath(path)], entity: plan.layout.entity)
    }
  }

  // MARK: IDs

  private func identifiers(
    for plan: FetchPlan, _ withPendingChanges: Bool
  ) throws -> [ManagedObjectID] {
    catchUpWithParent()
    if !withPendingChanges || changedObjects(of: plan).isEmpty {
      let fetch = try identifierFetch(of: plan)
      let values = try contextParent.values(fetch, withPendingChanges: true)
      if let values {
        return values.compactMap { if case .objectID(let id)? = $0.first { id } else { nil } }
      }
    }
    return try objects(for: plan, withPendingChanges: withPendingChanges).map(\.objectID)
  }

  /// What is asked of the stores for IDs, where no unsaved changes are laid over.
  func identifierFetch(of plan: FetchPlan) throws -> ValueFetch {
    ValueFetch(
      plan, try ResultResolver.identifiers(sortedBy: plan.sorts, entity: plan.layout.entity))
  }

  // MARK: Dictionaries

  private func dictionaries<Result>(
    for plan: FetchPlan, _ request: FetchRequest<Result>
  ) throws -> [[String: any Sendable]] {
    let fetch = try valueFetch(for: request, plan)
    let shaper = DictionaryShaper(fetch.results, model: model)
    return try values(of: fetch).map { try shaper.dictionary(of: $0) }
  }

  func numberOfDictionaries<Result>(of request: FetchRequest<Result>) throws -> Int {
    let (fetch, isOfRows) = try countingFetch(for: request)
    let found = try values(of: fetch)
    guard isOfRows else { return found.count }
    guard case .integer(let count)? = found.first?.first else { return 0 }
    let rest = max(0, Int(count) - request.fetchOffset)
    return request.fetchLimit > 0 ? min(request.fetchLimit, rest) : rest
  }

  /// What is asked of the stores for the number of dictionaries: how many rows there are, or the
  /// results where rows are grouped or equal ones left out.
  func countingFetch<Result>(
    for request: FetchRequest<Result>
  ) throws -> (fetch: ValueFetch, isOfRows: Bool) {
    let fetch = try valueFetch(for: request)
    guard fetch.results.isOfRows else { return (fetch, false) }
    let counter = FetchExpression(
      forFunction: "count:", arguments: [.expressionForEvaluatedObject()])
    let counting = try ResultResolver.resolve(
      [.expression(name: "count", counter, .undefined)], entity: fetch.rows.layout.entity)
    return (ValueFetch(fetch.allRows, counting), true)
  }

  /// The columns of what the stores have.
  func values(of fetch: ValueFetch) throws -> [[AttributeValue]] {
    try contextParent.values(fetch, withPendingChanges: false) ?? []
  }

  /// What is asked of the stores for a request for dictionaries.
  func valueFetch<Result>(for request: FetchRequest<Result>) throws -> ValueFetch {
    try valueFetch(for: request, plan(for: request))
  }

  private func valueFetch<Result>(
    for request: FetchRequest<Result>, _ plan: FetchPlan
  ) throws -> ValueFetch {
    let results = try ResultResolver.resolve(
      request.propertiesToFetch?.map(\.fetchedProperty),
      groupedBy: request.propertiesToGroupBy?.map(\.fetchedProperty) ?? [],
      having: request.havingPredicate, isDistinct: request.returnsDistinctResults,
      sortedBy: request.sortDescriptors ?? [], entity: plan.layout.entity)
    return ValueFetch(plan, results)
  }
}

extension FetchRequest {
  /// - Throws: code 134061 when the results cannot have the form that the request asks for.
  func checkResultType() throws {
    if resultType != .dictionaryResultType { try checkDictionaryParts() }
    guard resultType != ResultType.fetchRequestResultType else { return }
    let type =
      switch resultType {
      case .managedObjectResultType: "ManagedObject"
      case .managedObjectIDResultType: "ManagedObjectID"
      case .dictionaryResultType: "[String: any Sendable]"
      case .countResultType: "Int"
      }
    throw ObjectGraphError(
      .invalidArgument,
      "a FetchRequest<\(ResultType.self)> cannot have the result type \(resultType)",
      repair: "make it a FetchRequest<\(type)>, or do not set its resultType",
      entityName: entityName)
  }

  /// Grouping is for dictionaries alone; it is not left out silently.
  func checkDictionaryParts() throws {
    guard let part = partAboutGroups else { return }
    throw ObjectGraphError(
      .invalidArgument, "\(part) is for dictionaries, and the request asks for \(ResultType.self)",
      repair: "make it a FetchRequest<[String: any Sendable]>, or leave \(part) out",
      entityName: entityName)
  }

  /// The name of the part that is about groups; nil when there is none.
  var partAboutGroups: String? {
    if propertiesToGroupBy?.isEmpty == false { return "propertiesToGroupBy" }
    return havingPredicate == nil ? nil : "havingPredicate"
  }
}
