import ObjectGraph

/// An edit that met somebody else's: an object that a context changed or deleted, and that was
/// changed or deleted in the store since the context read it.
public struct EditConflict: Sendable, Hashable {
  /// A property that one or both sides changed.
  public struct Property: Sendable, Hashable {
    /// The name of the property.
    public let name: String

    /// The value that was read; a to-one relationship is the ID of what it leads to.
    public let seen: AttributeValue

    /// The value that is in the store now, null where the object was deleted.
    public let stored: AttributeValue

    /// The value that was to be saved, the one that was read where nothing was written.
    public let written: AttributeValue

    /// Whether the context changed it.
    public var isWritten: Bool { written != seen }

    /// Whether somebody else changed it.
    public var isChangedInStore: Bool { stored != seen }
  }

  /// The object.
  public let objectID: ManagedObjectID

  /// What people call the object, "camper Ada".
  public let label: String

  /// Whether the context was to delete it.
  public let isDeletedHere: Bool

  /// Whether it is not in the store any more.
  public let isDeletedInStore: Bool

  /// The properties that changed on either side, by name.
  public let properties: [Property]

  /// Whether the two edits cannot be put together property by property, so that the edit has to be
  /// taken back and thought over: a deletion meets a change, or a reservation is concerned, whose
  /// dates, state and nights belong together.
  public let needsAnotherLook: Bool
}

extension EditConflict: CustomStringConvertible {
  /// `camper Ada was changed by someone else`
  public var description: String {
    "\(label) was \(isDeletedInStore ? "deleted" : "changed") by someone else"
  }
}

extension EditConflict {
  /// The conflicts of what a context changed, by label; one fetch for each changed object.
  ///
  /// The rows that keep a reservation's nights go with the reservation, and are left out beside it.
  ///
  /// - Parameter fresh: a context without objects and changes, which reads what the store has now.
  static func conflicts(
    in context: ManagedObjectContext, against fresh: ManagedObjectContext
  ) throws -> [EditConflict] {
    let all = try context.updatedObjects.union(context.deletedObjects)
      .filter { !$0.objectID.isTemporaryID }
      .compactMap { try EditConflict(of: $0, against: fresh) }
      .sorted { ($0.label, $0.objectID.reference) < ($1.label, $1.objectID.reference) }
    let others = all.filter { $0.objectID.entity.name != "ReservationNight" }
    return others.isEmpty ? all : others
  }

  /// The conflict of one object; nil where there is none.
  private init?(of object: ManagedObject, against fresh: ManagedObjectContext) throws {
    // Members of to-many relationships that the other side keeps are not the object's own.
    let written = object.changedValues()
    let isEdited = Self.properties(of: object).contains { written[$0.name] != nil }
    guard object.isDeleted || isEdited else { return nil }
    let request = FetchRequest<ManagedObject>(entityName: object.entity.name ?? "")
    request.predicate = try FetchPredicate(format: "SELF == %@", object)
    let stored = try fresh.fetch(request).first
    let changes =
      stored == nil && object.isDeleted ? [] : try Self.changes(of: object, stored: stored)
    guard stored == nil || changes.contains(where: \.isChangedInStore) else { return nil }
    objectID = object.objectID
    label = ObjectLabel.phrase(for: object)
    isDeletedHere = object.isDeleted
    isDeletedInStore = stored == nil
    properties = changes
    needsAnotherLook =
      object.isDeleted || object is Reservation || object is ReservationNight
  }

  private static func properties(of object: ManagedObject) -> [PropertyDescription] {
    object.entity.propertiesByName.values.filter { property in
      !property.isTransient && (property as? RelationshipDescription)?.isToMany != true
    }
  }

  private static func changes(
    of object: ManagedObject, stored: ManagedObject?
  ) throws -> [Property] {
    let seen = try object.committedValues(forKeys: nil)
    let written = object.changedValues()
    return try properties(of: object).map(\.name).sorted().compactMap { name in
      let before = attribute(seen[name] ?? nil)
      let property = Property(
        name: name, seen: before, stored: attribute(try stored?.value(forKey: name)),
        written: written[name].map(attribute) ?? before)
      return property.isWritten || (stored != nil && property.isChangedInStore) ? property : nil
    }
  }

  private static func attribute(_ value: Any?) -> AttributeValue {
    if let object = value as? ManagedObject { return .objectID(object.objectID) }
    return AttributeValue(value) ?? .null
  }
}
