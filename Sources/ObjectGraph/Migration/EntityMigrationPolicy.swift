import ObjectModel

/// How the objects of one entity mapping are made; subclasses do what a mapping cannot say.
///
///     final class NotePolicy: EntityMigrationPolicy {
///       override func createDestinationInstances(
///         forSource source: ManagedObject, in mapping: EntityMapping, manager: MigrationManager
///       ) throws {
///         try super.createDestinationInstances(forSource: source, in: mapping, manager: manager)
///         let made = try manager.destinationInstances(
///           forEntityMappingName: mapping.name, sourceInstances: [source])
///         try made.first?.setValue(source.value(forKey: "title"), forKey: "heading")
///       }
///     }
///
/// A migration makes one policy for each entity mapping and calls it in three passes over all mappings,
/// in their order: `begin`, `createDestinationInstances` for each source object and
/// `endInstanceCreation`; then `createRelationships` for each destination object and
/// `endRelationshipCreation`; then `performCustomValidation` and `end`. The objects are plain
/// `ManagedObject`s, whatever classes the models name, and are read and written by key-value coding.
/// What a policy throws ends the migration, and both stores are as they were.
open class EntityMigrationPolicy {
  /// Makes a policy; a migration does so.
  public required init() {}

  /// Called before the first object of the mapping is made.
  open func begin(_ mapping: EntityMapping, with manager: MigrationManager) throws {}

  /// Makes what becomes of a source object: by itself one object of the destination entity, whose
  /// attributes are what the mapping says, and which is associated with the source object.
  ///
  /// An overriding method that does not call super calls
  /// `manager.associate(sourceInstance:withDestinationInstance:for:)` for what it makes: only what is
  /// associated gets its relationships and is found by others.
  open func createDestinationInstances(
    forSource sInstance: ManagedObject, in mapping: EntityMapping, manager: MigrationManager
  ) throws {
    try manager.makeInstance(from: sInstance, by: mapping)
  }

  /// Called when all objects of the mapping are made.
  open func endInstanceCreation(
    forMapping mapping: EntityMapping, manager: MigrationManager
  ) throws {}

  /// Gives an object that is associated with a source object its relationships: by itself what the
  /// mapping says.
  ///
  /// It is called when the objects of all mappings are made. Other objects may not
  /// have their relationships yet; in `performCustomValidation` all have. Setting one side of a
  /// relationship sets the other. Where mappings disagree about a to-many relationship and its to-one
  /// inverse, the to-one side counts.
  open func createRelationships(
    forDestination dInstance: ManagedObject, in mapping: EntityMapping, manager: MigrationManager
  ) throws {
    try manager.makeRelationships(of: dInstance, by: mapping)
  }

  /// Called when all objects of the mapping have their relationships.
  open func endRelationshipCreation(
    forMapping mapping: EntityMapping, manager: MigrationManager
  ) throws {}

  /// Called when the objects of all mappings have their relationships, and before they are checked by
  /// the rules of their model.
  open func performCustomValidation(
    forMapping mapping: EntityMapping, manager: MigrationManager
  ) throws {}

  /// Called when the mapping is done.
  open func end(_ mapping: EntityMapping, manager: MigrationManager) throws {}

  /// Answers a value expression that asks `$entityPolicy`:
  /// `FUNCTION($entityPolicy, "initials:", $source.name)`.
  ///
  /// Overriding methods answer what they know and leave the rest to super.
  ///
  /// - Parameters:
  ///   - selector: the name with its colons.
  ///   - arguments: as key-value coding gives values; objects are those of the source.
  /// - Throws: code 134170; what overriding methods throw.
  open func perform(_ selector: String, arguments: [Any?]) throws -> Any? {
    throw ObjectGraphError(
      .entityMigrationPolicy, "\(type(of: self)) does not know how to perform \(selector)",
      repair: "answer it in an override of perform(_:arguments:)")
  }
}

extension EntityMigrationPolicy: MessageReceiver {
  package func answer(to message: String, _ arguments: [Any?]) throws -> Any? {
    try perform(message, arguments: arguments)
  }
}

/// A policy stays on its migration's thread.
@available(*, unavailable)
extension EntityMigrationPolicy: Sendable {}
