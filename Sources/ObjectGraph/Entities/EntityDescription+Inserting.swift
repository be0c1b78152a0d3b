import ObjectModel
import ObjectStore

extension EntityDescription {
  /// Inserts a new object of the entity of that name, of the entity's own class, into a context.
  ///
  /// - Throws: code 134061 when the context's model has no such entity, or the entity is abstract.
  public static func insertNewObject(
    forEntityName entityName: String, into context: ManagedObjectContext
  ) throws -> ManagedObject {
    guard let layout = context.model.entity(named: entityName) else {
      throw ObjectGraphError(
        .invalidArgument, "the model has no entity \(entityName)",
        repair: NearestName.nearest(to: entityName, among: context.model.entities.map(\.name))
          .map { "did you mean \($0)?" }, entityName: entityName)
    }
    guard !layout.isAbstract else {
      throw ObjectGraphError(
        .invalidArgument, "the entity \(entityName) is abstract and has no objects",
        repair: "insert an object of one of its subentities", entityName: entityName)
    }
    let binding = context.bindings.entities[layout.number - 1]
    let object = binding.objectClass.init(context.seedForInsertion(binding))
    context.didInsert(object)
    return object
  }
}
