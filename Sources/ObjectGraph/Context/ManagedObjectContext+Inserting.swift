import ObjectModel
import ObjectStore

/// Inserting objects, and the entities that they may have.
extension ManagedObjectContext {
  /// - Throws: code 134061 if the model has no entity with the class, or the entity is abstract.
  func binding(forClass objectClass: ManagedObject.Type) throws -> EntityBinding {
    guard let binding = bindings.binding(of: objectClass) else {
      throw ObjectGraphError.unknownClass(
        "\(objectClass)",
        repair: "name the class in the model, or register it before the model is used")
    }
    try binding.layout.checkConcrete()
    return binding
  }

  /// - Throws: code 134061 if the model has no such entity, the entity is abstract, or the class is
  ///   not the entity's.
  func binding(
    forInsertionOf entity: EntityDescription, as objectClass: ManagedObject.Type
  ) throws -> EntityBinding {
    guard let binding = bindings.binding(of: entity) else {
      throw ObjectGraphError(
        .invalidArgument, "the entity \(entity.name ?? "") is not in the context's model",
        entityName: entity.name)
    }
    guard objectClass.isSubclass(of: binding.objectClass) else {
      throw binding.wrongClass(
        objectClass, repair: "use EntityDescription.insertNewObject(forEntityName:into:)",
        entityName: entity.name)
    }
    try binding.layout.checkConcrete()
    return binding
  }

  // MARK: Insertion

  func didInsert(_ object: ManagedObject) {
    checkQueue("insert(_:)")
    object.row?.identify(key: object.key, version: 0)
    registry.enter(object)
    tracker.recordInsertion(of: object)
    scheduleProcessing()
    object.awakeFromInsert()
  }

  /// Inserts an object that was created without a context, or has left its context, into this one.
  ///
  /// It becomes a new object with its current attributes and empty relationships. Inserting an
  /// object of another context records an error in `errors`.
  public func insert(_ object: ManagedObject) {
    guard object.contextReference == nil else {
      if object.contextReference !== self {
        record(
          ObjectGraphError(
            .invalidArgument, "\(object) belongs to another context",
            repair: "create the object with init(context:)"))
      }
      return
    }
    recording {
      object.becomeNew(try binding(forInsertionOf: object.entity, as: type(of: object)))
      didInsert(object)
    }
  }
}
