import ObjectModel

extension ManagedObject {
  /// Inserts a new object of this class's entity into a context.
  ///
  /// If the context's model has no entity with this class, the object belongs to no context, and
  /// the error is recorded in the context's `errors`.
  public convenience init(context: ManagedObjectContext) {
    let binding = context.recording { try context.binding(forClass: Self.self) }
    self.init(binding.map { .new($0) } ?? .detached)
    if binding != nil { context.didInsert(self) }
  }

  /// Creates an object of an entity, and inserts it into the context, if any.
  ///
  /// The class must be the entity's. If it is not, or the context's model lacks the entity, the
  /// object belongs to no context, and the error is recorded in the context's `errors`;
  /// `EntityDescription.insertNewObject(forEntityName:into:)` finds the class automatically.
  public convenience init(entity: EntityDescription, insertInto context: ManagedObjectContext?) {
    guard let context else {
      self.init(ManagedObjectSeed.unattached(entity: entity))
      return
    }
    let binding = context.recording {
      try context.binding(forInsertionOf: entity, as: Self.self)
    }
    self.init(binding.map { .new($0) } ?? .detached)
    if binding != nil { context.didInsert(self) }
  }
}
