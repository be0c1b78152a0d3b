import ObjectModel
import ObjectStore

/// Which destination objects were created from which source objects.
extension MigrationManager {
  /// Records that a mapping created a destination object from a source object.
  ///
  /// The standard policy does this for the objects that it creates. Only associated objects get
  /// their relationships and can be looked up. A mapping that belongs to another mapping model ends
  /// the migration; outside a migration, the method does nothing.
  public func associate(
    sourceInstance: ManagedObject, withDestinationInstance destinationInstance: ManagedObject,
    for entityMapping: EntityMapping
  ) {
    run?.associate(sourceInstance, with: destinationInstance, by: entityMapping)
  }

  /// The objects that a mapping created from source objects, in the order of the source objects and
  /// then of association.
  ///
  /// The objects may be faults; unsaved ones are included.
  ///
  /// - Parameter sourceInstances: nil for all objects that the mapping created, which may be many.
  /// - Throws: code 134110 if no mapping has that name; outside a migration, the result is empty.
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

  /// The source objects from which a mapping created destination objects.
  ///
  /// - Parameter destinationInstances: nil for all source objects of the mapping, which may be
  ///   many.
  /// - Throws: errors of `destinationInstances(forEntityMappingName:sourceInstances:)`.
  public func sourceInstances(
    forEntityMappingName mappingName: String, destinationInstances: [ManagedObject]?
  ) throws -> [ManagedObject] {
    guard let run else { return [] }
    let step = try run.step(named: mappingName)
    guard let destinationInstances else {
      return try all(\.source, in: sourceContext, of: step, run)
    }
    let sources = try destinationInstances.flatMap { object in
      try run.associations.origins(of: object, by: step.number).map(\.source)
    }
    return OrderedSet(sources).map { sourceContext.object(of: $0) }
  }

  /// Forgets all associations. The contexts keep their objects.
  public func reset() throws { try run?.associations.removeAll() }

  private func all(
    _ side: KeyPath<MigrationAssociations.Pair, RowKey>,
    in context: ManagedObjectContext, of step: MigrationStep, _ run: MigrationRun
  ) throws -> [ManagedObject] {
    try run.save()
    let pairs = try run.associations.saved.firstPairs(of: step.number, after: 0, limit: .max).pairs
    return OrderedSet(pairs.map { $0[keyPath: side] }).map { context.object(of: $0) }
  }
}
