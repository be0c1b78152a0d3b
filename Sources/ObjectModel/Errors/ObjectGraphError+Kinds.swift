extension ObjectGraphError {
  /// An invalid model.
  static func wrongModel(
    _ message: String, repair: String? = "fix the model", entity: String? = nil,
    key: String? = nil
  ) -> ObjectGraphError {
    ObjectGraphError(
      .persistentStoreIncompatibleSchema, message, repair: repair, entityName: entity, key: key)
  }

  /// Damaged data of a model in a store.
  static func damage(
    _ message: String, repair: String = "restore the file from a backup"
  ) -> ObjectGraphError {
    ObjectGraphError(.persistentStoreIncompatibleSchema, message, repair: repair)
  }

  /// Runs a closure.
  ///
  /// - Throws: the closure's error, modified.
  static func passing<Value>(
    _ body: () throws -> Value, changed change: (inout ObjectGraphError) -> Void
  ) throws -> Value {
    do {
      return try body()
    } catch var problem as ObjectGraphError {
      change(&problem)
      throw problem
    }
  }
}
