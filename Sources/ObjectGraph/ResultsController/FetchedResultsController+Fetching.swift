import Foundation
import ObjectModel
import ObjectStore

/// Fetching a controller's results.
extension ManagedObjectContext {
  /// - Parameters:
  ///   - keyPath: the key path of the section names; nil if there are none, or a function provides
  ///     them.
  ///   - name: returns the section name of an object.
  ///   - cacheName: the name under which the order and the sections are cached; nil for no cache.
  func results<ResultType>(
    of request: FetchRequest<ResultType>, sectionedBy keyPath: String?,
    _ name: ((ManagedObject) -> String)?, cacheName: String? = nil
  ) throws -> FetchedResultsController<ResultType>.Results {
    try request.checkResultType()
    guard request.sortDescriptors?.isEmpty == false else {
      throw ObjectGraphError(
        .invalidArgument, "a fetched results controller needs a sort order",
        repair: "give the request sort descriptors", entityName: request.entityName)
    }
    let plan = try objectPlan(for: request)
    let naming =
      keyPath.map { SectionNaming($0, entity: plan.layout.entity) }
      ?? name.map { .computed($0) } ?? .none
    let isBatched = request.fetchBatchSize > 0
    let source = ResultSource(
      self, root: plan.layout.rootNumber,
      reading: isBatched
        ? try laterReading(of: request, plan, batchSize: request.fetchBatchSize) : nil)
    // The stamp is read before the keys, so that changes in between make the cache outdated.
    let cache = try cacheName.flatMap {
      try sectionCache(named: $0, of: request, plan, sectionedBy: keyPath ?? "a function")
    }
    let kept = cache?.read()
    var keys = RowKeys()
    var sections: [(name: String, count: Int)]?
    if isBatched {
      if let known = try kept ?? countedKeys(of: request, plan, naming, keyPath) {
        (keys, sections) = known
      } else {
        keys = try self.keys(for: plan, withPendingChanges: request.includesPendingChanges)
      }
      for row in keys where row.key < 0 { source.add(object(of: row)) }
    } else {
      for object in try objects(of: request, plan) {
        keys.append(object.rowKey)
        source.add(object)
      }
      // Someone may have written to the store after the cache was read.
      if let kept, kept.keys.keys == keys.keys { sections = kept.sections }
    }
    let found = try sections ?? self.sections(of: keys, plan, naming)
    if kept == nil { cache?.write(keys, found) }
    return .init(
      plan: plan, naming: naming, index: ResultIndex(keys, sections: found), source: source)
  }

  /// The cache for the current state of the store; nil if the results cannot be cached.
  private func sectionCache<ResultType>(
    named name: String, of request: FetchRequest<ResultType>, _ plan: FetchPlan,
    sectionedBy sections: String
  ) throws -> SectionCache? {
    var predicate: String? = ""
    if let condition = request.predicate { predicate = condition.unchangingText }
    guard let predicate, changedObjects(of: plan).isEmpty,
      let stamp = try contextParent.contentStamp(of: plan)
    else { return nil }
    let sorts = request.sortDescriptors ?? []
    let text =
      [
        plan.layout.name, coordinator.managedObjectModel.versionHashesDigest, predicate, sections,
        "\(request.includesSubentities) \(plan.offset) \(plan.limit)", Locale.current.identifier,
      ] + sorts.map { "\($0.key) \($0.ascending) \($0.selector ?? "")" }
    return SectionCache(name: name, request: text.joined(separator: "\n"), stamp: stamp)
  }

  /// The keys and the sections as counted by the store, at one moment; nil if the sections have to
  /// be computed.
  private func countedKeys<ResultType>(
    of request: FetchRequest<ResultType>, _ plan: FetchPlan, _ naming: SectionNaming,
    _ keyPath: String?
  ) throws -> (keys: RowKeys, sections: [(name: String, count: Int)])? {
    guard case .stored = naming, let keyPath, let first = request.sortDescriptors?.first,
      first.key == keyPath, plan.sorts.first?.comparison == .binary, plan.limit == 0,
      plan.offset == 0, changedObjects(of: plan).isEmpty
    else { return nil }
    let groups = FetchRequest<[String: any Sendable]>(entityName: plan.layout.name)
    groups.predicate = request.predicate
    groups.includesSubentities = request.includesSubentities
    groups.affectedStores = request.affectedStores
    groups.sortDescriptors = [first]
    groups.propertiesToGroupBy = [keyPath]
    let counter = FetchExpression(
      forFunction: "count:", arguments: [.expressionForEvaluatedObject()])
    groups.propertiesToFetch = [keyPath, ExpressionDescription(name: "count", expression: counter)]
    catchUpWithParent()
    // If no store can group by the key path, the sections are computed as well.
    guard let fetch = try? valueFetch(for: groups),
      let (keys, groups) = try contextParent.keys(for: plan, and: fetch)
    else { return nil }
    var sections: [(name: String, count: Int)] = []
    for columns in groups {
      guard columns.count == 2, case .integer(let size) = columns[1] else { return nil }
      let name = SectionNaming.name(of: columns[0])
      if sections.last?.name == name {
        sections[sections.count - 1].count += Int(size)
      } else {
        sections.append((name, Int(size)))
      }
    }
    return (keys, sections)
  }

  /// Computes the sections of results in their order from the objects.
  private func sections(
    of keys: RowKeys, _ plan: FetchPlan, _ naming: SectionNaming
  ) throws -> [(name: String, count: Int)] {
    guard naming.isSectioned else { return [("", keys.count)] }
    var sections: [(name: String, count: Int)] = []
    var names: Set<String> = []
    for start in stride(from: 0, to: keys.count, by: 512) {
      let objects = faults(
        for: keys, in: start..<min(start + 512, keys.count), areWaiting: false)
      try readRows(of: objects, maximumAge: -1)
      for object in objects {
        // The next event reports objects that are gone by now.
        let known = try subject(of: object).map { try naming.name(of: object, as: $0) }
        let name = known ?? sections.last?.name ?? ""
        if name == sections.last?.name {
          sections[sections.count - 1].count += 1
          continue
        }
        guard names.insert(name).inserted else { throw outOfOrder(name, object) }
        sections.append((name, 1))
      }
    }
    return sections
  }

  private func outOfOrder(_ name: String, _ object: ManagedObject) -> ObjectGraphError {
    object.makeError(
      "the results are not sorted by their sections: \(object) belongs to the section "
        + "\"\(name)\", which ended before it",
      code: .coreData,
      repair: "sort first by the section name key path, or a key with the same order")
  }

  /// An object as predicates and sort orders see it, without firing a fault; nil if it is gone.
  func subject(of object: ManagedObject) -> (any PredicateSubject)? {
    guard object.contextReference === self else { return nil }
    if !object.isFault || object.state.contains(.changed) { return ObjectSubject(object: object) }
    let row = try? contextParent.row(key: object.key, root: model[object.layout.rootNumber])
    return row.map { FetchedRowSubject(row: $0, context: self) }
  }
}
