import ObjectModel
import ObjectStore

extension EntityDescription {
  /// The entity with the given name in a context's model, or nil.
  public static func entity(
    forEntityName entityName: String, in context: ManagedObjectContext
  ) -> EntityDescription? {
    context.model.entity(named: entityName)?.entity
  }
}

extension ManagedObject {
  /// The entity whose objects have this class in a context's model, or nil.
  ///
  /// Core Data's `entity()` takes no context and guesses among the loaded models, which fails once
  /// there are two; here the context determines the model.
  public class func entity(in context: ManagedObjectContext) -> EntityDescription? {
    context.bindings.binding(of: self)?.layout.entity
  }
}
