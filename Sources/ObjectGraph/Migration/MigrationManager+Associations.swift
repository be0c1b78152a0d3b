import ObjectModel
import ObjectStore

/// What became of which object.
extension MigrationManager {
  /// Notes that a destination object was made of a source object by a mapping.
  ///
  /// The standard policy does so for what it makes. Only such objects get their relationships and are
  /// found by others. A mapping of another mapping model ends the migration; outside of one nothing
  /// happens.
  public func associate(
    sourceInstance: ManagedObject, withDestinationInstance destinationInstance: ManagedObject,
    for entityMapping: EntityMapping
  ) {
    run?.associate(sourceInstance, with: destinationInstance, by: entityMapping)
  }

  /// The objects that a mapping has made of source objects, in the order of these and in which they
  /// were associated.
  ///
  /// They may be faults, and are found before and after they are saved.
  ///
  /// - Parameter sourceInstances: nil for all that the mapping has made, which may be many.
  /// - Throws: code 134110 for a name that no mapping has; none are found outside of a migration.
  public func destinationInstances(
    forEntityMappingName mappingName: String, sourceInstances: [ManagedObject]?
  ) throws -> [ManagedObject] {
    guard let run else { return [] }
    let step = try run.step(named: mappingName)
    guard let sourceInstances else {
      return try all(\.destination, in: destinationContext, of: step, run)
    }
    return try run.associations.destinations(
      of: sourceInstances, by: step.number, in: destinationContext)
  }

  /// The source objects that objects were made of by a mapping.
  ///
  /// - Parameter destinationInstances: nil for all that the mapping was for, which may be many.
  /// - Throws: as `destinationInstances(forEntityMappingName:sourceInstances:)`.
  public func sourceInstances(
    forEntityMappingName mappingName: String, destinationInstances: [ManagedObject]?
  ) throws -> [ManagedObject] {
    guard let run else { return [] }
    let step = try run.step(named: mappingName)
    guard let destinationInstances else {
      return try all(\.source, in: sourceContext, of: step, run)
    }
    var seen: Set<ManagedObject> = []
    return try destinationInstances.flatMap { object in
      try run.associations.origins(of: object, by: step.number)
        .map { sourceContext.object(of: $0.source) }
    }.filter { seen.insert($0).inserted }
  }

  /// Forgets what became of which object. The contexts stay as they are.
  public func reset() throws { try run?.associations.removeAll() }

  private func all(
    _ side: KeyPath<MigrationAssociations.Pair, MigrationAssociations.Instance>,
    in context: ManagedObjectContext, of step: MigrationStep, _ run: MigrationRun
  ) throws -> [ManagedObject] {
    try run.save()
    let pairs = try run.associations.firstPairs(of: step.number, after: 0, limit: .max).pairs
    var seen: Set<MigrationAssociations.Instance> = []
    return pairs.map { $0[keyPath: side] }.filter { seen.insert($0).inserted }
      .map { context.object(of: $0) }
  }
}
