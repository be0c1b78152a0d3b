import ObjectModel
import ObjectStore

/// Fetching: the store's results merged with the context's unsaved changes.
extension ManagedObjectContext {
  /// The objects of a request, in its order.
  ///
  /// Rows without a mandatory value, which only other programs and batch updates can have written,
  /// are not skipped as in Core Data: the object reads the value as empty, and saving it without a
  /// value fails validation.
  ///
  /// - Throws: code 134061 if the model lacks an entity, key, sort key or key path to prefetch, or
  ///   a value has the wrong type, 134060 without a store, and errors of the store: among them,
  ///   code 134070, naming the part of the request, if it exceeds SQLite's limits: more than 64
  ///   tables in one join, a predicate or column nested so deeply that its parser keeps more than
  ///   100 parts open, an aggregate of a list of more than 500 values, more than 2,000 columns,
  ///   groups or sorts.
  public func fetch<Result>(_ request: FetchRequest<Result>) throws -> [Result] {
    checkQueue()
    try request.checkResultType()
    guard request.resultType == .managedObjectResultType else { return try values(of: request) }
    let span = coordinator.work.begin()
    let plan = try objectPlan(for: request)
    let objects =
      request.readsLater ? try faults(of: request, plan) : try objects(of: request, plan)
    span?.end { .fetch(of: plan, isCount: false, count: objects.count, duration: $0) }
    // Sound: the result type is a class of managed objects, and all objects have their bindings'
    // classes, which were checked; arrays of classes share one layout.
    return unsafeBitCast(objects, to: [Result].self)
  }

  /// The number of results that a fetch of the request would return: of objects, including unsaved
  /// changes, or of dictionaries, without them, one for each group.
  ///
  /// - Throws: errors of `fetch(_:)`.
  public func count<Result>(for request: FetchRequest<Result>) throws -> Int {
    checkQueue()
    if request.resultType == .dictionaryResultType { return try numberOfDictionaries(of: request) }
    try request.checkDictionaryParts()
    return try count(for: try plan(for: request), request.includesPendingChanges)
  }

  func count(for plan: FetchPlan, _ withPendingChanges: Bool) throws -> Int {
    let span = coordinator.work.begin()
    let count =
      withPendingChanges && hasChanges(of: plan)
      ? try objects(for: plan, withPendingChanges: true).count : try contextParent.count(plan)
    span?.end { .fetch(of: plan, isCount: true, count: count, duration: $0) }
    return count
  }

  /// Checks, once for all objects, that the fetched entities have objects of the class that the
  /// caller expects.
  func checkClass<Object>(_ expected: Object.Type, of plan: FetchPlan) throws {
    for number in plan.layout.number...plan.layout.lastNumber {
      let binding = bindings.entities[number - 1]
      guard plan.includes(entityNumber: number), !binding.layout.isAbstract,
        !(binding.objectClass is Object.Type)
      else { continue }
      throw binding.wrongClass(
        expected, repair: "fetch with a FetchRequest<ManagedObject>", entityName: plan.layout.name)
    }
  }

  func plan<Result>(for request: FetchRequest<Result>) throws -> FetchPlan {
    var plan = FetchPlan(layout: try layout(for: request))
    plan.includesSubentities = request.includesSubentities
    if let predicate = request.predicate {
      let resolver = PredicateResolver(entity: plan.layout.entity)
      plan.select(try resolver.resolution(of: predicate))
    }
    if let sorts = request.sortDescriptors, !sorts.isEmpty,
      request.resultType != .dictionaryResultType
    {
      plan.sorts = try ResolvedSortOrder(sorts, entity: plan.layout.entity).descriptors
    }
    guard request.fetchLimit >= 0, request.fetchOffset >= 0 else {
      throw ObjectGraphError(
        .invalidArgument, "a fetch cannot have a negative limit or offset",
        repair: "use 0 for no limit")
    }
    // Invalid paths are refused even if the results do not need them.
    _ = try prefetchSteps(of: request, plan)
    plan.stores = request.affectedStores?.map(\.identity)
    plan.limit = request.fetchLimit
    plan.offset = request.fetchOffset
    return plan
  }

  func layout<Result>(for request: FetchRequest<Result>) throws -> EntityLayout {
    let layout = try knownLayout(for: request)
    if request.knownEntity !== layout.entity { request.knownEntity = layout.entity }
    return layout
  }

