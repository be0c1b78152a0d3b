import Foundation
import ObjectModel
import ObjectStore

/// Fetching the results.
extension FetchedResultsController {
  func fetchResults() throws -> Results {
    let (context, request) = (managedObjectContext, fetchRequest)
    // Objects that come and go within one event are not reported, so a fetch must not find them.
    context.processPendingChanges()
    try request.checkResultType()
    guard request.sortDescriptors?.isEmpty == false else {
      throw ObjectGraphError(
        .invalidArgument, "a fetched results controller needs a sort order",
        repair: "give the request sort descriptors", entityName: request.entityName)
    }
    let plan = try context.objectPlan(for: request)
    let naming: SectionNaming =
      if let sectionNameKeyPath {
        SectionNaming(sectionNameKeyPath, entity: plan.layout.entity)
      } else if let sectionName {
        .computed { ($0 as? ResultType).map(sectionName) ?? "" }
      } else {
        .none
      }
    let isBatched = request.fetchBatchSize > 0
    let source = ResultSource(
      context, root: plan.layout.rootNumber,
      reading: isBatched
        ? try context.laterReading(of: request, plan, batchSize: request.fetchBatchSize) : nil)
    // The stamp is read before the keys, so that changes in between make the cache outdated.
    let cache = try cacheName.flatMap { try sectionCache(named: $0, for: plan) }
    let kept = cache?.read()
    var keys = RowKeys()
    var sections: [(name: String, count: Int)]?
    if isBatched {
      if let known = try kept ?? countedKeys(for: plan, naming) {
        (keys, sections) = known
      } else {
        keys = try context.keys(for: plan, withPendingChanges: request.includesPendingChanges)
      }
      for row in keys where row.key < 0 { source.add(context.object(of: row)) }
    } else {
      for object in try context.objects(of: request, plan) {
        keys.append(object.rowKey)
        source.add(object)
      }
      // Someone may have written to the store after the cache was read.
      if let kept, kept.keys.keys == keys.keys { sections = kept.sections }
    }
    let found = try sections ?? self.sections(of: keys, naming)
    if kept == nil { cache?.write(keys, found) }
    return Results(
      plan: plan, naming: naming, index: ResultIndex(keys, sections: found), source: source)
  }

  /// The cache for the current state of the store; nil if the results cannot be cached.
  private func sectionCache(named name: String, for plan: FetchPlan) throws -> SectionCache? {
    let context = managedObjectContext
    var predicate: String? = ""
    if let condition = fetchRequest.predicate { predicate = condition.unchangingText }
    guard let predicate, !context.hasChanges(of: plan),
      let stamp = try context.contextParent.contentStamp(of: plan)
    else { return nil }
    let sorts = fetchRequest.sortDescriptors ?? []
    let text =
      [
        plan.layout.name, context.coordinator.managedObjectModel.versionHashesDigest, predicate,
        sectionNameKeyPath ?? "a function",
        "\(plan.includesSubentities) \(plan.offset) \(plan.limit)", Locale.current.identifier,
      ] + sorts.map { "\($0.key) \($0.ascending) \($0.selector ?? "")" }
    return SectionCache(
      name: name, request: text.joined(separator: "\n"),
      entityNumbers: plan.layout.number...plan.layout.lastNumber, stamp: stamp)
  }

  /// The keys and the sections as counted by the store, at one moment; nil if the sections have to
  /// be computed.
  private func countedKeys(
    for plan: FetchPlan, _ naming: SectionNaming
  ) throws -> (keys: RowKeys, sections: [(name: String, count: Int)])? {
    let context = managedObjectContext
    guard case .stored = naming, let keyPath = sectionNameKeyPath,
      let first = fetchRequest.sortDescriptors?.first, first.key == keyPath,
      plan.sorts.first?.comparison == .binary, plan.limit == 0, plan.offset == 0,
      !context.hasChanges(of: plan),
      // If no store can group by the key path, the sections are computed as well.
      let counts = try? ResultResolver.resolve(
        [.keyPath(keyPath), .rowCount], groupedBy: [.keyPath(keyPath)], sortedBy: [first],
        entity: plan.layout.entity)
    else { return nil }
    context.catchUpWithParent()
    guard
      let (keys, groups) = try context.contextParent.keys(
        for: plan, and: ValueFetch(plan, counts))
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
    of keys: RowKeys, _ naming: SectionNaming
  ) throws -> [(name: String, count: Int)] {
    guard naming.isSectioned else { return [("", keys.count)] }
    let context = managedObjectContext
    var sections: [(name: String, count: Int)] = []
    var names: Set<String> = []
    for start in stride(from: 0, to: keys.count, by: 512) {
      let objects = context.faults(
        for: keys, in: start..<min(start + 512, keys.count), areWaiting: false)
      try context.readRows(of: objects, maximumAge: -1)
      for object in objects {
        // The next event reports objects that are gone by now.
        let known = try context.subject(of: object).map { try naming.name(of: object, as: $0) }
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
}

extension ManagedObjectContext {
  /// An object as predicates and sort orders see it, without firing a fault; nil if it is gone.
  func subject(of object: ManagedObject) -> (any PredicateSubject)? {
    guard object.contextReference === self else { return nil }
    if !object.isFault || object.state.isChanged { return ObjectSubject(object: object) }
    let row = try? contextParent.row(key: object.key, root: model[object.layout.rootNumber])
    return row.map { FetchedRowSubject(row: $0, context: self) }
  }
}
