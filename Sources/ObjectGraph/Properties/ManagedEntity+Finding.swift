import ObjectModel
import ObjectStore

/// Finding a particular object, which may be in memory, in the store, or not exist yet.
extension ManagedEntity {
  /// An object that matches a predicate: one that the context has in memory, or else one that is
  /// fetched, or nil.
  ///
  /// The default predicate does not apply. Deleted objects are not found. If several objects in
  /// memory match, the saved one with the lowest key is returned, or else the new one inserted
  /// first.
  ///
  /// If the object is in memory, nothing is fetched, but each registered object of the entity is
  /// visited.
  ///
  /// - Throws: code 134061 if the predicate does not fit the entity, and the errors of
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

  /// The object that `findOrFetch(in:matching:)` finds, or a new one.
  ///
  /// Calling it twice with the same predicate returns the same object, provided that `configure`
  /// makes the object match. Two contexts that call it at the same time create two objects; use a
  /// uniqueness constraint to keep one of them out of the store.
  ///
  /// - Parameter configure: sets up a new object; not called for an existing one. If it throws, the
  ///   new object is removed again.
  /// - Throws: errors of `configure`, of `findOrFetch(in:matching:)` and of
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

  /// A matching object that the context has in memory, with its values read, or nil; objects of the
  /// entity are not fetched.
  ///
  /// A path of the predicate may pass through relationships to objects that have to be read.
  ///
  /// - Throws: code 134061 if the predicate does not fit the entity.
  public static func materializedObject(
    in context: ManagedObjectContext, matching predicate: FetchPredicate
  ) throws -> Self? {
    let layout = try context.layout(for: FetchRequest<Self>(entityName: entityName))
    let condition = try PredicateResolver(entity: layout.entity).resolve(predicate)
    var found: ManagedObject?
    for object in context.materializedObjects(of: layout) {
      if let found, found.age <= object.age { continue }
      if try condition.matches(ObjectSubject(object: object)) { found = object }
    }
    return found as? Self
  }
}

extension ManagedObjectContext {
  /// The registered objects of an entity and its subentities that are neither faults nor deleted.
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

  /// Inserts a new object of the entity that a class represents.
  ///
  ///     let mood: Mood = try context.insertObject()
  ///
  /// - Throws: code 134061 if the model lacks the entity, the entity is abstract, or its objects
  ///   have another class.
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
  /// Orders saved objects by key, followed by new ones in the order of their insertion.
  fileprivate var age: (Int, UInt64) { (key < 0 ? 1 : 0, key.magnitude) }
}
