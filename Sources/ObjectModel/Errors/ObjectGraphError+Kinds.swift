extension ObjectGraphError {
  /// What is wrong with a model.
  static func wrongModel(
    _ message: String, repair: String? = "mend the model", entity: String? = nil,
    key: String? = nil
  ) -> ObjectGraphError {
    ObjectGraphError(
      .persistentStoreIncompatibleSchema, message, repair: repair, entityName: entity, key: key)
  }

  /// What is wrong with the bytes that a store keeps of a model.
  static func damage(
    _ message: String, repair: String = "restore the file from a backup"
  ) -> ObjectGraphError {
    ObjectGraphError(.persistentStoreIncompatibleSchema, message, repair: repair)
  }

  /// Carries out something.
  ///
  /// - Throws: what it throws, changed.
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

  static var tooDeep: ObjectGraphError {
    ObjectGraphError(
      .invalidArgument,
      "the predicate is nested deeper than \(PredicateNode.maximumDepth) levels",
      repair: "join conditions side by side, or use IN with a list of values")
  }
}
