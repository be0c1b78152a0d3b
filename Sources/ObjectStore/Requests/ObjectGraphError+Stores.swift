import ObjectModel

/// Errors that have the same wording in all kinds of stores.
extension ObjectGraphError {
  /// Code 133020: rows have changed in the store since the context read them, or other rows now
  /// refer to rows that the save would delete.
  package static func conflict(
    _ conflicts: [StoreConflict], in identity: StoreIdentity,
    referrer: (layout: EntityLayout, property: PropertyLayout)? = nil
  ) -> ObjectGraphError {
    let first = conflicts.first
    let name = first?.layout.name ?? "object"
    let (what, repair): (String, String)
    if let referrer {
      let added = referrer.layout.name
      what =
        "the \(name) cannot be deleted: \(article(added)) was added to it in the meantime "
        + "(\(added).\(referrer.property.name))"
      repair = "refresh it, look at what was added, and delete it again"
    } else {
      let change = first?.persisted == nil ? "deleted" : "changed"
      what = "the \(name) was \(change) by someone else since it was read"
      repair = "refresh what was read, and make the change again"
    }
    let more =
      switch conflicts.count {
      case ...1: ""
      case 2: ", and one more object with it"
      default: ", and \(conflicts.count - 1) more objects with it"
      }
    return ObjectGraphError(
      .managedObjectMerge, what + more, repair: repair, entityName: first?.layout.name,
      objectID: first.map { ManagedObjectID(key: $0.key, in: identity, $0.layout) },
      details: .init(.conflictList, conflicts))
  }

  /// Code 133000: a relationship leads to an object that no longer exists in the store.
  ///
  /// - Parameter isDeletedHere: whether the failing save itself would have deleted it.
  package static func vanishedDestination(
    of property: PropertyLayout, owner: EntityLayout, objectID: ManagedObjectID?,
    isDeletedHere: Bool
  ) -> ObjectGraphError {
    let destination = property.relationship?.destinationName ?? "object"
    let reason =
      isDeletedHere
      ? "that is deleted in the same save"
      : "that no longer exists: it was deleted by someone else"
    return ObjectGraphError(
      .managedObjectReferentialIntegrity,
      "\(owner.name).\(property.name) leads to \(article(destination)) \(reason)",
      repair: "choose another \(destination)", entityName: owner.name, objectID: objectID,
      key: property.name)
  }

  private static func article(_ name: String) -> String {
    "aeiouAEIOU".contains(name.prefix(1)) ? "an \(name)" : "a \(name)"
  }

  /// Code 133021: another row has the values of a uniqueness constraint.
  ///
  /// - Parameter conflictingKey: the key of the other row; negative if this save inserts it.
  package static func constraint(
    _ properties: [PropertyLayout], of row: Row, layout: EntityLayout, conflictingKey: Int64?,
    objectID: ManagedObjectID
  ) -> ObjectGraphError {
    let keys = properties.map(\.name)
    let facts = properties.map { "\($0.name) \(row.value(of: $0).shortDescription)" }
    var details = Details(.constraint, keys)
    details[.conflictingKey] = conflictingKey
    return ObjectGraphError(
      .managedObjectConstraintMerge,
      "there is another \(layout.name) with \(facts.joined(separator: ", "))",
      repair: "choose another \(keys.joined(separator: " or ")), or change the other object",
      entityName: layout.name, objectID: objectID, key: keys.first,
      value: properties.first.map { row.value(of: $0) }, details: details)
  }

  /// Code 134060: no store of a coordinator can hold objects of an entity.
  package static func noStore(for layout: EntityLayout) -> ObjectGraphError {
    ObjectGraphError(
      .coreData, "no store of the coordinator holds the entity \(layout.name)",
      repair: "add a store with a configuration that the entity is in", entityName: layout.name)
  }

  /// Code 134070: an object's store was removed from its coordinator.
  package static func removedStore(objectID: ManagedObjectID? = nil) -> ObjectGraphError {
    let object = objectID.map { "\($0)" } ?? "the object"
    return ObjectGraphError(
      .persistentStoreOperation, "the store of \(object) was removed from its coordinator",
      repair: "add the store again, and fetch the object again",
      entityName: objectID?.entity.name, objectID: objectID)
  }
}

extension AttributeValue {
  /// The value in abbreviated form, for messages.
  package var shortDescription: String {
    switch self {
    case .null: "nil"
    case .integer(let number): "\(number)"
    case .boolean(let flag): flag ? "true" : "false"
    case .double(let number): "\(number)"
    case .decimal(let number): "\(number)"
    case .string(let text): "\"\(text.prefix(60))\""
    case .date(let date): DateLiteral.description(of: date)
    case .data(let data): "of \(data.count) bytes"
    case .uuid(let uuid): uuid.uuidString
    case .uri(let url): url.absoluteString
    case .objectID(let id): "\(id)"
    case .list: "a list"
    }
  }
}
