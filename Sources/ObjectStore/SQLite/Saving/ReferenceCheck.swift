import ObjectModel
import SQLite

/// Finds dangling references: another process may have changed what a context knew when it created
/// or deleted an object.
///
/// Destinations are collected, each once, as rows are written, and looked up at the end. SQLite's
/// foreign keys could do this, but Core Data's schema does not use them.
final class ReferenceCheck {
  private let session: SQLiteSession
  /// For each relationship, the index of the first row that refers to each key.
  private var collected: [(property: PropertyLayout, places: KeyTable<Int>)] = []

  /// For each entity number, a key that is known to exist.
  private var lastFound: [Int: Int64] = [:]

  init(session: SQLiteSession) { self.session = session }

  /// Records the destinations of a written row; objects inserted by the same save need no check.
  ///
  /// - Parameter place: the index among the inserts, or its complement among the updates.
  @inline(__always)
  func collect(_ row: Row, _ slots: [StoredField], place: Int) {
    guard !slots.isEmpty else { return }
    row.withMemory { memory in
      for position in slots.indices where !memory.isNull(slots[position].index) {
        let key = Int64(bitPattern: memory.slots[slots[position].slot])
        guard key > 0 else { continue }
        let places = places(of: slots[position], at: position)
        if places.value(for: key) == nil { places.set(place, for: key) }
      }
    }
  }

  /// - Parameter hint: the relationship's probable index, because saves write one entity after
  ///   another.
  @inline(__always)
  private func places(of slot: StoredField, at hint: Int) -> KeyTable<Int> {
    if hint < collected.count, collected[hint].property === slot.property {
      return collected[hint].places
    }
    return placesElsewhere(of: slot.property)
  }

  private func placesElsewhere(of property: PropertyLayout) -> KeyTable<Int> {
    if let known = collected.first(where: { $0.property === property }) { return known.places }
    let places = KeyTable<Int>()
    collected.append((property, places))
    return places
  }

  // MARK: Destinations that are gone

  /// The reference of the first written row that leads to no object of the destination's entity; if
  /// there are several in the row, that of the first property.
  func firstMissing() throws -> (property: PropertyLayout, place: Int, key: Int64)? {
    var first: (property: PropertyLayout, place: Int, key: Int64)?
    for each in collected.sorted(by: { $0.property.index < $1.property.index }) {
      let destination = session.model[each.property.destinationNumber]
      for key in try missing(each.places.sortedKeys, destination) {
        guard let place = each.places.value(for: key) else { continue }
        if let known = first, Self.order(known.place) <= Self.order(place) { continue }
        first = (each.property, place, key)
      }
    }
    return first
  }

  /// The first new pair of a many-to-many relationship whose destination does not exist.
  func firstMissing(of join: ChangeSet.Join) throws -> ChangeSet.Join.Pair? {
    guard session.model.isGuarded(join.relationship) else { return nil }
    let places = KeyTable<Int>()
    for (place, pair) in join.added.enumerated()
    where pair.destination > 0 && places.value(for: pair.destination) == nil {
      places.set(place, for: pair.destination)
    }
    let destination = session.model[join.relationship.destinationNumber]
    let missing = try missing(places.sortedKeys, destination)
    return missing.compactMap { places.value(for: $0) }.min().map { join.added[$0] }
  }

  /// Updates are written before inserts.
  private static func order(_ place: Int) -> (Int, Int) { place < 0 ? (0, ~place) : (1, place) }

  /// The keys, from ascending ones, without a row in an entity or its subentities.
  func missing(_ keys: [Int64], _ destination: EntityLayout) throws -> [Int64] {
    guard let least = keys.first, let greatest = keys.last else { return [] }
    let plans = session.plans(for: destination)
    guard keys.count > 1, (greatest - least) / Self.scanFactor < Int64(keys.count) else {
      // Often, several relationships lead to the same object.
      if keys.count == 1, lastFound[destination.number] == least { return [] }
      let missing = try lookUp(keys, plans.lookingUp())
      if missing.isEmpty { lastFound[destination.number] = greatest }
      return missing
    }
    let table = session.mapping.table(of: destination).name
    return try scan(
      keys, "SELECT Z_PK FROM \(table) WHERE Z_PK BETWEEN ? AND ?\(plans.ofEntity)")
  }

  /// Stepping to the next row costs a small fraction of a lookup by key.
  private static let scanFactor: Int64 = 4

  /// Scans the table's rows and the keys in parallel.
  private func scan(_ keys: [Int64], _ sql: String) throws -> [Int64] {
    let statement = try session.connection.statement(sql + " ORDER BY Z_PK")
    statement.bind(1, keys[0] - session.base)
    statement.bind(2, keys[keys.count - 1] - session.base)
    defer { statement.reset() }
    var missing: [Int64] = []
    var next = 0
    while try statement.step() {
      let found = try session.key(ofStored: statement.int64(0))
      while next < keys.count, keys[next] < found {
        missing.append(keys[next])
        next += 1
      }
      if next < keys.count, keys[next] == found { next += 1 }
    }
    return missing + keys[next...]
  }

  private func lookUp(_ keys: [Int64], _ statement: Statement) throws -> [Int64] {
    try keys.filter { key in
      statement.bind(1, key - session.base)
      defer { statement.reset() }
      return try !statement.step()
    }
  }

  // MARK: Rows that refer to what is deleted

  /// - Throws: `SaveOperation.Conflicted` with the deleted rows to which others still refer.
  func checkReferrers(of deletes: [ChangeSet.RowVersion]) throws {
    var conflicts: [ChangeSet.RowVersion] = []
    var first: (layout: EntityLayout, property: PropertyLayout)?
    // Most entities have no referrers, and a save may delete many of their objects.
    var unreferredNumber = 0
    for delete in deletes where delete.layout.number != unreferredNumber {
      let queries = try session.plans(for: delete.layout).referring()
      if queries.isEmpty {
        unreferredNumber = delete.layout.number
        continue
      }
      guard let referrer = try referrer(to: delete.key, queries) else { continue }
      conflicts.append(delete)
      first = first ?? referrer
    }
    if let first { throw SaveOperation.Conflicted(conflicts: conflicts, referrer: first) }
  }

  private func referrer(
    to key: Int64, _ queries: [(property: PropertyLayout, statement: Statement)]
  ) throws -> (layout: EntityLayout, property: PropertyLayout)? {
    for (property, statement) in queries {
      statement.bind(1, key - session.base)
      defer { statement.reset() }
      guard try statement.step() else { continue }
      let layout = session.model.entity(numbered: Int(statement.int64(0)))
      return (layout ?? session.model[property.declaringNumber], property)
    }
    return nil
  }
}
