import ObjectModel
import ObjectStore

/// Finding the one object that is meant, where it may be in memory, in the store, or nowhere yet.
extension ManagedEntity {
  /// An object for which a predicate holds: one that the context has in memory, or else one that is
  /// fetched, or nil.
  ///
  /// The default predicate is not applied. Deleted objects are not found. Of several in memory the
  /// one with the lowest key is found, before new ones in the order of their insertion.
  ///
  /// It costs no fetch where the object is in memory, but a look at each registered object of the
  /// entity.
  ///
  /// - Throws: code 134061 when the predicate does not fit the entity, and as
  ///   `ManagedObjectContext.fetch(_:)`.
  public static func findOrFetch(
    in context: ManagedObjectContext, matching predicate: FetchPredicate
  ) throws -> Self? {
    if let object = try materializedObject(in: context, matching: predicate) { return object }
    return try fetch(in: context) { request in
      request.predicate = predicate
      request.returnsObjectsAsFaults = false
      request.fetchLimit = 1
    }.first
  }

  /// The object of `findOrFetch(in:matching:)`, or a new one.
  ///
  /// Calling it twice with one predicate gives one object, provided that `configure` makes the
  /// predicate hold. Two contexts that do so at once make two objects; a uniqueness constraint is
  /// what keeps one of them out of the store.
  ///
  /// - Parameter configure: sets up a new object, and is not called for one that was found. When it
  ///   throws, the new object is taken back.
  /// - Throws: what `configure` throws, as `findOrFetch(in:matching:)`, and as
  ///   `ManagedObjectContext.insertObject(_:)`.
  public static func findOrCreate(
    in context: ManagedObjectContext, matching predicate: FetchPredicate,
    configure: (Self) throws -> Void
  ) throws -> Self {
    if let object = try findOrFetch(in: context, matching: predicate) { return object }
    let object = try context.insertObject(Self.self)
    do {
      try configure(object)
    } catch {
      context.delete(object)
      throw error
    }
    return object
  }

  /// An object that the context has in memory, with its values read, for which a predicate holds,
  /// or nil; the store is not asked for objects of the entity.
  ///
  /// A path of the predicate may lead over relationships to objects that have to be read.
  ///
  /// - Throws: code 134061 when the predicate does not fit the entity.
  public static func materializedObject(
    in context: ManagedObjectContext, matching predicate: FetchPredicate
  ) throws -> Self? {
    let layout = try context.layout(for: FetchRequest<Self>(entityName: entityName))
    let condition = try PredicateResolver(entity: layout.entity).resolve(predicate)
    var found: ManagedObject?
    try EvaluationFailure.surfacing {
      for object in context.materializedObjects(of: layout) {
        if let found, found.age <= object.age { continue }
        if condition.matches(ObjectSubject(object: object)) { found = object }
      }
    }
    return found as? Self
  }
}

extension ManagedObjectContext {
  /// The registered objects of an entity and its subentities whose values were read
  /// and that are not deleted.
  fileprivate func materializedObjects(of layout: EntityLayout) -> [ManagedObject] {
    var objects: [ManagedObject] = []
    registry.visit(root: layout.rootNumber) { object in
      guard layout.includes(object.layout.number), !object.isFault, !object.isDeleted else {
        return
      }
      objects.append(object)
    }
    return objects
  }

  /// Inserts a new object of the entity that a class stands for.
  ///
  ///     let mood: Mood = try context.insertObject()
  ///
  /// - Throws: code 134061 when the model lacks the entity, the entity is abstract, or its
  ///   objects are of another class.
  public func insertObject<Object: ManagedEntity>(
    _ objectClass: Object.Type = Object.self
  ) throws -> Object {
    let layout = try layout(for: FetchRequest<Object>(entityName: objectClass.entityName))
    let binding = bindings.entities[layout.number - 1]
    guard binding.objectClass is Object.Type,
      let object = try EntityDescription.insertNewObject(forEntityName: layout.name, into: self)
        as? Object
    else {
      throw binding.wrongClass(
        objectClass, repair: "name the class in the model, or correct entityName",
        entityName: layout.name)
    }
    return object
  }
}

extension ManagedObject {
  /// Orders saved objects by key, and new ones behind them in the order of their insertion.
  fileprivate var age: (Int, UInt64) { (key < 0 ? 1 : 0, key.magnitude) }
}
