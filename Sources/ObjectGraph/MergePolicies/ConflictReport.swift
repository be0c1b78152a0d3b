import ObjectModel
import ObjectStore

/// A conflict about one object as values: what was seen, what is there now, what was to be written.
///
/// It may go anywhere, and says in its description, a line for each property, what a person needs
/// to choose between both sides. Such a choice goes into a `ChosenMergePolicy`.
public struct ConflictReport: Sendable, Hashable {
  /// What became of the object on both sides.
  public enum Kind: Sendable, Hashable {
    /// Changed here and in the store.
    case changed
    /// Changed here, and not in the store any more.
    case deletedInStore
    /// Deleted here, and changed or referred to in the store.
    case deletedHere
    /// Unchanged here and other in the store, for an object given to `detectConflicts(for:)`.
    case watched
  }

  /// One property whose values are not all the same.
  ///
  /// A to-one relationship has the ID of what it leads to, a to-many relationship the list of its
  /// members' IDs, by their keys.
  public struct Property: Sendable, Hashable {
    /// The property's name; for an element of a composite attribute its path.
    public let name: String

    /// The value that the object's changes are based on; of a to-many relationship that was never
    /// read, the members in the store now.
    public let seen: AttributeValue

    /// The value in the store now, `null` when the row is gone.
    public let stored: AttributeValue

    /// The value that was to be written, `null` when the object was deleted.
    public let written: AttributeValue

    /// Whether somebody else changed the value.
    public var isChangedInStore: Bool { stored != seen }

    /// Whether it was changed here.
    public var isWritten: Bool { written != seen }

    /// Whether both sides changed the value, and not to the same; never of a to-many relationship,
    /// where what entered and left on both sides is put together.
    public var isDisputed: Bool {
      if case .list = stored { return false }
      return isChangedInStore && isWritten && stored != written
    }
  }

  /// The name of the object's entity.
  public let entityName: String

  /// The object.
  public let objectID: ManagedObjectID

  /// What became of it.
  public let kind: Kind

  /// The version that the object's changes are based on.
  public let seenVersion: Int

  /// The version in the store, 0 when the row is gone.
  public let storedVersion: Int

  /// The properties that changed on either side: attributes, to-one relationships, then
  /// to-many relationships with a join table of which members were read or changed
  /// here, each group by name.
  public let properties: [Property]

  /// The properties that both sides changed.
  public var disputedProperties: [Property] { properties.filter(\.isDisputed) }

  /// Whether the object was deleted here.
  public var isDeletedHere: Bool { kind == .deletedHere }

  /// Whether the object is not in the store any more.
  public var isDeletedInStore: Bool { storedVersion == 0 }

  /// The properties that were given another value, which the deletion of the object does to none:
  /// on a side where it is deleted, nothing counts as changed.
  public var changedValues: [Property] {
    properties.filter {
      ($0.isWritten && !isDeletedHere) || ($0.isChangedInStore && !isDeletedInStore)
    }
  }

  /// Whether no choice can lose anything: the object was deleted on both sides, or its row was
  /// written elsewhere without another value.
  public var isAgreed: Bool {
    if isDeletedHere || isDeletedInStore { return isDeletedHere && isDeletedInStore }
    return !properties.contains(where: \.isChangedInStore)
  }

  /// Makes the report of a conflict that a merge policy is to settle.
  public init(_ conflict: MergeConflict) { self = conflict.report }

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
  /// The properties whose values differ between rows, nil standing for one that has none.
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

  /// The members of to-many relationships that the object looked at or changed, and that no other
  /// object's reference keeps; those that the store does not tell are left out.
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
  /// A line about the object, and one for each property.
  public var description: String {
    let what =
      switch kind {
      case .changed: "was changed by someone else"
      case .deletedInStore: "was deleted by someone else"
      case .deletedHere: storedVersion == 0 ? "was deleted on both sides" : "was to be deleted"
      case .watched: "is not as it was seen"
      }
    let lines = properties.map { property in
      "\(property.isDisputed ? "!" : " ") \(property.name): "
        + "was \(property.seen.shortDescription), is \(property.stored.shortDescription), "
        + "to be \(property.written.shortDescription)"
    }
    return (["\(entityName) \(objectID) \(what)"] + lines).joined(separator: "\n")
  }
}
