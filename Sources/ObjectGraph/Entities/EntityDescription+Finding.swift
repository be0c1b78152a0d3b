import ObjectModel
import ObjectStore

extension EntityDescription {
  /// The entity of that name in a context's model, or nil.
  public static func entity(
    forEntityName entityName: String, in context: ManagedObjectContext
  ) -> EntityDescription? {
    context.model.entity(named: entityName)?.entity
  }
}

extension ManagedObject {
  /// The entity whose objects are of this class in a context's model, or nil.
  ///
  /// Core Data's `entity()` takes no context and guesses among the models that are loaded, which
  /// goes wrong as soon as there are two; here the context says which model is meant.
  public class func entity(in context: ManagedObjectContext) -> EntityDescription? {
    context.bindings.binding(of: self)?.layout.entity
  }
}
