import ObjectModel
import ObjectStore

extension EntityDescription {
  /// Inserts a new object of the named entity, with the entity's own class, into a context.
  ///
  /// - Throws: code 134061 if the context's model has no such entity, or the entity is abstract.
  public static func insertNewObject(
    forEntityName entityName: String, into context: ManagedObjectContext
  ) throws -> ManagedObject {
    let layout = try context.model.layout(named: entityName)
    try layout.checkConcrete()
    let binding = context.bindings.entities[layout.number - 1]
    let object = binding.objectClass.init(.new(binding))
    context.didInsert(object)
    return object
  }
}

extension ModelLayout {
  /// - Throws: code 134061 if the model has no entity with the given name.
  func layout(named name: String) throws -> EntityLayout {
    if let layout = entity(named: name) { return layout }
    throw ObjectGraphError(
      .invalidArgument, "the model has no entity \(name)",
      repair: NearestName.suggestion(for: name, among: entities.map(\.name)), entityName: name)
  }
}

extension EntityLayout {
  /// - Throws: code 134061 if the entity is abstract, and so cannot have objects of its own.
  func checkConcrete() throws {
    guard isAbstract else { return }
    throw ObjectGraphError(
      .invalidArgument, "the entity \(name) is abstract and has no objects",
      repair: "insert an object of one of its subentities", entityName: name)
  }
}
