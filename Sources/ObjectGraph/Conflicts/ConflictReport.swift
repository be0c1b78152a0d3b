import ObjectModel
import ObjectStore

/// A conflict about one object as values: what was seen, what is there now, what was to be written.
///
/// It may go anywhere, and says in its description, a line for each property, what a person needs to
/// choose between both sides. Such a choice goes into a `ChosenMergePolicy`.
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
  public struct Property: Sendable, Hashable {
    /// The property's name; for an element of a composite attribute its path.
    public let name: String

    /// The value that the object's changes are based on.
    public let seen: AttributeValue

    /// The value in the store now, `null` when the row is gone.
    public let stored: AttributeValue

    /// The value that was to be written, `null` when the object was deleted.
    public let written: AttributeValue

    /// Whether both sides changed the value, and not to the same.
    public var isDisputed: Bool { stored != seen && written != seen && stored != written }
  }

  /// The name of the object's entity.
  public let entityName: String

  /// The object.
  public let objectID: ManagedObjectID

  public let kind: Kind

  /// The version that the object's changes are based on.
  public let seenVersion: Int

  /// The version in the store, 0 when the row is gone.
  public let storedVersion: Int

  /// The properties that changed on either side, attributes first, each group by name.
  public let properties: [Property]

  /// The properties that both sides changed.
  public var disputedProperties: [Property] { properties.filter(\.isDisputed) }

  /// Makes the report of a conflict that a merge policy is to settle.
  public init(_ conflict: MergeConflict) {
    self = conflict.report
  }

  init(
    source: ManagedObject, seen: Row?, stored: Row?, expected: Int64, values: ConflictValues
  ) {
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
    properties = values.properties.compactMap { property in
      func value(_ row: Row?) -> AttributeValue {
        row.map { values.value(of: property, in: $0) } ?? .null
      }
      let one = Property(
        name: property.name, seen: value(seen), stored: value(stored), written: value(written))
      return one.stored == one.seen && one.written == one.seen ? nil : one
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
