import ObjectModel
import SQLite

/// Batch insertions that write row after row, and look at nothing before: those of rows that nothing
/// but themselves and the objects that they lead to has to do with.
extension SQLiteSession {
  /// Thrown when something came up that takes a closer look; the transaction is to be rolled back.
  struct NotDirect: Error {}

  /// What was done, or nil when the rows have to do with others; then nothing has happened.
  ///
  /// - Throws: `NotDirect` for a row that the store cannot take as it is: the long way says why.
  func insertDirectly(_ plan: BatchInsertPlan) throws -> BatchOutcome? {
    guard !plan.rows.isEmpty, standsByItself(plan) else { return nil }
    let insertion = try insertPlan(for: plan.layout)
    guard insertion.externals.isEmpty, !insertion.hasSequences else { return nil }
    let statement = insertion.statement
    let none = TemporaryKeys()
    let references = ReferenceCheck(session: self)
    let slots = plan.layout.toOnes.map { GuardedSlot($0) }
    var destinations = LinkCheck(model: model, identity: identity)
    var key = try takeKeys(count: plan.rows.count, of: model[plan.layout.rootNumber]).lowerBound
    var outcome = BatchOutcome()
    outcome.rows.reserveCapacity(plan.rows.count)
    for (place, new) in plan.rows.enumerated() {
      for (property, id) in new.links {
        guard destinations.mayLead(property, to: id) else { throw NotDirect() }
        new.row.set(property.index, slot: property.slot, integer: id.reference)
      }
      statement.bind(1, key)
      try insertion.binder.bind(new.row, to: statement, keys: none)
      do {
        try statement.run()
      } catch let error as SQLiteError where error.kind == .notUnique {
        throw NotDirect()
      }
      references.note(new.row, slots, place: place)
      outcome.rows.append(.init(entityNumber: plan.layout.number, key: key))
      key += 1
    }
    guard try references.firstMissing() == nil else { throw NotDirect() }
    try searchIndex.update()
    outcome.count = outcome.rows.count
    return outcome
  }

  /// Whether new rows change no other rows, and no value of theirs is worked out.
  private func standsByItself(_ plan: BatchInsertPlan) -> Bool {
    let layout = plan.layout
    guard layout.ownDerived.isEmpty else { return false }
    // Where a conflict does not fail the request, each row is looked for before.
    guard plan.onConflict == .fail || mapping.uniqueProperties(of: layout).isEmpty else {
      return false
    }
    return layout.toOnes.allSatisfy { property in
      !property.isTransient && property.orderKeyIndex < 0 && !property.hasEntitySlot
        && model.inverse(of: property)?.kind != .toOne
    }
  }
}

/// Whether IDs may be destinations; whether they have rows is looked up later, for all at once.
private struct LinkCheck {
  let model: ModelLayout
  let identity: StoreIdentity
  /// The entities that were looked at last, by the index of the relationship.
  private var known: [Int: EntityDescription] = [:]

  init(model: ModelLayout, identity: StoreIdentity) {
    self.model = model
    self.identity = identity
  }

  mutating func mayLead(_ property: PropertyLayout, to id: ManagedObjectID) -> Bool {
    guard !id.isTemporaryID, id.store === identity else { return false }
    if known[property.index] === id.entity { return true }
    guard let layout = model.layout(of: id.entity),
      model[property.destinationNumber].includes(layout.number)
    else { return false }
    known[property.index] = id.entity
    return true
  }
}
