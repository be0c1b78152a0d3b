import Foundation
import ObjectModel

/// Works out what a batch request writes: one change set, and what is told of it.
///
/// It reads the rows that the request is about, so its cost is that of fetching and saving them. A
/// store may have quicker ways for plain requests.
struct BatchWork {
  var changes = ChangeSet()
  private var outcome = BatchOutcome()
  /// The places of new rows among those that the outcome names, by their place in the change set.
  private var insertPlaces: [Int] = []
  private var named: Set<BatchOutcome.Named> = []

  init(_ plan: BatchPlan, session: SQLiteSession, at date: Date = Date()) throws {
    switch plan {
    case .update(let plan): try update(plan, session, at: date)
    case .delete(let plan): try delete(plan, session, at: date)
    case .insert(let plan): try insert(plan, session, at: date)
    }
  }

  /// What was done, once the store has saved the change set.
  func outcome(of saved: SaveOutcome) -> BatchOutcome {
    var outcome = outcome
    for (place, index) in zip(insertPlaces, saved.keys.indices) {
      outcome.rows[place].key = saved.keys[index]
    }
    let told = Set(outcome.rows).union(named)
    for update in changes.updates {
      let row = BatchOutcome.Named(entityNumber: update.row.entityNumber, key: update.row.key)
      if !told.contains(row) { outcome.touched.append(row) }
    }
    let updated = Set(outcome.touched).union(told)
    for derived in saved.derived {
      let row = BatchOutcome.Named(entityNumber: derived.layout.number, key: derived.row.key)
      if !updated.contains(row) { outcome.touched.append(row) }
    }
    return outcome
  }

  private mutating func name(_ row: Row) {
    outcome.rows.append(.init(entityNumber: row.entityNumber, key: row.key))
  }

  // MARK: Updates

  private mutating func update(
    _ plan: BatchUpdatePlan, _ session: SQLiteSession, at date: Date
  ) throws {
    let edits = BatchEdits(session: session)
    let rows = try session.fetch(plan.fetch)
    outcome.count = rows.count
    try EvaluationFailure.surfacing {
      for row in rows {
        let place = edits.touch(row)
        if plan.namesRows { name(row) }
        named.insert(.init(entityNumber: row.entityNumber, key: row.key))
        let layout = session.model[row.entityNumber]
        for assignment in plan.assignments {
          let property = assignment.property
          let value: AttributeValue
          switch assignment.value {
          case .constant(let constant): value = constant
          case .expression(let expression):
            value = try Self.converted(
              expression.value(for: BatchSubject(row: row, session: session)), to: property, layout)
          }
          guard property.kind == .toOne else {
            edits.set(value, for: property, at: place)
            continue
          }
          if case .objectID(let id) = value {
            try edits.link(place, property, to: id)
          } else {
            try edits.link(place, property, to: nil)
          }
        }
      }
    }
    edits.write(to: &changes, at: date)
  }

  /// - Throws: code 1610 or 1620 for a number that the attribute has no room for, 1550 for another
  ///   value that it does not take.
  private static func converted(
    _ value: AttributeValue, to property: PropertyLayout, _ layout: EntityLayout
  ) throws -> AttributeValue {
    guard let attribute = property.attribute else { return value }
    if let kept = value.kept(as: attribute.attributeType) { return kept }
    var code = ObjectGraphError.Code.managedObjectValidation
    if case .integer(let number) = value.converted(to: attribute.attributeType) {
      code = number < 0 ? .validationNumberTooSmall : .validationNumberTooLarge
    }
    throw ObjectGraphError(
      code,
      "\(value.shortDescription) does not fit into \(layout.name).\(property.name), which is of type "
        + "\(attribute.attributeType)",
      repair: "cast the expression, or narrow the predicate", entityName: layout.name,
      key: property.name, value: value)
  }

  // MARK: Deletions

  private mutating func delete(
    _ plan: BatchDeletePlan, _ session: SQLiteSession, at date: Date
  ) throws {
    let rows: [Row]
    switch plan.target {
    case .fetch(let fetch): rows = try session.fetch(fetch)
    case .keys(let keys, let root):
      rows = try session.rows(keys: Set(keys).sorted(), root: root).sorted { $0.key < $1.key }
    }
    var deletion = BatchDeletion(session: session)
    try deletion.run(rows, at: date)
    for row in rows { name(row) }
    outcome.cascaded = deletion.cascaded.map {
      .init(entityNumber: $0.entityNumber, key: $0.key)
    }
    outcome.count = rows.count + outcome.cascaded.count
    changes = deletion.changes
  }

  // MARK: Insertions

  private mutating func insert(
    _ plan: BatchInsertPlan, _ session: SQLiteSession, at date: Date
  ) throws {
    let edits = BatchEdits(session: session)
    var known = BatchConflicts(plan, session: session)
    var places: [Int64: Int] = [:]
    try plan.rows.visitRows { new in
      let place: BatchEdits.Place
      let conflict = try known.holder(of: new, edits)
      if let conflict {
        guard plan.onConflict == .replace else { return }
        place = conflict.place
        guard let row = edits.row(at: place), plan.layout.includes(row.entityNumber) else {
          throw conflict.error
        }
        let one = BatchOutcome.Named(entityNumber: row.entityNumber, key: row.key)
        if row.key > 0, named.insert(one).inserted {
          name(row)
          outcome.replaced.append(one)
          outcome.count += 1
        }
        for property in new.given.map({ plan.layout.properties[$0] }) {
          if property.kind == .toOne {
            let id = new.links.first { $0.property === property }?.id
            try edits.link(place, property, to: id)
          } else {
            edits.set(new.row.value(of: property), for: property, at: place)
          }
        }
      } else {
        place = edits.add(new.row)
        for link in new.links { try edits.link(place, link.property, to: link.id) }
        places[new.row.key] = outcome.rows.count
        name(new.row)
        outcome.count += 1
      }
      known.note(edits.row(at: place), at: place)
    }
    edits.write(to: &changes, at: date)
    insertPlaces = changes.inserts.map { places[$0.row.key] ?? 0 }
  }
}
