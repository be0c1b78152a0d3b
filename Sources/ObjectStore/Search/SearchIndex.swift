import ObjectModel
import SQLite

/// The search index of a store's file: made when something is first searched, a step at a time, and
/// then kept up to date by each save within its own transaction.
///
/// Rows that others changed wait in a queue; the next save or search of ours takes them in.
final class SearchIndex {
  let connection: Connection
  private let mapping: StoreMapping

  /// Made when it is first needed, as only then the file's tables are known; nil in it where the
  /// model has nothing to search.
  private var known: SearchDefinition??

  /// What is being made, by one search after the other where somebody else's lock is in the way.
  private var build: SearchIndexBuild?

  /// How far another maker was when it was first seen there.
  private var other: (mark: SearchIndexMark, since: ContinuousClock.Instant)?

  /// Another maker who gets no further for so long was given up.
  private static let patience = Duration.seconds(2)

  /// The version of the file's schema at which the index was looked at last, and whether it fits.
  private var verified: (schema: Int64, isWhole: Bool)?

  init(connection: Connection, mapping: StoreMapping) {
    self.connection = connection
    self.mapping = mapping
  }

  // MARK: Being up to date

  /// The definition, when the index can be asked: it is whole and nothing waits.
  ///
  /// - Parameter isDemanding: whether one that cannot be asked is to be made so first.
  /// - Throws: `OldSearchIndex` then.
  func current(isDemanding: Bool) throws -> SearchDefinition? {
    guard let definition = try definition() else { return nil }
    if try isWhole(definition), try !isWaiting() { return definition }
    if isDemanding { throw OldSearchIndex() }
    return nil
  }

  /// Takes in what waits, outside of a transaction; that is left for another time while somebody
  /// else writes, for whom it waits a moment only.
  func takeWaiting() throws {
    guard let definition = try definition(), try isWhole(definition), try isWaiting() else {
      return
    }
    do {
      try connection.waiting(atMost: 200) {
        try connection.writeTransaction { try takeQueue(definition) }
      }
    } catch let error as SQLiteError where error.kind == .locked {}
  }

  /// The definition, when the file has the index, if perhaps with something waiting.
  func existing() throws -> SearchDefinition? {
    guard let definition = try definition(), try isWhole(definition) else { return nil }
    return definition
  }

  /// How many entries a term has; at most the limit.
  func count(_ term: SearchTerm, in definition: SearchDefinition, limit: Int) throws -> Int {
    var count = 0
    for part in term.parts where count < limit {
      var values: [String] = []
      let source = definition.entries(of: part, term.reach, as: "t0") { value in
        values.append(value)
        return "?\(values.count)"
      }
      guard let source else { continue }
      let statement = try connection.statement(
        "SELECT count(*) FROM (SELECT 1 \(source) LIMIT \(limit))")
      for (index, value) in values.enumerated() { statement.bind(Int32(index + 1), value) }
      defer { statement.reset() }
      if try statement.step() { count += Int(statement.int64(0)) }
    }
    return min(count, limit)
  }

  /// Takes in what a save changed; inside its transaction.
  func update() throws {
    guard let definition = try definition(), try isWhole(definition), try isWaiting() else {
      return
    }
    try takeQueue(definition)
  }

  private func definition() throws -> SearchDefinition? {
    if let known { return known }
    let statement = try connection.statement(
      "SELECT name FROM main.sqlite_master WHERE type = 'table'")
    var names: Set<String> = []
    while try statement.step() { names.insert(statement.string(0) ?? "") }
    let definition = try SearchDefinition(mapping: mapping, held: names)
    known = .some(definition)
    return definition
  }

  private func isWaiting() throws -> Bool {
    let statement = try connection.statement("SELECT 1 FROM \(SearchDefinition.queue) LIMIT 1")
    defer { statement.reset() }
    return try statement.step()
  }

  /// Whether the file has the tables and triggers of the definition, each as it has to be.
  private func isWhole(_ definition: SearchDefinition) throws -> Bool {
    let statement = try connection.statement("PRAGMA main.schema_version")
    defer { statement.reset() }
    let schema = try statement.step() ? statement.int64(0) : 0
    if let verified, verified.schema == schema { return verified.isWhole }
    var found: Set<String> = []
    let list = try Statement(
      connection: connection,
      sql: "SELECT sql FROM main.sqlite_master WHERE \(SearchDefinition.namesCondition)")
    while try list.step() { found.insert(list.string(0) ?? "") }
    var isWhole = found == Set(definition.statements)
    if isWhole {
      isWhole =
        try connection.text("SELECT STAMP FROM \(SearchDefinition.state)") == definition.stamp
    }
    verified = (schema, isWhole)
    return isWhole
  }

  // MARK: Making

  /// Begins to make the index anew from the rows, whatever there is.
  func beginAnew() throws {
    build = try definition().map { SearchIndexBuild($0, connection: connection) }
  }

  /// Makes the index, or goes on making it, by one step.
  ///
  /// - Parameter isPatient: whether it waits for others who write, and fails if they take too long;
  ///   else it is left for another time.
  /// - Returns: whether there is more to do now.
  func advance(isPatient: Bool) throws -> Bool {
    guard let definition = try definition(), !connection.isInTransaction else { return false }
    if build == nil {
      guard try !isWhole(definition), try !isMadeByAnother() else { return false }
      try beginAnew()
    }
    guard let build else { return false }
    verified = nil
    do {
      if try isPatient ? build.advance() : connection.waiting(atMost: 200, build.advance) {
        return true
      }
      self.build = nil
    } catch is SearchIndexBuild.Taken {
      self.build = nil
    } catch let error as SQLiteError where error.kind == .locked && !isPatient {
      if !build.hasBegun { self.build = nil }
    } catch {
      self.build = nil
      // Who began anew may have dropped the very tables.
      guard try build.hasBegun && mark() != build.mark else { throw error }
    }
    return false
  }

  /// What the state of an index says that is being made.
  private func mark() throws -> SearchIndexMark? {
    let exists = try connection.integer(
      "SELECT count(*) FROM main.sqlite_master WHERE name = '\(SearchDefinition.state)' "
        + "AND sql LIKE '%(STAMP %'")
    guard exists == 1 else { return nil }
    return try connection.text("SELECT STAMP FROM \(SearchDefinition.state)")
      .flatMap { SearchIndexMark(text: $0) }
  }

  private func isMadeByAnother() throws -> Bool {
    guard let mark = try mark(), mark.isAtWork else { return false }
    guard let other, other.mark == mark else {
      other = (mark, .now)
      return true
    }
    return other.since.duration(to: .now) < Self.patience
  }

  private func takeQueue(_ definition: SearchDefinition) throws {
    let list = try connection.statement(
      "SELECT DISTINCT ROOT, KEY FROM \(SearchDefinition.queue) ORDER BY ROOT, KEY")
    var waiting: [Int64: [Int64]] = [:]
    while try list.step() { waiting[list.int64(0), default: []].append(list.int64(1)) }
    try connection.execute("DELETE FROM \(SearchDefinition.queue)")
    for table in definition.tables {
      guard let keys = waiting[Int64(table.rootNumber)] else { continue }
      try SearchIndexUpdate(of: table, connection: connection).run(keys)
    }
  }
}

/// The index that a search wants is not there yet, or rows wait for being taken in.
struct OldSearchIndex: Error {}
