import ObjectModel

/// The refusals that every kind of store words the same way.
extension ObjectGraphError {
  /// Code 133020: rows changed in the store since the context read them.
  package static func conflict(_ conflicts: [StoreConflict]) -> ObjectGraphError {
    let first = conflicts.first
    let name = first?.layout.name ?? "object"
    let what =
      first?.persisted == nil
      ? "the \(name) was deleted by someone else" : "the \(name) was changed by someone else"
    let more = conflicts.count > 1 ? ", and \(conflicts.count - 1) more objects with it" : ""
    return ObjectGraphError(
      .managedObjectMerge, what + " since it was read" + more,
      repair: "refresh and repeat the change", entityName: first?.layout.name,
      details: [conflictListKey: conflicts])
  }

  /// Code 133021: the values of a uniqueness constraint are taken.
  package static func constraint(
    _ constraint: UniquenessConstraint, values: [AttributeValue], conflictingKey: Int64?,
    objectID: ManagedObjectID?
  ) -> ObjectGraphError {
    let keys = constraint.properties.map(\.name)
    let name = constraint.layout.name
    let shown = zip(keys, values).map { "\($0) \($1.shortDescription)" }.joined(separator: ", ")
    var details: [String: any Sendable] = ["constraint": keys]
    if let conflictingKey { details["conflictingKey"] = conflictingKey }
    return ObjectGraphError(
      .managedObjectConstraintMerge, "there is already a \(name) with \(shown)",
      repair: "choose another value for \(keys.joined(separator: " or "))", entityName: name,
      objectID: objectID, key: keys.first, value: values.first, details: details)
  }

  /// Code 133000: a relationship leads to an object that is neither saved nor part of the save.
  package static func unsavedDestination(entity: String, key: String) -> ObjectGraphError {
    ObjectGraphError(
      .managedObjectReferentialIntegrity,
      "\(entity).\(key) leads to an object that was never saved",
      repair: "insert that object into the same context", entityName: entity, key: key)
  }
}

extension AttributeValue {
  /// The value in a few characters, for messages.
  package var shortDescription: String {
    switch self {
    case .string(let text): "\"\(text.prefix(60))\""
    case .data(let data): "<\(data.count) bytes>"
    default: anyValue.map { "\($0)" } ?? "nil"
    }
  }
}
