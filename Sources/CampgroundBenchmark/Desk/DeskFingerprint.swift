import CSQLite
import Foundation

/// The rows that a run added to a store, by table, with all their values. The images of events are
/// left out, because only the engine can undo what it did.
struct DeskFingerprint {
  /// The largest key of each table.
  typealias Keys = [String: Int64]

  private let rows: [String: Set<String>]

  static func keys(of url: URL) throws -> Keys {
    let database = try RawDatabase(path: url.path)
    var keys: Keys = [:]
    for table in try tables(of: database) {
      keys[table] = try database.integer("SELECT ifnull(max(Z_PK), 0) FROM \(table)")
    }
    return keys
  }

  init(of url: URL, since keys: Keys) throws {
    let database = try RawDatabase(path: url.path)
    var rows: [String: Set<String>] = [:]
    for (table, key) in keys {
      rows[table] = try Self.rows(of: database, "SELECT * FROM \(table) WHERE Z_PK > \(key)")
    }
    rows["Z_PRIMARYKEY"] = try Self.rows(
      of: database, "SELECT * FROM Z_PRIMARYKEY WHERE Z_NAME != 'EventImage'")
    self.rows = rows
  }

  /// - Throws: `RawError` if another side added different rows, and if no stay was added.
  func requireSame(_ other: DeskFingerprint) throws {
    var odd: [String] = []
    for table in rows.keys.sorted() {
      let (ours, theirs) = (rows[table] ?? [], other.rows[table] ?? [])
      guard ours != theirs else { continue }
      odd.append("\(table): \(ours.count) and \(theirs.count) rows")
      odd += ours.subtracting(theirs).sorted().prefix(2)
      odd += theirs.subtracting(ours).sorted().prefix(2)
    }
    guard odd.isEmpty else {
      throw RawError(message: "the sides left different rows\n\(odd.joined(separator: "\n"))")
    }
    guard rows["ZRESERVATION"]?.isEmpty == false else {
      throw RawError(message: "nothing was booked")
    }
  }

  private static func tables(of database: RawDatabase) throws -> [String] {
    let names = try RawStatement(
      database,
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'Z[A-Y]*' "
        + "AND name != 'ZEVENTIMAGE'")
    var tables: [String] = []
    while try names.next() { tables.append(names.text(0)) }
    return tables
  }

  private static func rows(of database: RawDatabase, _ sql: String) throws -> Set<String> {
    let row = try RawStatement(database, sql)
    var rows: Set<String> = []
    while try row.next() {
      let values = (0..<sqlite3_column_count(row.handle)).map {
        sqlite3_column_text(row.handle, $0).map { String(cString: $0) } ?? "nil"
      }
      rows.insert(values.joined(separator: "|"))
    }
    return rows
  }
}
