import Foundation
import ObjectModel

/// The rows that a batch request changes, as they will be.
final class BatchEdits {
  struct Place: Hashable {
    let root: Int
    let key: Int64
  }

  private struct Edit {
    let layout: EntityLayout
    var row: Row
    var changed: Set<Int> = []
    /// Nil for a new row.
    var version: Int64?
  }

  private let session: SQLiteSession
  private var edits: [Place: Edit] = [:]
  private var order: [Place] = []
  /// The destination that was looked up last: mostly one is given to many rows.
  private var lastDestination: (id: ManagedObjectID, row: Row)?

  init(session: SQLiteSession) {
    self.session = session
  }

  private var model: ModelLayout { session.model }

  // MARK: Rows

  /// Begins to change a row, which rises in version even when no value differs.
  @discardableResult
  func touch(_ row: Row) -> Place {
    let layout = model[row.entityNumber]
    let place = Place(root: layout.rootNumber, key: row.key)
    if edits[place] == nil {
      edits[place] = Edit(layout: layout, row: row.copy(extraBytes: 48), version: row.version)
      order.append(place)
    }
    return place
  }

  /// Adds a new row, which is this request's own.
  func add(_ row: Row) -> Place {
    let layout = model[row.entityNumber]
    let place = Place(root: layout.rootNumber, key: row.key)
    edits[place] = Edit(layout: layout, row: row)
    order.append(place)
    return place
  }

  /// The row as it will be, or nil for one that is not changed.
  func row(at place: Place) -> Row? { edits[place]?.row }

  func set(_ value: AttributeValue, for property: PropertyLayout, at place: Place) {
    guard let row = edits[place]?.row else { return }
    if !row.set(value, for: property) {
      let larger = row.copy(extraBytes: value.withStoredBytes { $0.count } + 64)
      _ = larger.set(value, for: property)
      edits[place]?.row = larger
    }
    edits[place]?.changed.insert(property.index)
  }

  // MARK: Relationships

  /// Lets a to-one relationship lead to an object, or nowhere; its inverse follows.
  ///
  /// - Throws: code 134061 for an object of another entity, of another store or without a row yet,
  ///   133000 for one that is not there any more.
  func link(_ place: Place, _ property: PropertyLayout, to id: ManagedObjectID?) throws {
    guard let edit = edits[place] else { return }
    let destination = try id.map { try row(of: $0, for: property, of: edit) }
    let former = edit.row.isNull(property.index) ? nil : edit.row.integer(slot: property.slot)
    if former != destination?.key, let inverse = model.inverse(of: property),
      inverse.kind == .toOne
    {
      try follow(inverse, from: place, of: edit, former: former, now: destination, property)
    }
    setKey(destination, former: former, property, at: place)
  }

  private func follow(
    _ inverse: PropertyLayout, from place: Place, of edit: Edit, former: Int64?, now: Row?,
    _ property: PropertyLayout
  ) throws {
    let root = model[property.destinationNumber]
    if let former, let partner = try session.row(key: former, root: root) {
      cut(inverse, of: touch(partner), leadingTo: place.key)
    }
    guard let now else { return }
    let partner = touch(now)
    if let known = edits[partner]?.row, !known.isNull(inverse.index) {
      let other = known.integer(slot: inverse.slot)
      let otherPlace = Place(root: place.root, key: other)
      if other != place.key {
        if edits[otherPlace] == nil, let row = try session.row(key: other, root: edit.layout) {
          touch(row)
        }
        cut(property, of: otherPlace, leadingTo: now.key)
      }
    }
    setKey(edit.row, former: nil, inverse, at: partner)
  }

  /// Lets a to-one relationship lead nowhere if it leads to a row.
  func cut(_ property: PropertyLayout, of place: Place, leadingTo key: Int64) {
    guard let row = edits[place]?.row, !row.isNull(property.index),
      row.integer(slot: property.slot) == key
    else { return }
    setKey(nil, former: key, property, at: place)
  }

  private func setKey(
    _ destination: Row?, former: Int64?, _ property: PropertyLayout, at place: Place
  ) {
    guard let row = edits[place]?.row else { return }
    let orderKey =
      property.orderKeyIndex >= 0
      ? model[row.entityNumber].properties[property.orderKeyIndex] : nil
    if let destination {
      row.set(property.index, slot: property.slot, integer: destination.key)
      if property.hasEntitySlot {
        row.setExtra(slot: property.slot + 1, integer: Int64(destination.entityNumber))
      }
      if let orderKey, former != destination.key {
        row.set(orderKey.index, slot: orderKey.slot, integer: OrderKey.atEnd())
        edits[place]?.changed.insert(orderKey.index)
      }
    } else {
      row.setNull(property.index)
      if let orderKey {
        row.setNull(orderKey.index)
        edits[place]?.changed.insert(orderKey.index)
      }
    }
    edits[place]?.changed.insert(property.index)
  }

  private func row(
    of id: ManagedObjectID, for property: PropertyLayout, of edit: Edit
  ) throws -> Row {
    let destination = model[property.destinationNumber]
    func refused(_ reason: String, _ repair: String) -> ObjectGraphError {
      ObjectGraphError(
        .invalidArgument, "\(edit.layout.name).\(property.name) cannot lead to \(id): \(reason)",
        repair: repair, entityName: edit.layout.name, key: property.name, value: .objectID(id))
    }
    guard !id.isTemporaryID else {
      throw refused("it is not saved", "save it first")
    }
    guard id.store === session.identity else {
      throw refused("it is in another store", "choose a \(destination.name) of the same store")
    }
    let found: Row
    if let last = lastDestination, last.id == id {
      found = last.row
    } else {
      guard let layout = model.layout(of: id.entity),
        let row = try session.row(key: id.reference, root: layout)
      else {
        throw ObjectGraphError.vanishedDestination(
          of: property, owner: edit.layout, objectID: nil, isDeletedHere: false)
      }
      found = row
      lastDestination = (id, row)
    }
    guard destination.includes(found.entityNumber),
      model[found.entityNumber].rootNumber == model.layout(of: id.entity)?.rootNumber
    else {
      throw refused("it is a \(id.entity.name ?? "")", "choose a \(destination.name)")
    }
    return found
  }

  // MARK: What is to be written

  /// Works out the attributes that derive from nothing but their own row, and puts all rows into a
  /// change set; those that go away are left out.
  func write(to changes: inout ChangeSet, at date: Date, except gone: Set<Place> = []) {
    for place in order where !gone.contains(place) {
      guard var edit = edits[place] else { continue }
      if !edit.layout.ownDerived.isEmpty {
        let (row, changed) = edit.row.derivingOwnValues(edit.layout, at: date)
        edit.row = row
        edit.changed.formUnion(changed)
      }
      if let version = edit.version {
        changes.updates.append(
          .init(
            layout: edit.layout, row: edit.row, changed: edit.changed.sorted(),
            expectedVersion: version))
      } else {
        changes.inserts.append(.init(layout: edit.layout, row: edit.row))
      }
    }
  }
}
