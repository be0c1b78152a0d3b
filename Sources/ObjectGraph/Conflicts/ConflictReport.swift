import ObjectModel
import ObjectStore

/// A conflict about one object, as values: those that were read, those now in the store, and those
/// to be written.
///
/// It can be passed to any queue. Its description contains, with a line for each property, what a
/// user needs to choose between the two sides.
public struct ConflictReport: Sendable, Hashable {
  /// The change of the object on both sides.
  public enum Kind: Sendable, Hashable {
    /// Changed here and in the store.
    case changed
    /// Changed here, and deleted from the store.
    case deletedInStore
    /// Deleted here, and changed or referred to in the store.
    case deletedHere
    /// Unchanged here but changed in the store, for an object passed to `detectConflicts(for:)`.
    case watched
  }

  /// A property whose values are not all the same.
  ///
  /// The value of a to-one relationship is the ID of its destination, that of a to-many
  /// relationship the list of its members' IDs, sorted by key.
  public struct Property: Sendable, Hashable {
    /// The property's name; the path for an element of a composite attribute.
    public let name: String

    /// The value that the object's changes are based on; for a to-many relationship that has not
    /// been read, the members now in the store.
    public let seen: AttributeValue

    /// The value now in the store, `null` if the row is gone.
    public let stored: AttributeValue

    /// The value to be written, `null` if the object was deleted.
    public let written: AttributeValue

    /// Whether somebody else changed the value.
    public var isChangedInStore: Bool { stored != seen }

    /// Whether the value was changed here.
    public var isWritten: Bool { written != seen }

    /// Whether both sides changed the value to different ones; never true for a to-many
    /// relationship, whose added and removed members are merged.
    public var isDisputed: Bool {
      if case .list = stored { return false }
      return isChangedInStore && isWritten && stored != written
    }
  }

  /// The name of the object's entity.
  public let entityName: String

  /// The object.
  public let objectID: ManagedObjectID

  /// The change of the object on both sides.
  public let kind: Kind

  /// The version that the object's changes are based on.
  public let seenVersion: Int

  /// The version in the store, 0 if the row is gone.
  public let storedVersion: Int

  /// The properties that changed on either side: attributes, to-one relationships, then to-many
  /// relationships with a join table whose members were read or changed here, each group sorted by
  /// name.
  public let properties: [Property]

  init(source: ManagedObject, seen: Row?, stored: Row?, expected: Int64, values: ConflictValues) {
    entityName = source.layout.name
    objectID = source.objectID
    seenVersion = Int(expected)
    storedVersion = Int(stored?.version ?? 0)
    if source.isDeleted {
      kind = .deletedHere
    } else if !source.hasChanges {
      kind = .watched
    } else {
      kind = stored == nil ? .deletedInStore : .changed
    }
    let written = source.isDeleted ? nil : source.row
    let members = written == nil || stored == nil ? [] : values.members(of: source)
    properties =
      values.compared(seen: seen, stored: stored, written: written)
      + members.filter { $0.isChangedInStore || $0.isWritten }
  }
}

extension ConflictValues {
  /// The properties whose values differ between rows, with nil for a missing row.
  func compared(seen: Row?, stored: Row?, written: Row?) -> [ConflictReport.Property] {
    properties.compactMap { property in
      func value(_ row: Row?) -> AttributeValue {
        row.map { self.value(of: property, in: $0) } ?? .null
      }
      let one = ConflictReport.Property(
        name: property.name, seen: value(seen), stored: value(stored), written: value(written))
      return one.isChangedInStore || one.isWritten ? one : nil
    }
  }

  /// The members of to-many relationships that the object has read or changed, and that are not
  /// stored in other objects' to-one relationships; those that the store fails to read are left
  /// out.
  func members(of object: ManagedObject) -> [ConflictReport.Property] {
    guard let context = registry.context else { return [] }
    return layout.toManys.compactMap { property in
      guard !property.isTransient, let state = object.toManys?[property.toManyIndex],
        !context.model.isKeptByOtherSide(property),
        let rows = try? context.coordinator.destinations(of: property, source: object.key)
      else { return nil }
      func list(_ members: Set<ManagedObject>) -> AttributeValue {
        .list(members.sorted { $0.key < $1.key }.map { .objectID($0.objectID) })
      }
      let stored = Set(rows.map { context.object(key: $0.key, entityNumber: $0.entityNumber) })
      let seen = state.committed ?? stored
      var written = seen
      for change in state.changes() {
        if change.isMember { written.insert(change.object) } else { written.remove(change.object) }
      }
      return ConflictReport.Property(
        name: property.name, seen: list(seen), stored: list(stored), written: list(written))
    }
  }
}

extension ConflictReport: CustomStringConvertible {
  /// A line about the object, and one for each of its properties.
  public var description: String {
    let what =
      switch kind {
      case .changed: "was changed by someone else"
      case .deletedInStore: "was deleted by someone else"
      case .deletedHere: storedVersion == 0 ? "was deleted on both sides" : "was to be deleted"
      case .watched: "has changed since it was read"
      }
    let lines = properties.map { property in
      "\(property.isDisputed ? "!" : " ") \(property.name): "
        + "was \(property.seen.shortDescription), is \(property.stored.shortDescription), "
        + "to be \(property.written.shortDescription)"
    }
    return (["\(entityName) \(objectID) \(what)"] + lines).joined(separator: "\n")
  }
}
