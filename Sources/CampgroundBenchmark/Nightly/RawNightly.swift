import CSQLite
import Foundation

/// The nightly routine by hand: the rows that it needs are read, and the same rows are written in
/// the same three transactions.
struct RawNightly {
  let database: RawDatabase
  let now: Date
  let today: Date

  private var instant: Double { now.timeIntervalSinceReferenceDate }
  private var midnight: Double { today.timeIntervalSinceReferenceDate }
  private var lastMidnight: Double { midnight - 86_400 }

  func run() throws {
    try transaction(expireHolds)
    try transaction(markNoShows)
    try transaction { try postNights(try writer()) }
  }

  /// What a store has in each table: how many rows, their keys and versions, and the amounts.
  static func fingerprint(of url: URL) throws -> [String] {
    let database = try RawDatabase(path: url.path)
    let names = try RawStatement(
      database,
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'Z[A-Y]*' ORDER BY name")
    var result: [String] = []
    func ask(_ what: String, _ sql: String) throws {
      let row = try RawStatement(database, sql)
      while try row.next() {
        let values = (0..<sqlite3_column_count(row.handle)).map {
          sqlite3_column_text(row.handle, $0).map { String(cString: $0) } ?? "nil"
        }
        result.append("\(what): \(values.joined(separator: " "))")
      }
    }
    while try names.next() {
      guard let text = sqlite3_column_text(names.handle, 0) else { continue }
      let name = String(cString: text)
      try ask(name, "SELECT count(*), sum(Z_PK), sum(Z_OPT) FROM \(name)")
    }
    try ask(
      "stays",
      """
      SELECT ZSTATUS, count(*), sum(ZTOTALMINOR), count(ZFOLIO), sum(ZCANCELEDAT),
      count(ZHOLDEXPIRESAT) FROM ZRESERVATION GROUP BY ZSTATUS
      """)
    try ask(
      "lines",
      """
      SELECT ZKIND, ZTEXT, ZDAY, ZPOSTEDAT, count(*), sum(ZAMOUNTMINOR), count(DISTINCT ZFOLIO),
      sum(ZRESERVATION), sum(ZCHARGE) FROM ZFOLIOENTRY GROUP BY ZKIND, ZTEXT, ZDAY, ZPOSTEDAT
      """)
    try ask("agreed", "SELECT ZDAY, count(*), count(ZENTRY) FROM ZSTAYCHARGE GROUP BY ZDAY")
    return result
  }

  private func transaction(_ body: () throws -> Void) throws {
    try database.execute("BEGIN IMMEDIATE")
    try body()
    try database.execute("COMMIT")
  }

  // MARK: Holds

  private func expireHolds() throws {
    let due = try RawStatement(
      database,
      """
      SELECT Z_PK, Z_OPT FROM ZRESERVATION
      WHERE ZCAMPGROUND = 1 AND ZSTATUS = 'Hold' AND ZHOLDEXPIRESAT <= ? ORDER BY ZNUMBER
      """)
    let expire = try RawStatement(
      database,
      """
      UPDATE ZRESERVATION SET Z_OPT = Z_OPT + 1, ZSTATUS = 'Expired', ZHOLDEXPIRESAT = NULL
      WHERE Z_PK = ? AND Z_OPT = ?
      """)
    let free = try freeing()
    due.bind(instant, at: 1)
    while try due.next() {
      expire.bind(0, of: due, at: 1)
      expire.bind(1, of: due, at: 2)
      try expire.runOnce()
      try free(due)
    }
  }

  /// Deletes the nights of the stay in a row's first column, each by its key.
  private func freeing() throws -> (RawStatement) throws -> Void {
    let nights = try RawStatement(
      database, "SELECT Z_PK, Z_OPT FROM ZRESERVATIONNIGHT WHERE ZRESERVATION = ? ORDER BY Z_PK")
    let delete = try RawStatement(
      database, "DELETE FROM ZRESERVATIONNIGHT WHERE Z_PK = ? AND Z_OPT = ?")
    return { stay in
      nights.bind(0, of: stay, at: 1)
      while try nights.next() {
        delete.bind(0, of: nights, at: 1)
        delete.bind(1, of: nights, at: 2)
        try delete.runOnce()
      }
    }
  }

  // MARK: No-shows

  /// Who did not come keeps the first night on the bill; what was agreed for the others goes.
  private func markNoShows() throws {
    let missing = try RawStatement(
      database,
      """
      SELECT Z_PK, Z_OPT, ZDATEFROM, ZCAMPER FROM ZRESERVATION
      WHERE ZCAMPGROUND = 1 AND ZSTATUS = 'Reserved' AND ZDATEFROM <= ? ORDER BY ZNUMBER
      """)
    let charges = try RawStatement(
      database,
      """
      SELECT Z_PK, Z_OPT, ZDAY, ZKIND, ZTEXT, ZAMOUNTMINOR, ZTAXGROUP, ZRESERVATION, ?, ZDAY = ?
      FROM ZSTAYCHARGE WHERE ZRESERVATION = ? ORDER BY ZDAY, ZPOSITION
      """)
    let drop = try RawStatement(
      database, "DELETE FROM ZSTAYCHARGE WHERE Z_PK = ? AND Z_OPT = ?")
    let end = try RawStatement(
      database,
      """
      UPDATE ZRESERVATION SET Z_OPT = Z_OPT + 1, ZSTATUS = 'NoShow', ZCANCELEDAT = ?, ZFOLIO = ?,
      ZTOTALMINOR = ? WHERE Z_PK = ? AND Z_OPT = ?
      """)
    let open = try RawStatement(
      database,
      """
      INSERT INTO ZFOLIO (Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZRETURNEDMINOR, ZCAMPGROUND, ZPAYER,
      ZOPENEDAT) VALUES (?, ?, 1, ?, 0, 1, ?, ?)
      """)
    let free = try freeing()
    let writer = try writer()
    var folio = try greatest("ZFOLIO")
    open.bind(try entity("Folio"), at: 2)
    missing.bind(lastMidnight, at: 1)
    while try missing.next() {
      folio.key += 1
      folio.number += 1
      open.bind(folio.key, at: 1)
      open.bind(folio.number, at: 3)
      open.bind(3, of: missing, at: 4)
      open.bind(instant, at: 5)
      try open.run()
      charges.bind(folio.key, at: 1)
      charges.bind(2, of: missing, at: 2)
      charges.bind(0, of: missing, at: 3)
      var total: Int64 = 0
      while try charges.next() {
        if charges.integer(9) == 1 {
          total += charges.integer(5)
          try writer.post(charges, at: instant)
        } else {
          drop.bind(0, of: charges, at: 1)
          drop.bind(1, of: charges, at: 2)
          try drop.runOnce()
        }
      }
      end.bind(instant, at: 1)
      end.bind(folio.key, at: 2)
      end.bind(total, at: 3)
      end.bind(0, of: missing, at: 4)
      end.bind(1, of: missing, at: 5)
      try end.runOnce()
      try free(missing)
    }
    try setGreatest("Folio", folio.key)
    try setGreatest("FolioEntry", writer.key)
  }

  // MARK: Nights

  private func postNights(_ writer: RawLineWriter) throws {
    let charges = try RawStatement(
      database,
      """
      SELECT c.Z_PK, c.Z_OPT, c.ZDAY, c.ZKIND, c.ZTEXT, c.ZAMOUNTMINOR, c.ZTAXGROUP, r.Z_PK,
      r.ZFOLIO FROM ZRESERVATION r JOIN ZSTAYCHARGE c ON c.ZRESERVATION = r.Z_PK
      WHERE r.ZSTATUS = 'CheckedIn' AND r.ZCAMPGROUND = 1 AND c.ZENTRY IS NULL AND c.ZDAY <= ?
      ORDER BY r.ZNUMBER, c.ZDAY, c.ZPOSITION
      """)
    charges.bind(lastMidnight, at: 1)
    while try charges.next() { try writer.post(charges, at: instant) }
    try setGreatest("FolioEntry", writer.key)
  }

  private func writer() throws -> RawLineWriter {
    let last = try greatest("ZFOLIOENTRY")
    return try RawLineWriter(
      database, entity: try entity("FolioEntry"), key: last.key, number: last.number)
  }

  // MARK: Keys

  private func greatest(_ table: String) throws -> (key: Int64, number: Int64) {
    let row = try RawStatement(
      database, "SELECT ifnull(max(Z_PK), 0), ifnull(max(ZNUMBER), 0) FROM \(table)")
    guard try row.next() else { return (0, 0) }
    return (row.integer(0), row.integer(1))
  }

  private func entity(_ name: String) throws -> Int64 {
    let row = try RawStatement(database, "SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = '\(name)'")
    guard try row.next() else { throw RawError(message: "no entity \(name)") }
    return row.integer(0)
  }

  private func setGreatest(_ name: String, _ key: Int64) throws {
    try database.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = \(key) WHERE Z_NAME = '\(name)'")
  }
}

/// Writes lines of folios from rows of what was agreed.
private final class RawLineWriter {
  private(set) var key: Int64
  private var number: Int64
  private let insert: RawStatement
  private let mark: RawStatement

