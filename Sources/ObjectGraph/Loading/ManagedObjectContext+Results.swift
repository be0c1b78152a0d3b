import ObjectModel
import ObjectStore

/// Fetches whose results are not objects.
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
    // The result type determines the array's element type.
    return results as? [Result] ?? []
  }

  /// Checks the properties to fetch of objects, which always have all their values.
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
    if !withPendingChanges || !hasChanges(of: plan) {
      let fetch = try identifierFetch(of: plan)
      let values = try contextParent.values(fetch, withPendingChanges: true)
      if let values {
        return values.compactMap { if case .objectID(let id)? = $0.first { id } else { nil } }
      }
    }
    return try objects(for: plan, withPendingChanges: withPendingChanges).map(\.objectID)
  }

  /// The fetch of IDs from the stores, without unsaved changes.
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

  /// The values of a request for dictionaries, one list for each of them in the order of the names;
  /// unless the request sorts them, rows come in any order.
  ///
  /// For a caller that reads tens of thousands of rows: making and reading a dictionary costs several
  /// times what the store needs for its row. Nil values are null, the value of a transformable
  /// attribute is its data, and that of a composite one its elements under names like
  /// `party.adults`.
  ///
  /// - Throws: errors of `fetch(_:)`.
  package func columns(
    of request: FetchRequest<[String: any Sendable]>
  ) throws -> (names: [String], rows: [[AttributeValue]]) {
    checkQueue()
    try request.checkResultType()
    var fetch = try valueFetch(for: request)
    fetch.isInAnyOrder = true
    return (fetch.results.columns.map(\.name), try values(of: fetch))
  }

  func numberOfDictionaries<Result>(of request: FetchRequest<Result>) throws -> Int {
    let (fetch, isOfRows) = try countingFetch(for: request)
    let found = try values(of: fetch)
    guard isOfRows else { return found.count }
    guard case .integer(let count)? = found.first?.first else { return 0 }
    let rest = max(0, Int(count) - request.fetchOffset)
    return request.fetchLimit > 0 ? min(request.fetchLimit, rest) : rest
  }

  /// The fetch that counts dictionaries in the stores: a count of rows, or the results themselves
  /// if rows are grouped or duplicates removed.
  func countingFetch<Result>(
    for request: FetchRequest<Result>
  ) throws -> (fetch: ValueFetch, isOfRows: Bool) {
    let fetch = try valueFetch(for: request)
    guard fetch.results.isOfRows else { return (fetch, false) }
    let counting = try ResultResolver.resolve([.rowCount], entity: fetch.rows.layout.entity)
    return (ValueFetch(fetch.allRows, counting), true)
  }

  /// The store's column values of a fetch.
  func values(of fetch: ValueFetch) throws -> [[AttributeValue]] {
    try contextParent.values(fetch, withPendingChanges: false) ?? []
  }

  /// The fetch of a request for dictionaries from the stores.
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

extension FetchedProperty {
  /// The number of rows, or of those in each group.
  static let rowCount = FetchedProperty.expression(
    name: "count",
    FetchExpression(forFunction: "count:", arguments: [.expressionForEvaluatedObject()]), .undefined
  )
}

extension FetchRequest {
  /// - Throws: code 134061 if the results cannot have the form that the request specifies.
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
      repair: "use a FetchRequest<\(type)>, or do not set its resultType",
      entityName: entityName)
  }

  /// Only dictionaries can be grouped; other requests must not ignore grouping silently.
  func checkDictionaryParts() throws {
    guard let part = partAboutGroups else { return }
    throw ObjectGraphError(
      .invalidArgument,
      "\(part) applies only to dictionaries, but the request asks for \(ResultType.self)",
      repair: "use a FetchRequest<[String: any Sendable]>, or leave \(part) out",
      entityName: entityName)
  }

  /// The name of the property that concerns groups; nil if there is none.
  var partAboutGroups: String? {
    if propertiesToGroupBy?.isEmpty == false { return "propertiesToGroupBy" }
    return havingPredicate == nil ? nil : "havingPredicate"
  }
}
