import ObjectModel
import ObjectStore

/// One migration: three passes over all mappings.
///
/// The destination is saved, without validation, after every few thousand changes. Objects that
/// nothing references then leave the contexts.
final class MigrationRun {
  /// Not retained: the manager keeps its run.
  private unowned let manager: MigrationManager

  let steps: [MigrationStep]
  private let stepsByName: [String: MigrationStep]
  let associations: InstanceAssociations
  private let validation: MigrationValidation

  /// An error from a method that cannot throw.
  private var failure: ObjectGraphError?

  /// The object whose relationships are being set, the mapping, and the source from which it was
  /// created.
  private var related: (object: ManagedObject, step: MigrationStep, origin: Origin)?

  typealias Origin = (source: RowKey, isMapped: Bool)

  /// The number of source objects of all mappings.
  private var total = 0
  private var visited = 0

  private static let batchSize = 500

  /// For objects that may each bring along many others.
  private static let smallBatchSize = 50

  private static let saveSize = 5000

  /// The fraction of the work that is done before each pass, and after the last.
  private static let parts: [Float] = [0, 0.5, 0.85, 1]

  init(of manager: MigrationManager, _ policies: [EntityMigrationPolicy]) throws {
    self.manager = manager
    let mappings = manager.mappingModel.entityMappings
    steps = try mappings.indices.map { index in
      try MigrationStep(
        mappings[index], number: index, policy: policies[index], among: mappings,
        from: manager.sourceContext.model, to: manager.destinationContext.model)
    }
    MigrationStep.arrangeRelationships(
      of: steps, from: manager.sourceContext.model, to: manager.destinationContext.model)
    stepsByName = Dictionary(firstOf: steps.map { ($0.mapping.name, $0) })
    associations = try InstanceAssociations()
    validation = try MigrationValidation(of: manager.destinationContext)
  }

  func carryOut() throws {
    try createInstances()
    try createRelationships()
    try validate()
    manager.advance(to: 1)
  }

  // MARK: Passes

  private func createInstances() throws {
    for step in steps { total += try count(step) }
    for step in steps {
      try attempt(step) { try step.policy.begin(step.mapping, with: manager) }
      if step.makesInstances { try visitSources(of: step) { try createInstances(from: $0, step) } }
      try attempt(step) {
        try step.policy.endInstanceCreation(forMapping: step.mapping, manager: manager)
      }
    }
    try save()
  }

  private func createInstances(from source: ManagedObject, _ step: MigrationStep) throws {
    try attempt(step, source) {
      try step.policy.createDestinationInstances(
        forSource: source, in: step.mapping, manager: manager)
    }
    advance(in: 0)
    try saveIfFull()
  }

  private func createRelationships() throws {
    visited = 0
    for step in steps {
      if step.makesRelationships || !step.inverses.isEmpty { try visitDestinations(of: step) }
      try attempt(step) {
        try step.policy.endRelationshipCreation(forMapping: step.mapping, manager: manager)
      }
    }
    try save()
  }

  private func validate() throws {
    for step in steps {
      try attempt(step) {
        try step.policy.performCustomValidation(forMapping: step.mapping, manager: manager)
      }
      try attempt(step) { try step.policy.end(step.mapping, manager: manager) }
    }
    try save()
    visited = 0
    try validation.check(origin: origin) {
      try manager.progress.checkCancellation()
      advance(in: 2)
    }
  }

  // MARK: Objects

  private func request(_ step: MigrationStep) -> FetchRequest<ManagedObject>? {
    guard let source = step.source else { return nil }
    let request = FetchRequest<ManagedObject>(entityName: source.name)
    request.predicate = step.mapping.sourcePredicate
    // Each entity in a hierarchy has its own mappings.
    request.includesSubentities = false
    request.fetchBatchSize = Self.batchSize
    request.relationshipKeyPathsForPrefetching = step.attributePrefetching
    return request
  }

  private func count(_ step: MigrationStep) throws -> Int {
    guard step.makesInstances, step.mapping.sourceExpression == nil, let request = request(step)
    else { return 0 }
    return try manager.sourceContext.count(for: request)
  }

  private func visitSources(
    of step: MigrationStep, _ body: (ManagedObject) throws -> Void
  ) throws {
    if let expression = step.mapping.sourceExpression {
      let objects = try attempt(step) { try step.sources(by: expression, manager) }
      return try objects.forEach(body)
    }
    guard let request = request(step) else { return }
    for object in try manager.sourceContext.fetchLazily(request) { try body(object) }
  }