  init(_ database: RawDatabase, entity: Int64, key: Int64, number: Int64) throws {
    self.key = key
    self.number = number
    insert = try RawStatement(
      database,
      """
      INSERT INTO ZFOLIOENTRY (Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZAMOUNTMINOR, ZCHARGE, ZFOLIO,
      ZRESERVATION, ZDAY, ZPOSTEDAT, ZKIND, ZTAXGROUP, ZTEXT)
      VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    insert.bind(entity, at: 2)
    mark = try RawStatement(
      database,
      "UPDATE ZSTAYCHARGE SET Z_OPT = Z_OPT + 1, ZENTRY = ? WHERE Z_PK = ? AND Z_OPT = ?")
  }

  /// Posts a row of key, version, day, kind, text, amount, tax group, stay and folio.
  func post(_ charge: RawStatement, at instant: Double) throws {
    key += 1
    number += 1
    insert.bind(key, at: 1)
    insert.bind(number, at: 3)
    insert.bind(5, of: charge, at: 4)
    insert.bind(0, of: charge, at: 5)
    insert.bind(8, of: charge, at: 6)
    insert.bind(7, of: charge, at: 7)
    insert.bind(2, of: charge, at: 8)
    insert.bind(instant, at: 9)
    insert.bind(3, of: charge, at: 10)
    insert.bind(6, of: charge, at: 11)
    insert.bind(4, of: charge, at: 12)
    try insert.run()
    mark.bind(key, at: 1)
    mark.bind(0, of: charge, at: 2)
    mark.bind(1, of: charge, at: 3)
    try mark.runOnce()
  }
}
