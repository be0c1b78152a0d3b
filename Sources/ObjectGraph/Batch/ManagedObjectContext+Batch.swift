import ObjectModel
import ObjectStore

/// Batch requests, which change many rows directly in the stores, bypassing the context.
///
/// They go to the stores at the end of the chain of contexts, in one transaction per store, and
/// ignore the unsaved changes of the contexts in the chain. Only types and uniqueness are
/// validated; objects are not notified, no notification is posted, and nothing can be undone.
/// Registered objects, and the coordinator's cache of updated rows, keep their old values: merge
/// the result's `changes` into the contexts that show them. Saving an object with outdated values
/// is a conflict.
extension ManagedObjectContext {
  /// Updates objects in the stores.
  ///
  /// - Throws: code 134061 if the model lacks an entity or a key, or a value has the wrong type;
  ///   133021 if a uniqueness constraint would be violated; 134030 if a store cannot be written to;
  ///   133000 if a relationship would refer to a missing object.
  @discardableResult
  public func execute(_ request: BatchUpdateRequest) throws -> BatchUpdateResult {
    let layout = try model.layout(named: request.entityName)
    var fetch = FetchPlan(layout: layout)
    fetch.includesSubentities = request.includesSubentities
    fetch.stores = request.affectedStores?.map(\.identity)
    if let predicate = request.predicate {
      fetch.predicate = try PredicateResolver(entity: layout.entity).resolve(predicate)
    }
    let values = BatchValues(binding: bindings.entities[layout.number - 1], model: model)
    let assignments = try values.assignments(request.propertiesToUpdate ?? [:])
    guard !assignments.isEmpty else {
      throw ObjectGraphError(
        .invalidArgument, "the batch update of \(layout.name) has no properties to update",
        repair: "set propertiesToUpdate", entityName: layout.name)
    }
    let outcome = try execute(
      BatchPlan(
        .update(BatchUpdatePlan(fetch: fetch, assignments: assignments)),
        namesRows: request.resultType == .updatedObjectIDsResultType))
    return BatchUpdateResult(outcome, request.resultType, in: coordinator)
  }

  /// Deletes objects in the stores, and those that their delete rules cascade to.
  ///
  /// - Throws: code 134061 if the model lacks an entity or a key, the fetch request has groups, or
  ///   the IDs belong to several hierarchies; 1600 if a deny rule forbids a deletion; 1570 if a
  ///   mandatory relationship would be cut; 134030 if a store cannot be written to.
  @discardableResult
  public func execute(_ request: BatchDeleteRequest) throws -> BatchDeleteResult {
    let outcome = try request.plan(self).map { rows in
      try execute(
        BatchPlan(.delete(rows), namesRows: request.resultType == .resultTypeObjectIDs),
        in: request.affectedStores)
    }
    return BatchDeleteResult(outcome ?? BatchOutcome(), request.resultType, in: coordinator)
  }

  /// Inserts objects into the first store that accepts them.
  ///
  /// - Throws: code 134061 if the model lacks an entity or a key, or a value has the wrong type;
  ///   1570 if a mandatory property has no value; 133021 if a uniqueness constraint would be
  ///   violated and the merge policy does not resolve it; 134060 if no store holds the entity.
  @discardableResult
  public func execute(_ request: BatchInsertRequest) throws -> BatchInsertResult {
    let layout = try model.layout(named: request.entityName)
    guard !layout.isAbstract else {
      throw ObjectGraphError(
        .invalidArgument, "the entity \(layout.name) is abstract and has no objects",
        repair: "insert objects of one of its subentities", entityName: layout.name)
    }
    let store = try coordinator.storeForInsertion(
      of: layout, among: request.affectedStores?.map(\.identity))
    let plan = BatchInsertPlan(
      layout: layout, rows: try newRows(of: request, layout, in: store), store: store,
      onConflict: onConflict)
    let outcome = try execute(
      BatchPlan(.insert(plan), namesRows: request.resultType == .objectIDs))
    return BatchInsertResult(outcome, request.resultType, in: coordinator)
  }

  /// Executes a batch request of any kind.
  ///
  /// - Throws: as for the kind; code 134091 if the request is of no known kind.
  @discardableResult
  public func execute(_ request: PersistentStoreRequest) throws -> PersistentStoreResult {
    switch request {
    case let update as BatchUpdateRequest: return try execute(update)
    case let delete as BatchDeleteRequest: return try execute(delete)
    case let insert as BatchInsertRequest: return try execute(insert)
    default:
      throw ObjectGraphError(
        .persistentStoreUnsupportedRequestType, "\(type(of: request)) is not a batch request",
        repair: "use a BatchUpdateRequest, BatchDeleteRequest or BatchInsertRequest")
    }
  }

