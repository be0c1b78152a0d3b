import Foundation
import ObjectModel
import ObjectStore

extension PersistentStoreDescription {
  /// The mapping models that a migration may use. Each is used for the step between the two
  /// versions that it fits; steps that none fits are inferred.
  ///
  /// Their policies are looked up in `EntityMigrationPolicies`.
  public var mappingModels: [MappingModel] {
    get { (settings.migration.mapper as? ObjectMigration)?.mappings ?? [] }
    set {
      settings.migration.mapper =
        newValue.isEmpty ? nil : ObjectMigration(makingMappings: { newValue })
    }
  }

  /// Sets the mapping models, but makes them only when a store has to be migrated.
  package func useMappingModels(_ make: @escaping @Sendable () -> [MappingModel]) {
    settings.migration.mapper = ObjectMigration(makingMappings: make)
  }
}

/// Carries out the mapped steps of a migration with a migration manager.
struct ObjectMigration: MappedMigration {
  let makingMappings: @Sendable () -> [MappingModel]

  var mappings: [MappingModel] { makingMappings() }

  func mapping(
    from source: ManagedObjectModel, to destination: ManagedObjectModel
  ) throws -> MappingModel? {
    try MappingModel(from: mappings, forSourceModel: source, destinationModel: destination)
  }

  func checkUse(between versions: [ManagedObjectModel], steps: [ModelDifference]) throws {
    let problems = mappings.filter { !$0.isFor(any: versions) }
      .map { $0.misfit(with: steps) }
    guard let first = problems.first else { return }
    throw problems.count == 1
      ? first
      : ObjectGraphError(
        .migration, "\(problems.count) mapping models fit none of the versions",
        repair: first.repair, underlyingErrors: problems)
  }

  func migrate(_ step: MappedStep) throws -> [OmittedObjects] {
    let manager = try MigrationManager(
      sourceModel: step.sourceModel, destinationModel: step.destinationModel)
    manager.progressHandler = { [unowned manager] fraction in
      do { try step.progress(Double(fraction)) } catch { manager.cancelMigrationWithError(error) }
    }
    try manager.migrateStore(
      from: PersistentStoreDescription(url: step.sourceURL, configuration: step.configuration),
      mapping: step.mapping,
      to: PersistentStoreDescription(url: step.destinationURL, configuration: step.configuration))
    return manager.omitted
  }
}
