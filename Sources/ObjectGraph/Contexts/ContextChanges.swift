import ObjectModel
import ObjectStore

/// The unsaved changes of one context as values: what goes to the store or to the parent.
struct ContextChanges: @unchecked Sendable {
  // Sound: the rows are owned by objects whose context waits until the receiver is done with them.

  enum Kind {
    case insert
    case update
    case delete
  }

  struct Object {
    let layout: EntityLayout
    let key: Int64
    let kind: Kind
    /// The values now; for a deletion the last known ones.
    var row: Row?
    /// The indexes of the stored properties that changed, ascending.
    var changed: [Int]
    /// Whether rows of join tables change with it, which raises its version.
    var changesJoins: Bool
    /// The version that the context had read.
    let expectedVersion: Int64
  }

  struct Join {
    let property: PropertyLayout
    let source: Int64
    let destination: Int64
    let isMember: Bool
  }

  var objects: [Object] = []
  var joins: [Join] = []

  var isEmpty: Bool { objects.isEmpty && joins.isEmpty }
}

extension ContextChanges {
  /// One set of changes of a chain of contexts, from the one nearest the store to the one farthest.
  static func merged(_ chain: [ContextChanges]) -> ContextChanges {
    let levels = chain.filter { !$0.isEmpty }
    guard var merged = levels.first else { return ContextChanges() }
    guard levels.count > 1 else { return merged }
    var places: [Place: Int] = [:]
    for (index, object) in merged.objects.enumerated() { places[Place(object)] = index }
    for level in levels.dropFirst() {
      merged.joins += level.joins
      for object in level.objects {
        guard let index = places[Place(object)] else {
          places[Place(object)] = merged.objects.count
          merged.objects.append(object)
          continue
        }
        merged.objects[index] = merged.objects[index].followed(by: object)
      }
    }
    // Inserted nearer the store and deleted farther away: never there.
    merged.objects.removeAll { $0.kind == .delete && $0.key < 0 }
    return merged
  }

  private struct Place: Hashable {
    let root: Int
    let key: Int64

    init(_ object: Object) {
      root = object.layout.rootNumber
      key = object.key
    }
  }
}

extension ContextChanges.Object {
  /// This change and a later one of the same object as one.
  func followed(by later: Self) -> Self {
    if later.kind == .delete {
      return Self(
        layout: layout, key: key, kind: .delete, row: later.row ?? row, changed: [],
        changesJoins: false, expectedVersion: expectedVersion)
    }
    guard let laterRow = later.row, let row else { return later }
    // Properties that the later context did not change stay as the earlier one has them.
    let combined = row.copy().replacing(later.changed, from: laterRow, layout: layout)
    return Self(
      layout: layout, key: key, kind: kind == .insert ? .insert : .update, row: combined,
      changed: Set(changed).union(later.changed).sorted(),
      changesJoins: changesJoins || later.changesJoins, expectedVersion: expectedVersion)
  }
}

extension Row {
  /// This row, which nobody else holds, or a larger copy, with some properties as another row has
  /// them.
  func replacing(_ indexes: [Int], from other: Row, layout: EntityLayout) -> Row {
    var result = self
    for index in indexes {
      let property = layout.properties[index]
      if other.isNull(index) {
        result.setNull(index)
      } else if property.kind.isBytes {
        other.withBytes(slot: property.slot) { bytes in
          if !result.set(index, slot: property.slot, bytes: bytes) {
            result = result.grown(toFit: bytes.count, layout: layout)
            _ = result.set(index, slot: property.slot, bytes: bytes)
          }
        }
      } else {
        result.set(index, slot: property.slot, integer: other.integer(slot: property.slot))
        if property.hasEntitySlot {
          result.setExtra(slot: property.slot + 1, integer: other.integer(slot: property.slot + 1))
        }
      }
    }
    return result
  }
}
