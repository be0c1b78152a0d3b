import ObjectGraph

/// Maps version 3 to the latest version: what can be inferred, without the facts that its events of
/// early check-ins kept as text.
enum Version3Mapping {
  /// The mapping; nil where the rest cannot be inferred, and then the migration says why.
  static func model() -> MappingModel? {
    _ = registration
    guard
      let inferred = try? MappingModel.inferredMappingModel(
        forSourceModel: .campgroundVersion3, destinationModel: .campground)
    else { return nil }
    for mapping in inferred.entityMappings where mapping.destinationEntityName == "EventChange" {
      mapping.entityMigrationPolicyClassName = String(reflecting: Version3ChangePolicy.self)
    }
    return MappingModel(
      name: "version 3 to version 7", entityMappings: inferred.entityMappings)
  }

  private static let registration: Void = EntityMigrationPolicies.register(
    Version3ChangePolicy.self)
}

/// Leaves out the facts kept as text: an early check-in of a version 3 store cannot be undone.
final class Version3ChangePolicy: EntityMigrationPolicy {
  override func createDestinationInstances(
    forSource source: ManagedObject, in mapping: EntityMapping, manager: MigrationManager
  ) throws {
    guard try source.value(forKey: "property") as? String != "facts" else { return }
    try super.createDestinationInstances(forSource: source, in: mapping, manager: manager)
  }
}
