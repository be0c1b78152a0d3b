import ObjectModel

/// Creates the destination objects of an entity mapping; subclass it to do what a mapping cannot
/// express.
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
/// A migration creates one policy for each entity mapping and makes three passes over all mappings,
/// in their order: `begin`, `createDestinationInstances` for each source object and
/// `endInstanceCreation`; then `createRelationships` for each destination object and
/// `endRelationshipCreation`; then `performCustomValidation` and `end`. The objects are plain
/// `ManagedObject`s, whatever classes the models name; read and write them by key-value coding. An
/// error thrown by a policy ends the migration and leaves both stores unchanged.
open class EntityMigrationPolicy {
  /// Creates a policy; a migration calls this.
  public required init() {}

  /// Called before the mapping's first object is created.
  open func begin(_ mapping: EntityMapping, with manager: MigrationManager) throws {}

  /// Creates the destination objects of a source object. The default implementation creates one
  /// object of the destination entity, sets the attributes that the mapping specifies, and
  /// associates the object with the source object.
  ///
  /// An override that does not call super must call
  /// `manager.associate(sourceInstance:withDestinationInstance:for:)` for each object that it
  /// creates: only associated objects get their relationships and can be looked up by other
  /// mappings.
  open func createDestinationInstances(
    forSource sInstance: ManagedObject, in mapping: EntityMapping, manager: MigrationManager
  ) throws {
    try manager.makeInstance(from: sInstance, by: mapping)
  }

  /// Called after all objects of the mapping have been created.
  open func endInstanceCreation(
    forMapping mapping: EntityMapping, manager: MigrationManager
  ) throws {}

  /// Sets the relationships of a destination object that is associated with a source object. The
  /// default implementation follows the mapping.
  ///
  /// Called after the objects of all mappings have been created. Other objects may not have their
  /// relationships yet; in `performCustomValidation`, all do. Setting one side of a relationship
  /// sets the other. If mappings disagree about a to-many relationship and its to-one inverse, the
  /// to-one side wins.
  open func createRelationships(
    forDestination dInstance: ManagedObject, in mapping: EntityMapping, manager: MigrationManager
  ) throws {
    try manager.makeRelationships(of: dInstance, by: mapping)
  }

  /// Called when all objects of the mapping have their relationships.
  open func endRelationshipCreation(
    forMapping mapping: EntityMapping, manager: MigrationManager
  ) throws {}

  /// Called after the objects of all mappings have their relationships and before they are
  /// validated.
  open func performCustomValidation(
    forMapping mapping: EntityMapping, manager: MigrationManager
  ) throws {}

  /// Called when the mapping is finished.
  open func end(_ mapping: EntityMapping, manager: MigrationManager) throws {}

  /// Evaluates a call to `$entityPolicy` in a value expression:
  /// `FUNCTION($entityPolicy, "initials:", $source.name)`.
  ///
  /// Overrides handle the selectors they know and pass the rest to super.
  ///
  /// - Parameters:
  ///   - selector: the selector, including its colons.
  ///   - arguments: values as key-value coding returns them; objects are source objects.
  /// - Throws: code 134170, or whatever an override throws.
  open func perform(_ selector: String, arguments: [Any?]) throws -> Any? {
    throw ObjectGraphError(
      .entityMigrationPolicy, "\(type(of: self)) does not implement \(selector)",
      repair: "handle it in an override of perform(_:arguments:)")
  }
}

extension EntityMigrationPolicy: MessageReceiver {
  package func answer(to message: String, _ arguments: [Any?]) throws -> Any? {
    try perform(message, arguments: arguments)
  }
}

/// A policy is confined to its migration's thread.
@available(*, unavailable)
extension EntityMigrationPolicy: Sendable {}
