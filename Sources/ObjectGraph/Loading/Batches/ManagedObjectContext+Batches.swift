import ObjectModel
import ObjectStore

extension FetchRequest {
  /// Whether only the keys are fetched.
  var readsLater: Bool { fetchBatchSize != 0 || !includesPropertyValues }
}

/// Fetches whose objects are read later, in batches, or again.
extension ManagedObjectContext {
  /// The plan of a request for objects, after checking their class.
  func objectPlan<Object>(for request: FetchRequest<Object>) throws -> FetchPlan {
    let plan = try plan(for: request)
    try checkClass(Object.self, of: plan)
    if let properties = request.propertiesToFetch { try check(properties, of: plan) }
    return plan
  }

  /// The objects of a request without a batch size, with their values.
  func objects<Object>(
    of request: FetchRequest<Object>, _ plan: FetchPlan
  ) throws -> [ManagedObject] {
    let steps = try prefetchSteps(of: request, plan)
    let objects = try objects(
      for: plan, withPendingChanges: request.includesPendingChanges,
      isRefreshing: request.shouldRefreshRefetchedObjects)
    if !steps.isEmpty { try prefetchForEvent(steps, for: objects) }
    if !request.returnsObjectsAsFaults {
      for object in objects { object.fulfillFault() }
    }
    return objects
  }

  /// The objects of a request with a batch size, or without values: faults that have only their
  /// IDs.
  func faults<Object>(of request: FetchRequest<Object>, _ plan: FetchPlan) throws -> [ManagedObject]
  {
    let isBatched = request.fetchBatchSize > 0
    let reading = try laterReading(of: request, plan, batchSize: Self.waitingBatchSize)
    let found = try keys(for: plan, withPendingChanges: request.includesPendingChanges)
    let objects = faults(for: found, in: 0..<found.count, areWaiting: !isBatched)
    // The store has them, even if they were missing before.
    for object in objects where !object.state.isChanged { reconsider(object) }
    if reading.isRefreshing { letRefresh(found) }
    if isBatched {
      reader.addBatches(of: found, root: plan.layout.rootNumber, reading, in: registry)
    }
    if isBatched || !reading.readsAtOnce { return objects }
    let passed = try readAlong(reading, for: objects)
    if !passed.isEmpty { reader.keepForEvent(passed) }
    return objects
  }

  /// The number of faults read together if the request does not specify one.
  static var waitingBatchSize: Int { 200 }

  /// How the objects of a request are read after their keys.
  func laterReading<Object>(
    of request: FetchRequest<Object>, _ plan: FetchPlan, batchSize: Int
  ) throws -> LaterReading {
    guard request.fetchBatchSize >= 0 else {
      throw ObjectGraphError(
        .invalidArgument, "a fetch cannot have a negative batch size",
        repair: "use 0 for no batches")
    }
    return LaterReading(
      batchSize: request.fetchBatchSize > 0 ? request.fetchBatchSize : batchSize,
      prefetching: try prefetchSteps(of: request, plan),
      isRealising: !request.returnsObjectsAsFaults,
      isRefreshing: request.shouldRefreshRefetchedObjects)
  }

  func prefetchSteps<Object>(
    of request: FetchRequest<Object>, _ plan: FetchPlan
  ) throws -> [PrefetchStep] {
    guard let keyPaths = request.relationshipKeyPathsForPrefetching, !keyPaths.isEmpty else {
      return []
    }
    return try PrefetchStep.steps(of: keyPaths, from: plan.layout, in: model)
  }

  /// Reads everything a batch of objects needs: their rows, prefetched relationships, and their
  /// values unless they should be faults.
  ///
  /// - Returns: the objects that `prefetch(_:for:)` returns.
  func readAlong(_ reading: LaterReading, for objects: [ManagedObject]) throws -> [ManagedObject] {
    try readRows(of: objects, maximumAge: reading.isRefreshing ? 0 : reader.staleness)
    let passed = try prefetch(reading.prefetching, for: objects)
    if reading.isRealising {
      for object in objects where object.row != nil { object.fulfillFault() }
    }
    return passed
  }

  /// Makes registered objects without unsaved changes read their values from the store again.
  func letRefresh(_ found: RowKeys) {
    var objects: [ManagedObject] = []
    for row in found {
      let root = model[row.entityNumber].rootNumber
      guard let object = registered(key: row.key, root: root),
        !object.state.isChanged, object.row != nil
      else { continue }
      objects.append(object)
    }
    for object in objects {
      coordinator.forgetRow(key: object.key, root: object.layout.rootNumber)
      turnIntoFault(object)
      tracker.recordRefresh(of: [object])
    }
    if !objects.isEmpty { scheduleProcessing() }
  }

  /// Gives objects that were read before, and have no unsaved changes, the values of rows that were
  /// just fetched.
  func refresh(_ objects: [ManagedObject], from rows: [Row]) {
    var isAnyRefreshed = false
    for (object, row) in zip(objects, rows)
    where !object.state.isChanged && !object.state.isFault {
      guard let known = object.row, row.version >= known.version else { continue }
      if !(known === row) {
        object.settle(row: object.withOwnTransients(row))
        relationships.forgetPlaces(of: object)
      }
      // Members may have changed without a change of the row.
      object.refaultToManys()
      object.awake(fromSnapshotEvents: .refresh)
      tracker.recordRefresh(of: [object])
      isAnyRefreshed = true
    }
    if isAnyRefreshed { scheduleProcessing() }
  }
}