  // MARK: The pieces

  private func execute(
    _ plan: BatchPlan, in stores: [PersistentStore]? = nil
  ) throws -> BatchOutcome {
    try coordinator.execute(plan, in: stores?.map(\.identity)) { reader in
      try BatchSave.outcome(of: plan, through: reader, on: queue)
    }
  }

  /// The objects that a fetch would find.
  ///
  /// - Throws: also for groups: without their condition, more objects than intended would be
  ///   deleted.
  func deletionPlan<Result>(for request: FetchRequest<Result>) throws -> FetchPlan {
    if let part = request.partAboutGroups {
      throw ObjectGraphError(
        .invalidArgument, "a batch deletion deletes objects, but \(part) applies to groups",
        repair: "select the objects with the predicate", entityName: request.entityName)
    }
    var plan = try plan(for: request)
    // Dictionaries may be sorted by columns; here the order decides which objects a limit includes.
    if let sorts = request.sortDescriptors, plan.sorts.isEmpty {
      plan.sorts = try ResolvedSortOrder(sorts, entity: plan.layout.entity).descriptors
    }
    return plan
  }

  private func newRows(
    of request: BatchInsertRequest, _ layout: EntityLayout, in store: StoreIdentity
  ) throws -> BatchRows {
    let values = BatchValues(
      binding: bindings.entities[layout.number - 1], model: model, store: store)
    var maker = BatchRowMaker(values, in: store)
    switch request.source {
    case .objects(let objects): for object in objects { try maker.add(object) }
    case .dictionaries(let fill):
      var dictionary: [String: Any] = [:]
      while !fill(&dictionary) {
        try maker.add(dictionary)
        dictionary = [:]
      }
    case .managedObjects(let fill):
      var blanks = BlankObjects(values)
      var object = blanks.first
      while !fill(object) {
        try maker.add(object)
        blanks.renew(&object)
      }
    }
    return maker.rows
  }

  private var onConflict: BatchInsertPlan.OnConflict {
    switch mergePolicy.mergeType {
    case .errorMergePolicyType: .fail
    case .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType: .replace
    case .mergeByPropertyStoreTrumpMergePolicyType, .rollbackMergePolicyType: .keep
    }
  }

  private func rootLayout(of id: ManagedObjectID) throws -> EntityLayout {
    guard let layout = model.layout(of: id.entity) else {
      throw ObjectGraphError(
        .invalidArgument, "\(id) belongs to an entity of another model", objectID: id)
    }
    return model[layout.rootNumber]
  }

  /// The rows of objects; nil if there are none.
  func deletionPlan(of ids: [ManagedObjectID]) throws -> BatchDeletePlan? {
    guard let first = try ids.first.map(rootLayout(of:)) else { return nil }
    let own = coordinator.storeIdentities
    let keys = try ids.map { id in
      guard !id.isTemporaryID else {
        throw ObjectGraphError(
          .invalidArgument, "\(id) is not saved, so no store can delete it",
          repair: "delete the object from its context", objectID: id)
      }
      guard try rootLayout(of: id) === first else {
        throw ObjectGraphError(
          .invalidArgument,
          "a batch deletion requires IDs of one entity hierarchy, not of \(first.name) and "
            + "\(id.entity.name ?? "")",
          repair: "create a request for each", entityName: id.entity.name, objectID: id)
      }
      guard own.contains(where: { $0 === id.store }), coordinator.hasStore(ofKey: id.key) else {
        throw ObjectGraphError.removedStore(objectID: id)
      }
      return id.key
    }
    return .keys(keys, root: first)
  }
}

extension BackgroundContext {
  /// Executes a batch request on the context's queue, like `ManagedObjectContext.execute(_:)`.
  ///
  /// - Parameter makeRequest: creates the request on that queue.
  public func execute<Request: PersistentStoreRequest>(
    _ makeRequest: @escaping @Sendable () throws -> Request
  ) async throws -> ChangedObjectIDs {
    try await perform { context in
      let result = try context.execute(try makeRequest() as PersistentStoreRequest)
      return ChangedObjectIDs(userInfo: (result as? BatchResult)?.changes ?? [:], from: context)
    }
  }
}
