import Foundation
import ObjectModel

/// Works out which rows a batch deletion takes along and which it changes, by the delete rules.
struct BatchDeletion {
  private let session: SQLiteSession
  private let edits: BatchEdits
  private var gone: Set<BatchEdits.Place> = []
  private var dead: [Row] = []
  private var asked = 0
  /// To-one relationships that are cut, as they must not be where they are mandatory.
  private var cuts: [(place: BatchEdits.Place, row: Row, property: PropertyLayout)] = []
  private var denials: [(owner: Row, property: PropertyLayout, destination: Row)] = []

  private(set) var changes = ChangeSet()

  init(session: SQLiteSession) {
    self.session = session
    edits = BatchEdits(session: session)
  }

  private var model: ModelLayout { session.model }

  /// The rows that the cascade rule took along.
  var cascaded: ArraySlice<Row> { dead.dropFirst(asked) }

  /// - Throws: code 1600 when the deny rule keeps a row, 1570 when a mandatory
  ///   relationship would be cut.
  mutating func run(_ rows: [Row], at date: Date) throws {
    for row in rows { add(row) }
    asked = dead.count
    // However long a chain of cascades is, it takes no more of the stack.
    var next = 0
    while next < dead.count {
      try follow(dead[next])
      next += 1
    }
    try refuseDenied()
    for cut in cuts where !gone.contains(cut.place) { try refuseMandatory(cut.row, cut.property) }
    changes.deletes = dead.map {
      .init(layout: model[$0.entityNumber], key: $0.key, expectedVersion: $0.version, row: $0)
    }
    edits.write(to: &changes, at: date, except: gone)
  }

  private func place(of row: Row) -> BatchEdits.Place {
    .init(root: model[row.entityNumber].rootNumber, key: row.key)
  }

  private mutating func add(_ row: Row) {
    if gone.insert(place(of: row)).inserted { dead.append(row) }
  }

  private mutating func follow(_ row: Row) throws {
    let layout = model[row.entityNumber]
    for property in layout.properties where !property.isTransient {
      guard let rule = property.relationship?.deleteRule else { continue }
      // The row takes its own columns with it: without a rule for the other end nothing is to do.
      let inverse = model.inverse(of: property)
      if property.kind == .toOne, rule == .nullifyDeleteRule, inverse?.kind != .toOne { continue }
      if rule == .noActionDeleteRule || (rule == .nullifyDeleteRule && inverse == nil) { continue }
      for destination in try destinations(of: property, row) {
        switch rule {
        case .cascadeDeleteRule: add(destination)
        case .denyDeleteRule: denials.append((row, property, destination))
        case .nullifyDeleteRule, .noActionDeleteRule:
          if let inverse { leave(row, property, inverse, destination) }
        }
      }
    }
  }

  private func destinations(of property: PropertyLayout, _ row: Row) throws -> [Row] {
    if property.isToMany { return try session.destinations(of: property, source: row.key) }
    guard !row.isNull(property.index) else { return [] }
    let key = row.integer(slot: property.slot)
    return try session.row(key: key, root: model[property.destinationNumber]).map { [$0] } ?? []
  }

  private mutating func leave(
    _ row: Row, _ property: PropertyLayout, _ inverse: PropertyLayout, _ destination: Row
  ) {
    guard !gone.contains(place(of: destination)) else { return }
    guard inverse.kind == .toOne else {
      // The store takes the pairs; the other row rises in version where it keeps them.
      if !model.keepsJoin(property) || inverse === property {
        edits.touch(destination)
      }
      return
    }
    guard !destination.isNull(inverse.index),
      destination.integer(slot: inverse.slot) == row.key
    else { return }
    let place = edits.touch(destination)
    edits.cut(inverse, of: place, leadingTo: row.key)
    cuts.append((place, destination, inverse))
  }

  // MARK: Refusals

  private func refuseDenied() throws {
    let kept = denials.filter { !gone.contains(place(of: $0.destination)) }
    guard let first = kept.first else { return }
    let layout = model[first.owner.entityNumber]
    let other = model[first.destination.entityNumber].name
    throw ObjectGraphError(
      .validationRelationshipDeniedDelete,
      "the \(layout.name) cannot be deleted: its \(first.property.name) leads to a \(other)",
      repair: "delete or move what it leads to first", entityName: layout.name,
      objectID: id(of: first.owner, layout), key: first.property.name)
  }

  private func refuseMandatory(_ row: Row, _ property: PropertyLayout) throws {
    guard !property.isOptional else { return }
    let layout = model[row.entityNumber]
    throw ObjectGraphError(
      .validationMissingMandatoryProperty,
      "the batch deletion would leave a \(layout.name) without its mandatory \(property.name)",
      repair: "delete the \(layout.name) as well, or give the inverse the cascade rule",
      entityName: layout.name, objectID: id(of: row, layout), key: property.name)
  }

  private func id(of row: Row, _ layout: EntityLayout) -> ManagedObjectID {
    ManagedObjectID(store: session.identity, entity: layout.identity, reference: row.key)
  }
}