  private func knownLayout<Result>(for request: FetchRequest<Result>) throws -> EntityLayout {
    if let name = request.entityName {
      guard let layout = model.entity(named: name) else {
        let known = model.entities.map(\.name)
        throw ObjectGraphError(
          .invalidArgument, "the model has no entity \(name)",
          repair: "use one of \(known.joined(separator: ", "))", entityName: name)
      }
      return layout
    }
    guard let objectClass = Result.self as? ManagedObject.Type,
      let binding = bindings.binding(of: objectClass)
    else {
      throw ObjectGraphError.unknownClass(
        "\(Result.self)", repair: "give the request an entityName")
    }
    return binding.layout
  }

  /// The objects of a plan.
  func objects(
    for plan: FetchPlan, withPendingChanges: Bool, isRefreshing: Bool = false
  ) throws -> [ManagedObject] {
    catchUpWithParent()
    guard withPendingChanges, hasChanges(of: plan) else {
      return objects(for: try contextParent.rows(for: plan), isRefreshing: isRefreshing)
    }
    let candidates = candidates(of: plan).filter { isIncluded($0, in: plan) }
    // Each saved object that changed may take the place of a row of the range.
    let hasRange = plan.limit > 0 || plan.offset > 0
    let count = hasRange ? changes(of: plan).count { !$0.isInserted } : 0
    let rows = try contextParent.rows(for: plan.widened(by: count))
    return try overlaid(plan, changed: candidates, over: rows, isRefreshing: isRefreshing)
  }

  /// The changed objects of a plan's hierarchy that may match its predicate.
  func candidates(of plan: FetchPlan) -> [ManagedObject] {
    let screen = RowScreen(plan)
    guard let key = screen.objectKey else {
      return tracker.objects(
        of: plan.layout, passing: screen, in: model, identities.key(of:))
    }
    guard let object = registered(key: key, root: plan.layout.rootNumber),
      object.state.isChanged, screen.mayMatch(object)
    else { return [] }
    return [object]
  }

  /// The objects of rows.
  ///
  /// - Parameter isRefreshing: whether objects that were read before adopt the rows' values.
  func objects(for rows: [Row], isRefreshing: Bool) -> [ManagedObject] {
    let objects = objects(for: rows)
    if isRefreshing { refresh(objects, from: rows) }
    return objects
  }

  /// The store's rows without the changed objects, and the changed objects that match, in order.
  ///
  /// - Parameters:
  ///   - changed: the changed objects that may match.
  ///   - rows: the rows of the plan, whose range was extended by the number of all changed objects.
  /// - Throws: errors of evaluating the plan's predicate.
  func overlaid(
    _ plan: FetchPlan, changed: [ManagedObject], over rows: [Row], isRefreshing: Bool
  ) throws -> [ManagedObject] {
    var objects = objects(for: rows, isRefreshing: isRefreshing)
    objects.removeAll { $0.state.isChanged }
    let order = ResolvedSortOrder(resolved: plan.sorts)
    // The others are already in the store's order, so only changed objects are sorted.
    objects.insert(sorted: try matching(plan, among: changed)) {
      order.areInIncreasingOrder(ObjectSubject(object: $0), ObjectSubject(object: $1))
    }
    return Array(plan.window(of: objects))
  }

  /// The objects that are not deleted and match a plan's predicate.
  func matching(_ plan: FetchPlan, among objects: [ManagedObject]) throws -> [ManagedObject] {
    let objects = objects.filter { !$0.isDeleted }
    guard let predicate = plan.predicate else { return objects }
    return try objects.filter { try predicate.matches(ObjectSubject(object: $0)) }
  }

  /// The new, changed and deleted objects of a plan's entities.
  func changedObjects(of plan: FetchPlan) -> [ManagedObject] { Array(changes(of: plan)) }

  /// Whether there are new, changed or deleted objects of a plan's entities.
  func hasChanges(of plan: FetchPlan) -> Bool {
    !tracker.changes.isEmpty && changes(of: plan).contains { _ in true }
  }

  /// The new, changed and deleted objects of a plan's entities, after deletions have been propagated
  /// to related objects: a fetch must not find objects deleted by cascade either.
  private func changes(of plan: FetchPlan) -> some Sequence<ManagedObject> {
    if tracker.hasDeletions { reachRelatedObjects() }
    return tracker.objects(ofRoot: plan.layout.rootNumber).lazy
      .filter { [self] in isIncluded($0, in: plan) }
  }

  /// Whether an object belongs to the entities and stores of a plan.
  private func isIncluded(_ object: ManagedObject, in plan: FetchPlan) -> Bool {
    guard plan.includes(entityNumber: object.layout.number) else { return false }
    guard let stores = plan.stores else { return true }
    let identity = storeIdentity(of: object)
    return stores.contains { $0 === identity }
  }
}