  private func visitDestinations(of step: MigrationStep) throws {
    let relationshipSteps = try step.relationshipSteps(in: manager.sourceContext.model)
    let isLarge = relationshipSteps.contains { $0.property.isToMany }
    let size = isLarge ? Self.smallBatchSize : Self.batchSize
    var last: Int64 = 0
    while true {
      let page = try associations.saved.firstPairs(
        of: step.number, withMapped: step.relatesMapped, after: last, limit: size)
      guard !page.pairs.isEmpty else { return }
      last = page.last
      // All are faults: rows that nothing needs are not read, the others in batches.
      let sources = page.pairs.map { manager.sourceContext.object(of: $0.source) }
      let prefetched = try manager.sourceContext.prefetch(relationshipSteps, for: sources)
      let destinations = page.pairs.map { manager.destinationContext.object(of: $0.destination) }
      try withExtendedLifetime((sources, prefetched, destinations)) {
        for (pair, object) in zip(page.pairs, destinations) {
          // A policy may have deleted it in the meantime.
          if !object.isDeleted, object.contextReference != nil {
            try createRelationships(of: object, madeAs: pair, step)
          }
          advance(in: 1)
          try saveIfFull()
        }
      }
    }
  }

  private func createRelationships(
    of object: ManagedObject, madeAs pair: MigrationAssociations.Pair, _ step: MigrationStep
  ) throws {
    related = (object, step, (pair.source, pair.isMapped))
    defer { related = nil }
    let source = manager.sourceContext.object(of: pair.source)
    try attempt(step, source) {
      for mapped in pair.isMapped ? step.provisionalRelationships : [] {
        try mapped.clear(in: object)
      }
      for mapped in step.inverses where !(pair.isMapped && step.isMadeEarly(mapped)) {
        try manager.setOwner(of: object, madeOf: source, by: mapped)
      }
      guard step.makesRelationships else { return }
      try step.policy.createRelationships(
        forDestination: object, in: step.mapping, manager: manager)
    }
  }

  /// The source from which a mapping first created an object.
  func origin(of object: ManagedObject, _ step: MigrationStep) throws -> Origin? {
    if let related, related.object === object, related.step === step { return related.origin }
    return try associations.origins(of: object, by: step.number).first
  }

  /// The source object of an object, and the mapping that created it.
  private func origin(
    of object: ManagedObject
  ) throws -> (source: ManagedObjectID, mapping: EntityMapping)? {
    for step in steps {
      guard let origin = try origin(of: object, step) else { continue }
      return (manager.sourceContext.object(of: origin.source).objectID, step.mapping)
    }
    return nil
  }

  /// The objects that filters and source expressions leave out; entities with custom policies are
  /// not counted.
  func omitted() throws -> [OmittedObjects] {
    let context = manager.sourceContext
    return try context.model.entities.compactMap { entity in
      let own = steps.filter { $0.source === entity }
      guard own.allSatisfy(\.isStandard), own.contains(where: \.choosesSources) else { return nil }
      let found = try context.contextParent.keys(for: FetchPlan(layout: entity))
      let taken = try associations.saved.sourceKeys(of: entity.number)
      let left = found.filter { $0.entityNumber == entity.number && !taken.contains($0.key) }
      guard !left.isEmpty else { return nil }
      return OmittedObjects(
        entityName: entity.name, count: left.count,
        keys: Array(left.map(\.key).sorted().prefix(MigrationReport.greatestObjectCount)))
    }
  }

  // MARK: Work

  /// Runs a policy's method.
  ///
  /// - Throws: code 134170, naming the mapping and the source object.
  @discardableResult
  private func attempt<Result>(
    _ step: MigrationStep, _ source: ManagedObject? = nil, _ body: () throws -> Result
  ) throws -> Result {
    try manager.progress.checkCancellation()
    if manager.currentEntityMapping !== step.mapping { manager.currentEntityMapping = step.mapping }
    let result: Result
    do {
      result = try body()
      if let failure = failure ?? manager.destinationContext.errors.first { throw failure }
    } catch {
      // A cancellation throws its own error.
      try manager.progress.checkCancellation()
      throw ObjectGraphError.failure(of: step.mapping, with: source, error)
    }
    return result
  }

  private func saveIfFull() throws {
    if manager.destinationContext.tracker.changes.count >= Self.saveSize { try save() }
  }

  func save() throws {
    let deleted = manager.destinationContext.deletedObjects
    do {
      try manager.destinationContext.save()
    } catch {
      throw ObjectGraphError.unsavable(error)
    }
    try associations.settle(deleted: deleted)
  }

  private func advance(in pass: Int) {
    visited += 1
    guard visited % Self.batchSize == 0 else { return }
    let part = min(1, Float(visited) / Float(max(total, visited)))
    manager.advance(
      to: Self.parts[pass] + part * (Self.parts[pass + 1] - Self.parts[pass]))
  }

  // MARK: Associations

  /// - Throws: code 134110 for a mapping of another mapping model.
  func step(named name: String) throws -> MigrationStep {
    if let step = stepsByName[name] { return step }
    throw ObjectGraphError(
      .migration, "the mapping model has no mapping \(name)",
      repair: NearestName.advice(for: name, among: steps.map(\.mapping.name)))
  }

  func associate(
    _ source: ManagedObject, with destination: ManagedObject, by mapping: EntityMapping
  ) {
    do {
      associations.add(
        source, destination, by: try step(named: mapping.name).number, isMapped: false)
    } catch {
      failure = failure ?? ObjectGraphError(error, otherwise: .migration)
    }
  }
}
