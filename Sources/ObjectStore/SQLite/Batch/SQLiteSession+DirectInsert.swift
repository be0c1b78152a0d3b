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
    guard plan.rows.count > 0, standsByItself(plan) else { return nil }
    let insertion = try insertPlan(for: plan.layout)
    guard insertion.externals.isEmpty, !insertion.hasSequences else { return nil }
    var links = LinkCheck(model: model, identity: identity)
    for property in plan.layout.toOnes {
      guard let destination = plan.rows.destinations[property.index] else { continue }
      guard links.mayLead(property, to: destination.store, destination.entity) else { return nil }
    }
    let statement = insertion.statement
    let none = TemporaryKeys()
    let references = ReferenceCheck(session: self)
    let slots = plan.layout.toOnes.map { GuardedSlot($0) }
    let first = try takeKeys(count: plan.rows.count, of: model[plan.layout.rootNumber]).lowerBound
    var place = 0
    func write(_ memory: RowMemory) throws {
      statement.bind(1, first + Int64(place))
      // What cannot be bound is told the long way.
      guard try insertion.binder.bind(memory, to: statement, keys: none) == nil else {
        throw NotDirect()
      }
      do {
        try statement.run()
      } catch let error as SQLiteError where error.kind == .notUnique {
        throw NotDirect()
      }
      references.note(memory, slots, place: place)
      place += 1
    }
    try plan.rows.visit(write) { new in
      for (property, id) in new.links {
        guard !id.isTemporaryID, links.mayLead(property, to: id.store, id.entity) else {
          throw NotDirect()
        }
        new.row.set(property.index, slot: property.slot, integer: id.reference)
      }
      try new.row.withMemory(write)
    }
    guard try references.firstMissing() == nil else { throw NotDirect() }
    try searchIndex.update()
    var outcome = BatchOutcome()
    outcome.count = place
    if plan.namesRows {
      outcome.rows = (0..<place).map {
        .init(entityNumber: plan.layout.number, key: first + Int64($0))
      }
    }
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

  mutating func mayLead(
    _ property: PropertyLayout, to store: StoreIdentity?, _ entity: EntityDescription
  ) -> Bool {
    guard store === identity else { return false }
    if known[property.index] === entity { return true }
    guard let layout = model.layout(of: entity),
      model[property.destinationNumber].includes(layout.number)
    else { return false }
    known[property.index] = entity
    return true
  }
}
