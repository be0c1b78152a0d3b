import ObjectModel
import SQLite

/// Batch insertions that write row after row, and look at nothing before: those of rows that
/// nothing but themselves and the objects that they lead to has to do with.
extension SQLiteSession {
  /// - Throws: `NotDirect` when the rows have to do with others, and for a row that the store cannot
  ///   take as it is: an ordinary save says why.
  func insertDirectly(_ plan: BatchInsertPlan, namesRows: Bool) throws -> BatchOutcome {
    guard plan.rows.count > 0, standsByItself(plan) else { throw NotDirect() }
    let insertion = try plans(for: plan.layout).inserting()
    guard insertion.externals.isEmpty, insertion.sequences.isEmpty else { throw NotDirect() }
    let first = try takeKeys(count: plan.rows.count, of: model[plan.layout.rootNumber]).lowerBound
    let writer = DirectWriter(insertion, layout: plan.layout, firstKey: first, base: base)
    try plan.rows.visit { try writer.write($0) }
    guard try writer.leadsToRowsOnly(of: self) else { throw NotDirect() }
    try searchIndex.update()
    var outcome = BatchOutcome()
    outcome.count = plan.rows.count
    if namesRows {
      outcome.rows = (0..<plan.rows.count).map {
        .init(entityNumber: plan.layout.number, key: base + first + Int64($0))
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

/// Writes rows one after the other, and takes note of where they lead to.
private final class DirectWriter {
  private let plan: WritePlan
  private let none = TemporaryKeys()
  private let references: [(field: StoredField, keys: KeySet)]
  private let base: Int64
  // No method calls out while it changes this.
  @exclusivity(unchecked) private var key: Int64

  init(_ plan: WritePlan, layout: EntityLayout, firstKey: Int64, base: Int64) {
    self.plan = plan
    self.base = base
    references = layout.toOnes.map { (StoredField($0), KeySet()) }
    key = firstKey
  }

  /// - Throws: `NotDirect` for a value that cannot be bound, and for one that is not unique.
  @inline(__always)
  func write(_ memory: RowMemory) throws {
    plan.statement.bind(plan.keyParameter, key)
    key &+= 1
    guard plan.binder.bind(memory, to: plan.statement, keys: none) == nil else {
      throw SQLiteSession.NotDirect()
    }
    do {
      try plan.statement.run()
    } catch let error as SQLiteError where error.kind == .notUnique {
      throw SQLiteSession.NotDirect()
    }
    references.withUnsafeBufferPointer { references in
      for place in references.indices where !memory.isNull(references[place].field.index) {
        let key = Int64(bitPattern: memory.slots[references[place].field.slot])
        references[place].keys.insert(key + base)
      }
    }
  }

  /// Whether all destinations are there, each looked up once.
  func leadsToRowsOnly(of session: SQLiteSession) throws -> Bool {
    let check = ReferenceCheck(session: session)
    return try references.allSatisfy { field, keys in
      try check.missing(keys.sorted, session.model[field.property.destinationNumber]).isEmpty
    }
  }
}
