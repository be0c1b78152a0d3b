import ObjectModel
import ObjectStore

/// The unsaved changes of one context as values, for the store or the parent.
struct SavePlan: Sendable {
  /// A pair that was added to or removed from a relationship with no to-one side.
  struct Join: Sendable {
    let property: PropertyLayout
    let source: Int64
    /// The number of the source's own entity.
    let sourceEntity: Int
    let destination: Int64
    let destinationEntity: Int
    let isMember: Bool
  }

  /// New, changed and deleted rows; its joins stay empty until they are gathered from `joins`.
  var rows = ChangeSet()

  /// Changes to pairs, in the order in which they happened.
  var joins: [Join] = []

  /// Changed transient attributes and to-one relationships, which go to parents but never to a
  /// store; the rows are copies.
  var transients: [ChangeSet.Update] = []

  /// Changes to pairs of transient relationships, in the order in which they happened.
  var transientJoins: [Join] = []

  /// Objects inserted in one context and deleted in a context farther from the store, so that they
  /// never reach the store.
  var vanished: [RowPlace] = []

  /// For each inserted row, the mask of properties set in its object; only for a parent context.
  var givenMasks: [UInt64] = []

  /// The number of the row for each place in the context's list of changes: the index of an insert,
  /// or the complement of that of an update.
  private var rowNumbers: [Int32] = []

  private static let noRow = Int32.max

  var isEmpty: Bool { rows.isEmpty && joins.isEmpty }

  /// - Parameter placeCount: the number of places in the context's list of changes.
  init(placeCount: Int = 0) {
    rowNumbers = Array(repeating: Self.noRow, count: placeCount)
  }

  mutating func append(_ insert: ChangeSet.Insert, at place: Int) {
    rowNumbers[place] = Int32(truncatingIfNeeded: rows.inserts.count)
    rows.inserts.append(insert)
  }

  mutating func append(_ update: ChangeSet.Update, at place: Int) {
    rowNumbers[place] = ~Int32(truncatingIfNeeded: rows.updates.count)
    rows.updates.append(update)
  }

  /// The number of the row for a place in the context's list of changes, if there is one.
  func rowNumber(at place: Int) -> Int? {
    let number = rowNumbers[place]
    return number == Self.noRow ? nil : Int(number)
  }

  /// The changes in the form that a store executes.
  var changeSet: ChangeSet {
    var set = rows
    var places: [ObjectIdentifier: Int] = [:]
    for join in joins {
      let id = ObjectIdentifier(join.property)
      let place = places[id] ?? set.joins.count
      if places[id] == nil {
        places[id] = place
        set.joins.append(ChangeSet.Join(relationship: join.property, added: [], removed: []))
      }
      let pair = ChangeSet.Join.Pair(source: join.source, destination: join.destination)
      if join.isMember {
        set.joins[place].removed.removeAll { $0 == pair }
        set.joins[place].added.append(pair)
      } else {
        set.joins[place].added.removeAll { $0 == pair }
        // A pair with an unsaved object is not in the store.
        if pair.source > 0, pair.destination > 0 { set.joins[place].removed.append(pair) }
      }
    }
    return set
  }

  /// Merges the changes of a chain of contexts, starting with the one nearest the store.
  ///
  /// - Returns: also the number of contexts that changed objects.
  static func merged(_ chain: [SavePlan]) -> (changes: SavePlan, levels: Int) {
    let levels = chain.filter { !$0.isEmpty || !$0.rows.checks.isEmpty }
    var changes = levels.first ?? SavePlan()
    if levels.count > 1 {
      var merger = ChangeMerger()
      for level in levels { merger.add(level) }
      changes = merger.changes
    }
    changes.transients = chain.flatMap(\.transients)
    changes.transientJoins = chain.flatMap(\.transientJoins)
    return (changes, levels.count)
  }
}

/// Layers the changes of several contexts.
private struct ChangeMerger {
  private enum Change {
    case insert(ChangeSet.Insert)
    case update(ChangeSet.Update)
    case delete(ChangeSet.RowVersion)
    /// Inserted nearer the store and deleted farther away, so there is nothing to do.
    case nothing
  }

  /// Everything but the rows.
  private var merged = SavePlan()
  private var order: [RowPlace] = []
  private var byPlace: [RowPlace: Change] = [:]

  mutating func add(_ level: SavePlan) {
    removeJoins(withDeleted: level.rows.deletes)
    merged.joins += level.joins
    merged.rows.orders += level.rows.orders
    merged.rows.checks += level.rows.checks
    merged.rows.assignments.merge(level.rows.assignments) { $1 }
    for insert in level.rows.inserts { put(.insert(insert), at: insert.place) }
    for update in level.rows.updates { put(.update(update), at: update.place) }
    for delete in level.rows.deletes { put(.delete(delete), at: delete.place) }
  }

  /// Removes the pairs that contexts nearer the store recorded for objects that are now deleted: an
  /// object that was its own destination has no other side that could remove them.
  private mutating func removeJoins(withDeleted deletes: [ChangeSet.RowVersion]) {
    guard !deletes.isEmpty, !merged.joins.isEmpty else { return }
    struct End: Hashable {
      let entity: Int
      let key: Int64
    }
    let deleted = Set(deletes.map { End(entity: $0.layout.number, key: $0.key) })
    merged.joins.removeAll {
      deleted.contains(End(entity: $0.sourceEntity, key: $0.source))
        || deleted.contains(End(entity: $0.destinationEntity, key: $0.destination))
    }
  }

  private mutating func put(_ change: Change, at place: RowPlace) {
    switch (byPlace[place], change) {
    case (nil, _):
      order.append(place)
      byPlace[place] = change
    case (.insert(let earlier), .update(let update)):
      byPlace[place] = .insert(earlier.taking(update))
    case (.update(let earlier), .update(let update)):
      byPlace[place] = .update(earlier.taking(update).changing(update.changed))
    case (.update(let earlier), .delete(let delete)):
      byPlace[place] = .delete(
        .init(
          layout: delete.layout, key: delete.key, expectedVersion: earlier.expectedVersion,
          row: delete.row))
    case (.insert, .delete): byPlace[place] = .nothing
    // Deleted nearer the store, so there is nothing to change.
    case (.delete, .update), (.nothing, .update): break
    default: byPlace[place] = change
    }
  }

  var changes: SavePlan {
    var result = merged
    result.rows.checks.removeAll { byPlace[RowPlace($0.layout, $0.key)] != nil }
    for place in order {
      switch byPlace[place] {
      case .insert(let insert): result.rows.inserts.append(insert)
      case .update(let update): result.rows.updates.append(update)
      case .delete(let delete): result.rows.deletes.append(delete)
      case .nothing: result.vanished.append(place)
      case nil: break
      }
    }
    return result
  }
}
