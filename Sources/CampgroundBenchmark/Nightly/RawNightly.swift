import CSQLite
import Foundation

/// The night audit by hand: it reads the rows it needs, and writes the same rows in the same three
/// transactions.
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

  /// The contents of each table of a store: the number of rows, their keys and versions, and the
  /// amounts. Events are left out, because only the engine records them.
  static func fingerprint(of url: URL) throws -> [String] {
    let database = try RawDatabase(path: url.path)
    let names = try RawStatement(
      database,
      """
      SELECT name FROM sqlite_master
      WHERE type = 'table' AND name GLOB 'Z[A-Y]*' AND name NOT GLOB 'ZEVENT*' ORDER BY name
      """)
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
      SELECT ZSTATUS, count(*), sum(ZTOTALMINOR), count(ZFOLIO), count(ZHOLDEXPIRESAT) FROM ZRESERVATION GROUP BY ZSTATUS
      """)
    try ask(
      "lines",
      """
      SELECT e.ZKIND, e.ZTEXT, e.ZNAME, e.ZDAY, e.ZNIGHT, p.ZPOSTEDAT, count(*),
      sum(e.ZAMOUNTMINOR), count(DISTINCT e.ZFOLIO), sum(e.ZRESERVATION) FROM ZFOLIOENTRY e
      JOIN ZPOSTING p ON p.Z_PK = e.ZPOSTING GROUP BY 1, 2, 3, 4, 5, 6
      """)
    try ask(
      "unused nights",
      "SELECT ZOCCASION, ZDAY, count(*), sum(ZAMOUNTMINOR), sum(ZKEPTATMOSTMINOR), sum(ZFEEMINOR) "
        + "FROM ZGIVENUPNIGHTS GROUP BY 1, 2")
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

  /// For a no-show, the price of the first night is kept.
  private func markNoShows() throws {
    let missing = try RawStatement(
      database,
      """
      SELECT r.Z_PK, r.Z_OPT, r.ZCAMPER, t.ZRATEMINOR, round((r.ZDATETO - r.ZDATEFROM) / 86400)
      FROM ZRESERVATION r JOIN ZSTAYSEGMENT s ON s.ZRESERVATION = r.Z_PK
      JOIN ZCAMPSITE t ON t.Z_PK = s.ZCAMPSITE
      WHERE r.ZCAMPGROUND = 1 AND r.ZSTATUS = 'Reserved' AND r.ZDATEFROM <= ? ORDER BY r.ZNUMBER
      """)
    let end = try RawStatement(
      database,
      """
      UPDATE ZRESERVATION SET Z_OPT = Z_OPT + 1, ZSTATUS = 'NoShow', ZFOLIO = ?, ZTOTALMINOR = ?
      WHERE Z_PK = ? AND Z_OPT = ?
      """)
    let open = try RawStatement(
      database,
      """
      INSERT INTO ZFOLIO (Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZRETURNEDMINOR, ZCAMPGROUND, ZPAYER,
      ZOPENEDAT) VALUES (?, ?, 1, ?, 0, 1, ?, ?)
      """)
    let giveUp = try RawStatement(
      database,
      """
      INSERT INTO ZGIVENUPNIGHTS (Z_PK, Z_ENT, Z_OPT, ZPOSITION, ZDAY, ZOCCASION, ZAMOUNTMINOR,
      ZKEPTATMOSTMINOR, ZFEEMINOR, ZRESERVATION) VALUES (?, ?, 1, 0, ?, 'no-show', ?, ?, 0, ?)
      """)
    let free = try freeing()
    let writer = try writer()
    var folio = try greatest("ZFOLIO")
    var given = try greatestKey("ZGIVENUPNIGHTS")
    open.bind(try entity("Folio"), at: 2)
    giveUp.bind(try entity("GivenUpNights"), at: 2)
    missing.bind(lastMidnight, at: 1)
    while try missing.next() {
      let (stay, price) = (missing.integer(0), missing.integer(3))
      folio.key += 1
      folio.number += 1
      given += 1
      open.bind(folio.key, at: 1)
      open.bind(folio.number, at: 3)
      open.bind(2, of: missing, at: 4)
      open.bind(instant, at: 5)
      try open.run()
      giveUp.bind(given, at: 1)
      giveUp.bind(midnight, at: 3)
      giveUp.bind(price * missing.integer(4), at: 4)
      giveUp.bind(price, at: 5)
      giveUp.bind(stay, at: 6)
      try giveUp.run()
      try writer.post(
        "kept", "Unused nights", nil, price, on: midnight, stay: stay, folio: folio.key)
      end.bind(folio.key, at: 1)
      end.bind(price, at: 2)
      end.bind(0, of: missing, at: 3)
      end.bind(1, of: missing, at: 4)
      try end.runOnce()
      try free(missing)
    }
    try setGreatest("Folio", folio.key)
    try setGreatest("GivenUpNights", given)
    try finish(writer)
  }

  // MARK: Nights

  /// The price of the last night, and for each tax the total tax including that night, less what
  /// was already posted.
  private func postNights(_ writer: RawLineWriter) throws {
    let guests = try RawStatement(
      database,
      """
      SELECT r.Z_PK, r.ZFOLIO, t.ZRATEMINOR, round((? - r.ZDATEFROM) / 86400) + 1
      FROM ZRESERVATION r JOIN ZSTAYSEGMENT s ON s.ZRESERVATION = r.Z_PK
      JOIN ZCAMPSITE t ON t.Z_PK = s.ZCAMPSITE
      WHERE r.ZSTATUS = 'CheckedIn' AND r.ZCAMPGROUND = 1 ORDER BY r.ZNUMBER
      """)
    let taxes = try RawStatement(
      database,
      """
      SELECT x.ZNAME, CAST(round(? * x.ZPERCENT / 100) AS INTEGER) - (SELECT sum(ZAMOUNTMINOR)
      FROM ZFOLIOENTRY e WHERE e.ZRESERVATION = ? AND e.ZKIND = 'tax' AND e.ZNAME = x.ZNAME)
      FROM ZTAX x WHERE x.ZENDREVISION = 9223372036854775807 ORDER BY x.ZNAME
      """)
    guests.bind(lastMidnight, at: 1)
    while try guests.next() {
      let (stay, folio, price) = (guests.integer(0), guests.integer(1), guests.integer(2))
      try writer.post("lodging", "Night", nil, price, on: lastMidnight, stay: stay, folio: folio)
      taxes.bind(price * guests.integer(3), at: 1)
      taxes.bind(stay, at: 2)
      while try taxes.next() {
        let name = taxes.text(0)
        try writer.post(
          "tax", name, name, taxes.integer(1), on: lastMidnight, stay: stay, folio: folio)
      }
    }
    try finish(writer)
  }

  /// Writes the largest keys, and the posting of the lines.
  private func finish(_ writer: RawLineWriter) throws {
    try database.execute(
      "INSERT INTO ZPOSTING (Z_PK, Z_ENT, Z_OPT, ZACTION, ZPOSTEDAT) VALUES (\(writer.posting), "
        + "\(try entity("Posting")), 1, 'nightly', \(instant))")
    try setGreatest("Posting", writer.posting)
    try setGreatest("FolioEntry", writer.key)
  }

  private func writer() throws -> RawLineWriter {
    let last = try greatest("ZFOLIOENTRY")
    return try RawLineWriter(
      database, entity: try entity("FolioEntry"), key: last.key, number: last.number,
      posting: try greatestKey("ZPOSTING") + 1)
  }

  private func greatestKey(_ table: String) throws -> Int64 {
    let row = try RawStatement(database, "SELECT ifnull(max(Z_PK), 0) FROM \(table)")
    return try row.next() ? row.integer(0) : 0
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

/// Writes folio lines.
private final class RawLineWriter {
  private(set) var key: Int64
  let posting: Int64
  private var number: Int64
  private let insert: RawStatement

  init(
    _ database: RawDatabase, entity: Int64, key: Int64, number: Int64, posting: Int64
  ) throws {
    self.key = key
    self.number = number
    self.posting = posting
    insert = try RawStatement(
      database,
      """
      INSERT INTO ZFOLIOENTRY (Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZAMOUNTMINOR, ZFOLIO, ZRESERVATION,
      ZDAY, ZNIGHT, ZKIND, ZTEXT, ZNAME, ZTAXGROUP, ZPOSTING)
      VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'lodging', ?)
      """)
    insert.bind(entity, at: 2)
    insert.bind(posting, at: 12)
  }

  func post(
    _ kind: String, _ text: String, _ name: String?, _ amount: Int64, on day: Double, stay: Int64,
    folio: Int64
  ) throws {
    key += 1
    number += 1
    insert.bind(key, at: 1)
    insert.bind(number, at: 3)
    insert.bind(amount, at: 4)
    insert.bind(folio, at: 5)
    insert.bind(stay, at: 6)
    insert.bind(day, at: 7)
    insert.bind(day, at: 8)
    try kind.withCString { kind in
      try text.withCString { text in
        sqlite3_bind_text(insert.handle, 9, kind, -1, nil)
        sqlite3_bind_text(insert.handle, 10, text, -1, nil)
        guard let name else {
          sqlite3_bind_null(insert.handle, 11)
          return try insert.run()
        }
        try name.withCString { name in
          sqlite3_bind_text(insert.handle, 11, name, -1, nil)
          try insert.run()
        }
      }
    }
  }
}
