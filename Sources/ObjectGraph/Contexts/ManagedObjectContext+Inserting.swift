import ObjectModel
import ObjectStore

/// Inserting objects, and the entities that they may have.
extension ManagedObjectContext {
  func binding(forClass objectClass: ManagedObject.Type) -> EntityBinding? {
    guard let binding = bindings.binding(of: objectClass) else {
      record(
        .unknownClass(
          "\(objectClass)",
          repair: "name the class in the model, or register it before the model is used"))
      return nil
    }
    return refuseAbstract(binding) ? nil : binding
  }

  func binding(
    forInsertionOf entity: EntityDescription, as objectClass: ManagedObject.Type
  ) -> EntityBinding? {
    guard let binding = bindings.binding(of: entity) else {
      record(
        ObjectGraphError(
          .invalidArgument, "the entity \(entity.name ?? "") is not in the context's model",
          entityName: entity.name))
      return nil
    }
    guard objectClass.isSubclass(of: binding.objectClass) else {
      record(
        binding.wrongClass(
          objectClass, repair: "use EntityDescription.insertNewObject(forEntityName:into:)",
          entityName: entity.name))
      return nil
    }
    return refuseAbstract(binding) ? nil : binding
  }

  private func refuseAbstract(_ binding: EntityBinding) -> Bool {
    guard let problem = binding.layout.abstractProblem else { return false }
    record(problem)
    return true
  }

  // MARK: Insertion

  func didInsert(_ object: ManagedObject) {
    checkQueue("insert(_:)")
    object.row?.identify(key: object.key, version: 0)
    registry.enter(object)
    object.state.insert(.newInEvent)
    didChange(object)
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
    guard let binding = binding(forInsertionOf: object.entity, as: type(of: object)) else { return }
    object.becomeNew(binding)
    didInsert(object)
  }
}
