extension ObjectGraphError {
  /// What is wrong with a model.
  static func wrongModel(
    _ message: String, repair: String? = "mend the model", entity: String?, key: String? = nil
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
}
