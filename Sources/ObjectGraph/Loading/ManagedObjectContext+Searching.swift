import ObjectModel
import ObjectStore

extension ManagedObjectContext {
  /// The objects that match a search string, the best matches first, including unsaved changes.
  ///
  ///     for hit in try context.search("apple 555", in: [Camper.self], limit: 20) {
  ///       print(hit.object, hit.matches)
  ///     }
  ///
  /// The store's first search creates an index, which each save updates; nothing else uses the
  /// index, and it may be dropped.
  ///
  /// - Parameters:
  ///   - classes: the classes of the objects to search, in the order of equally good hits; all if
  ///     empty.
  ///   - limit: the maximum number of hits, or 0 for all.
  /// - Throws: code 134061 if the model lacks a class, or marks a property that cannot be searched;
  ///   and errors of the store.
  public func search(
    _ text: String, in classes: [ManagedObject.Type] = [], limit: Int = 0
  ) throws -> [SearchHit] {
    let names = try classes.map { type in
      guard let binding = bindings.binding(of: type) else {
        throw ObjectGraphError.unknownClass("\(type)", repair: "search classes of the model")
      }
      return binding.layout.name
    }
    return try search(SearchRequest(text, entityNames: classes.isEmpty ? nil : names, limit: limit))
  }

  /// The objects that a request finds, sorted by how well they match, then by entity, then by the
  /// entity's order.
  ///
  /// - Throws: errors of `search(_:in:limit:)`, and of `fetch(_:)` for predicates and sort orders.
  public func search(_ request: SearchRequest) throws -> [SearchHit] {
    guard request.limit >= 0 else {
      throw ObjectGraphError(
        .invalidArgument, "a search cannot have a negative limit", repair: "use 0 for no limit")
    }
    let query = SearchQuery(request.text)
    let places = try searchedPlaces(of: request)
    guard !query.words.isEmpty else { return [] }
    var hits: [SearchHit] = []
    var found: Set<ObjectIdentifier> = []
    for rank in SearchRank.allCases {
      for (plan, fields) in places {
        let search = ResolvedSearch(fields: fields, query: query, rank: rank)
        var plan = plan
        plan.predicate = plan.predicate.map { .and([.search(search), $0]) } ?? .search(search)
        // Objects found before may be found again.
        let (limit, isBeyondAll) = request.limit.addingReportingOverflow(found.count)
        plan.limit = request.limit > 0 && !isBeyondAll ? limit : 0
        for object in try objects(for: plan, withPendingChanges: true) {
          guard found.insert(ObjectIdentifier(object)).inserted else { continue }
          hits.append(SearchHit(object: object, rank: rank, matches: search.matches(in: object)))
          if hits.count == request.limit { return hits }
        }
      }
    }
    return hits
  }

  /// A plan for each entity to search, without the search, and the fields to search.
  private func searchedPlaces(
    of request: SearchRequest
  ) throws -> [(plan: FetchPlan, fields: [SearchField])] {
    let layouts = try searchedLayouts(of: request)
    try checkNames(of: request, layouts)
    return try layouts.compactMap { layout in
      let fields = try layout.entity.searchFields()
      guard !fields.isEmpty else { return nil }
      var plan = FetchPlan(layout: layout)
      plan.predicate = try request.predicates[layout.name]
        .map { try PredicateResolver(entity: layout.entity).resolve($0) }
      if let sorts = request.sortDescriptors[layout.name] {
        plan.sorts = try ResolvedSortOrder(sorts, entity: layout.entity).descriptors
      }
      return (plan, fields)
    }
  }

  /// A condition for an entity that is not searched would have no effect, and let unwanted objects
  /// through.
  private func checkNames(of request: SearchRequest, _ layouts: [EntityLayout]) throws {
    let names = Set(request.predicates.keys).union(request.sortDescriptors.keys)
    for name in names.sorted() {
      let layout = try layout(for: FetchRequest<ManagedObject>(entityName: name))
      guard !layouts.contains(where: { $0 === layout }),
        let place = layouts.first(where: { $0.includes(layout.number) })
      else { continue }
      throw ObjectGraphError(
        .invalidArgument, "the search covers \(place.name), which includes \(name)",
        repair: "use \(place.name) instead, or add \(name) to the entityNames", entityName: name)
    }
  }

  /// The entities to search, in order.
  func searchedLayouts(of request: SearchRequest) throws -> [EntityLayout] {
    guard let names = request.entityNames else {
      return model.entities.filter { $0.number == $0.rootNumber }
    }
    var known: Set<Int> = []
    return try names.map { name in
      try layout(for: FetchRequest<ManagedObject>(entityName: name))
    }.filter { known.insert($0.number).inserted }
  }
}

extension ResolvedSearch {
  /// The values of an object that match the search.
  fileprivate func matches(in object: ManagedObject) -> [SearchHit.Match] {
    let subject = ObjectSubject(object: object)
    return fields.compactMap { field in
      guard let value = field.text(of: subject), touches(value, of: field) else { return nil }
      return SearchHit.Match(keyPath: field.keyPath, text: field.written(value))
    }
  }
}

extension SearchField {
  fileprivate func written(_ value: String) -> String {
    if case .prefixed(let prefix) = style { prefix + value } else { value }
  }
}
