import ObjectModel

/// Finds the rows whose unique values the new rows of a batch insertion have: those in the store,
/// and those that came before in the same request.
struct BatchConflicts {
  struct Conflict {
    let place: BatchEdits.Place
    /// What is thrown where the other row cannot take the values over.
    let error: ObjectGraphError
  }

  private let session: SQLiteSession
  private let layout: EntityLayout
  private let constraints: [UniquenessConstraint]
  private var taken: [[UniqueValues: BatchEdits.Place]]

  init(_ plan: BatchInsertPlan, session: SQLiteSession) {
    self.session = session
    layout = plan.layout
    // Where a conflict fails the request, the store finds it by itself.
    constraints =
      plan.onConflict == .fail
      ? []
      : UniquenessConstraint.all(in: session.model).filter {
        $0.layout.includes(plan.layout.number)
      }
    taken = constraints.map { _ in [:] }
  }

  /// The first row that has values of the new one, which can be changed from now on.
  func holder(of new: BatchInsertPlan.NewRow, _ edits: BatchEdits) throws -> Conflict? {
    guard !constraints.isEmpty else { return nil }
    let row = new.row.linked(by: new.links)
    for (index, constraint) in constraints.enumerated() {
      guard let values = UniqueValues(row, constraint.properties) else { continue }
      let place: BatchEdits.Place
      if let known = taken[index][values] {
        place = known
      } else if let stored = try session.holder(of: constraint, valuesOf: row) {
        let stale = BatchEdits.Place(root: layout.rootNumber, key: stored.key)
        // What this request changed before may not have the values any more.
        if let now = edits.row(at: stale), UniqueValues(now, constraint.properties) != values {
          continue
        }
        place = edits.touch(stored)
      } else {
        continue
      }
      return Conflict(
        place: place,
        error: .constraint(
          constraint.properties, of: row, layout: layout, conflictingKey: place.key,
          objectID: ManagedObjectID(store: nil, entity: layout.identity, reference: row.key)))
    }
    return nil
  }

  mutating func note(_ row: Row?, at place: BatchEdits.Place) {
    guard let row else { return }
    for (index, constraint) in constraints.enumerated() {
      guard let values = UniqueValues(row, constraint.properties) else { continue }
      taken[index][values] = place
    }
  }
}

extension Row {
  /// A copy whose to-one relationships lead to objects of the same store.
  fileprivate func linked(by links: [(property: PropertyLayout, id: ManagedObjectID)]) -> Row {
    guard !links.isEmpty else { return self }
    let row = copy()
    for (property, id) in links {
      row.set(property.index, slot: property.slot, integer: id.reference)
    }
    return row
  }
}
