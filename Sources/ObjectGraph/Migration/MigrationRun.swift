import ObjectModel
import ObjectStore

/// One migration: three passes over all mappings.
///
/// The destination is saved after some thousand changes, without validation. What nobody holds any
/// more leaves the contexts then.
final class MigrationRun {
  /// Not retained: the manager keeps its run.
  private unowned let manager: MigrationManager

  let steps: [MigrationStep]
  let associations: InstanceAssociations
  private let validation: MigrationValidation

  /// What goes wrong where nothing can be thrown.
  private var failure: ObjectGraphError?

  /// How many source objects there are for all mappings.
  private var total = 0
  private var visited = 0

  private static let batchSize = 500

  /// Of objects that each may come with many others.
  private static let smallBatchSize = 50

  private static let saveSize = 1000

  init(of manager: MigrationManager, _ policies: [EntityMigrationPolicy]) throws {
    self.manager = manager
    let mappings = manager.mappingModel.entityMappings
    steps = try mappings.indices.map { index in
      try MigrationStep(
        mappings[index], number: index, policy: policies[index], among: mappings,
        from: manager.sourceContext.model, to: manager.destinationContext.model)
    }
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
      if step.makesRelationships { try visitDestinations(of: step) }
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
    manager.advance(to: 0.7)
    try validation.check { object in
      try manager.progress.checkCancellation()
      return try origin(of: object)
    }
  }

  // MARK: Objects

  private func request(_ step: MigrationStep) -> FetchRequest<ManagedObject>? {
    guard let source = step.source else { return nil }
    let request = FetchRequest<ManagedObject>(entityName: source.name)
    request.predicate = step.mapping.sourcePredicate
    // Each entity of a hierarchy has mappings of its own.
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
    let isLarge = step.relationshipSteps.contains { $0.property.isToMany }
    let size = isLarge ? Self.smallBatchSize : Self.batchSize
    var last: Int64 = 0
    while true {
      let page = try associations.firstPairs(of: step.number, after: last, limit: size)
      guard !page.pairs.isEmpty else { return }
      last = page.last
      let sources = try objects(page.pairs.map(\.source), in: manager.sourceContext)
      let related = try manager.sourceContext.prefetch(step.relationshipSteps, for: sources)
      let destinations = try objects(page.pairs.map(\.destination), in: manager.destinationContext)
      try withExtendedLifetime((sources, related, destinations)) {
        let found = Set(destinations)
        for pair in page.pairs {
          let object = manager.destinationContext.object(of: pair.destination)
          // A policy may have deleted it.
          if found.contains(object), !object.isDeleted {
            try createRelationships(of: object, madeOf: pair.source, step)
          }
          advance(in: 1)
          try saveIfFull()
        }
      }
    }
  }

  private func createRelationships(
    of object: ManagedObject, madeOf source: MigrationAssociations.Instance, _ step: MigrationStep
  ) throws {
    try attempt(step, manager.sourceContext.object(of: source)) {
      try step.policy.createRelationships(
        forDestination: object, in: step.mapping, manager: manager)
    }
  }

  /// Reads objects, and keeps those that a policy has changed as they are.
  private func objects(
    _ instances: [MigrationAssociations.Instance], in context: ManagedObjectContext
  ) throws -> [ManagedObject] {
    let keys = Dictionary(grouping: instances) { context.model[$0.entityNumber].rootNumber }
    return try keys.flatMap { root, instances in
      context.objects(
        for: try context.contextParent.rows(
          keys: Array(Set(instances.map(\.key))), root: context.model[root]))
    }
  }

  /// The source object that an object was made of, and the mapping that made it.
  private func origin(
    of object: ManagedObject
  ) throws -> (source: ManagedObjectID, mapping: EntityMapping)? {
    for step in steps {
      guard let source = try associations.sources(of: object, by: step.number).first else {
        continue
      }
      return (manager.sourceContext.object(of: source).objectID, step.mapping)
    }
    return nil
  }

  // MARK: Work

  /// Runs what a policy does.
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
      // Of a cancellation its own error is known.
      try manager.progress.checkCancellation()
      throw ObjectGraphError.failure(of: step.mapping, with: source, error)
    }
    return result
  }

  private func saveIfFull() throws {
    if manager.destinationContext.tracker.changes.count >= Self.saveSize { try save() }
  }

  func save() throws {
    do {
      try manager.destinationContext.save()
    } catch {
      throw ObjectGraphError.unsavable(error)
    }
    try associations.settle()
  }

  private func advance(in pass: Int) {
    visited += 1
    guard visited % Self.batchSize == 0 else { return }
    let part = min(1, Float(visited) / Float(max(total, visited)))
    manager.advance(to: (Float(pass) + part) * 0.35)
  }

  // MARK: Associations

  /// - Throws: code 134110 for a mapping of another mapping model.
  func step(named name: String) throws -> MigrationStep {
    if let step = steps.first(where: { $0.mapping.name == name }) { return step }
    throw ObjectGraphError(
      .migration, "the mapping model has no mapping \(name)",
      repair: NearestName.advice(for: name, among: steps.map(\.mapping.name)))
  }

  func associate(
    _ source: ManagedObject, with destination: ManagedObject, by mapping: EntityMapping
  ) {
    do {
      associations.add(source, destination, by: try step(named: mapping.name).number)
    } catch {
      failure = failure ?? ObjectGraphError(error, otherwise: .migration)
    }
  }
}
