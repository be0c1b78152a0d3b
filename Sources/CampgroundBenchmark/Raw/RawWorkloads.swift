import CSQLite
import Foundation

/// The workloads by hand: prepared statements, bound values, columns read into C memory.
struct RawWorkloads {
  let database: RawDatabase
  let data: BenchmarkData

  /// The columns in the order in which `read` reads them.
  private static let columns =
    "Z_PK, Z_ENT, Z_OPT, ZPARTYSIZE, ZSTATUS, ZCAMPER, ZCAMPSITE, ZARRIVAL, ZDEPARTURE, "
    + "ZTOTALPRICE, ZCODE, ZNOTES"

  /// Workloads a, bi, bw and bo: inserts all reservations in one transaction.
  ///
  /// It writes what the engine writes: the same columns of the same table with the same indexes,
  /// with keys that continue from Z_PRIMARYKEY, and the last one recorded there. Unlike the engine,
  /// it does not check that the campers and campsites exist.
  func insert(withReferences: Bool = true) throws {
    try database.execute("BEGIN IMMEDIATE")
    let statement = try database.prepare(
      "INSERT INTO ZRESERVATION (\(Self.columns)) VALUES (?,3,1,?,?,?,?,?,?,?,?,?)")
    defer { sqlite3_finalize(statement) }
    var key = try database.integer(
      "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Reservation'")
    for var reservation in data.reservations {
      key += 1
      sqlite3_bind_int64(statement, 1, key)
      sqlite3_bind_int64(statement, 2, Int64(reservation.partySize))
      sqlite3_bind_int64(statement, 3, Int64(reservation.status))
      if withReferences {
        sqlite3_bind_int64(statement, 4, Int64(reservation.camper + 1))
        sqlite3_bind_int64(statement, 5, Int64(reservation.site + 1))
      }
      sqlite3_bind_double(statement, 6, reservation.arrival)
      sqlite3_bind_double(statement, 7, reservation.departure)
      sqlite3_bind_double(statement, 8, reservation.totalPrice)
      let step = Self.bindingTexts(&reservation, statement) { sqlite3_step(statement) }
      try database.check(step, SQLITE_DONE)
      sqlite3_reset(statement)
    }
    try database.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = \(key) WHERE Z_NAME = 'Reservation'")
    try database.execute("COMMIT")
  }

  /// Binds the two texts in place, as a C program binds its own memory.
  private static func bindingTexts(
    _ reservation: inout BenchmarkData.Reservation, _ statement: OpaquePointer,
    _ body: () -> Int32
  ) -> Int32 {
    var (code, notes) = (reservation.code, reservation.notes)
    return code.withUTF8 { code in
      notes.withUTF8 { notes in
        code.withMemoryRebound(to: CChar.self) { text in
          _ = sqlite3_bind_text(statement, 9, text.baseAddress, Int32(text.count), nil)
        }
        notes.withMemoryRebound(to: CChar.self) { text in
          _ = sqlite3_bind_text(statement, 10, text.baseAddress, Int32(text.count), nil)
        }
        return body()
      }
    }
  }

  /// Workload b: reads all reservations, texts copied.
  func fetchAll() throws -> Double {
    let statement = try database.prepare("SELECT \(Self.columns) FROM ZRESERVATION")
    defer { sqlite3_finalize(statement) }
    var rows: [RawReservation] = []
    while sqlite3_step(statement) == SQLITE_ROW { rows.append(RawReservation(statement)) }
    let sum = rows.reduce(0) { $0 + $1.checksum }
    for row in rows { row.free() }
    return sum
  }

  /// Workload c: reads each reservation by its primary key.
  func fetchByKey() throws -> Double {
    let statement = try database.prepare(
      "SELECT \(Self.columns) FROM ZRESERVATION WHERE Z_PK = ?")
    defer { sqlite3_finalize(statement) }
    var sum = 0.0
    for key in 1...Int64(data.reservations.count) {
      sqlite3_bind_int64(statement, 1, key)
      try database.check(sqlite3_step(statement), SQLITE_ROW)
      let row = RawReservation(statement)
      sum += row.checksum
      row.free()
      sqlite3_reset(statement)
    }
    return sum
  }

  /// Workload d: reads the ten reservations of each camper.
  func fetchByCamper() throws -> Double {
    let statement = try database.prepare(
      "SELECT \(Self.columns) FROM ZRESERVATION WHERE ZCAMPER = ?")
    defer { sqlite3_finalize(statement) }
    var sum = 0.0
    for camper in 1...Int64(BenchmarkData.camperCount) {
      sqlite3_bind_int64(statement, 1, camper)
      while sqlite3_step(statement) == SQLITE_ROW {
        let row = RawReservation(statement)
        sum += row.checksum
        row.free()
      }
      sqlite3_reset(statement)
    }
    return sum
  }

  /// Workload e: reads the first 50 reservations of a status and size by arrival.
  func fetchFirst() throws -> Int {
    let statement = try database.prepare(
      """
      SELECT \(Self.columns) FROM ZRESERVATION WHERE ZSTATUS = ? AND ZPARTYSIZE > ?
      ORDER BY ZARRIVAL, Z_PK LIMIT 50
      """)
    defer { sqlite3_finalize(statement) }
    var count = 0
    for status in Questions.statuses {
      sqlite3_bind_int64(statement, 1, Int64(status))
      sqlite3_bind_int64(statement, 2, 2)
      while sqlite3_step(statement) == SQLITE_ROW {
        let row = RawReservation(statement)
        count += row.checksum > 0 ? 1 : 0
        row.free()
      }
      sqlite3_reset(statement)
    }
    return count
  }

  /// Workload f: the number of reservations in each status, and their total price.
  func totals() throws -> Double {
    let statement = try database.prepare(
      "SELECT ZSTATUS, COUNT(*), SUM(ZTOTALPRICE) FROM ZRESERVATION GROUP BY ZSTATUS ORDER BY ZSTATUS"
    )
    defer { sqlite3_finalize(statement) }
    var sum = 0.0
    for _ in 0..<Questions.totalCount {
      while sqlite3_step(statement) == SQLITE_ROW {
        sum += Double(sqlite3_column_int64(statement, 1)) + sqlite3_column_double(statement, 2)
      }
      sqlite3_reset(statement)
    }
    return sum
  }

  /// Workload g: changes one column of each reservation by key, provided that nobody else has
  /// changed the row.
  func update(version: Int64, status: Int16) throws {
    try database.execute("BEGIN IMMEDIATE")
    let statement = try database.prepare(
      "UPDATE ZRESERVATION SET Z_OPT = ?, ZSTATUS = ? WHERE Z_PK = ? AND Z_OPT = ?")
    defer { sqlite3_finalize(statement) }
    for key in 1...Int64(data.reservations.count) {
      sqlite3_bind_int64(statement, 1, version + 1)
      sqlite3_bind_int64(statement, 2, Int64(status))
      sqlite3_bind_int64(statement, 3, key)
      sqlite3_bind_int64(statement, 4, version)
      try database.check(sqlite3_step(statement), SQLITE_DONE)
      guard sqlite3_changes(database.handle) == 1 else {
        throw RawError(message: "row \(key) was not updated")
      }
      sqlite3_reset(statement)
    }
    try database.execute("COMMIT")
  }

  /// Workload g2: changes one column of all reservations in one statement.
  func updateAll(status: Int16) throws {
    try database.execute(
      "BEGIN IMMEDIATE; UPDATE ZRESERVATION SET Z_OPT = Z_OPT + 1, ZSTATUS = \(status); COMMIT")
  }

  /// Workload h: deletes each reservation by key, provided that it has the expected version.
  func delete() throws {
    try database.execute("BEGIN IMMEDIATE")
    let version = try database.integer("SELECT Z_OPT FROM ZRESERVATION WHERE Z_PK = 1")
    let statement = try database.prepare("DELETE FROM ZRESERVATION WHERE Z_PK = ? AND Z_OPT = ?")
    defer { sqlite3_finalize(statement) }
    for key in 1...Int64(data.reservations.count) {
      sqlite3_bind_int64(statement, 1, key)
      sqlite3_bind_int64(statement, 2, version)
      try database.check(sqlite3_step(statement), SQLITE_DONE)
      guard sqlite3_changes(database.handle) == 1 else {
        throw RawError(message: "row \(key) was not deleted")
      }
      sqlite3_reset(statement)
    }
    try database.execute("COMMIT")
  }

  /// Workload bd: deletes all reservations in one statement.
  func deleteAll() throws {
    try database.execute("BEGIN IMMEDIATE; DELETE FROM ZRESERVATION WHERE ZSTATUS >= 0; COMMIT")
  }

  /// Workload i: which sites are free on the nights [first, first + 3), for many first nights.
  func freeSites(firstNights: [Int32]) throws -> Int {
    let statement = try database.prepare(
      """
      SELECT t0.Z_PK, t0.Z_ENT, t0.Z_OPT, t0.ZSITENUMBER FROM ZCAMPSITE t0 WHERE NOT EXISTS
      (SELECT 1 FROM ZRESERVATIONNIGHT t1 WHERE t1.ZCAMPSITE = t0.Z_PK
      AND t1.ZNIGHT BETWEEN ? AND ?) ORDER BY t0.Z_PK
      """)
    defer { sqlite3_finalize(statement) }
    var count = 0
    for first in firstNights {
      sqlite3_bind_int64(statement, 1, Int64(first))
      sqlite3_bind_int64(statement, 2, Int64(first) + 2)
      while sqlite3_step(statement) == SQLITE_ROW {
        count += sqlite3_column_int64(statement, 3) >= 0 ? 1 : 0
      }
      sqlite3_reset(statement)
    }
    return count
  }
}

/// A row in C memory.
private struct RawReservation {
  let integers: (Int64, Int64, Int64, Int64, Int64, Int64, Int64)
  let doubles: (Double, Double, Double)
  let code: UnsafeMutableRawPointer
  let codeLength: Int
  let notes: UnsafeMutableRawPointer
  let notesLength: Int

  init(_ statement: OpaquePointer) {
    integers = (
      sqlite3_column_int64(statement, 0), sqlite3_column_int64(statement, 1),
      sqlite3_column_int64(statement, 2), sqlite3_column_int64(statement, 3),
      sqlite3_column_int64(statement, 4), sqlite3_column_int64(statement, 5),
      sqlite3_column_int64(statement, 6)
    )
    doubles = (
      sqlite3_column_double(statement, 7), sqlite3_column_double(statement, 8),
      sqlite3_column_double(statement, 9)
    )
    (code, codeLength) = Self.copy(statement, 10)
    (notes, notesLength) = Self.copy(statement, 11)
  }

  private static func copy(
    _ statement: OpaquePointer, _ column: Int32
  ) -> (UnsafeMutableRawPointer, Int) {
    let text = sqlite3_column_text(statement, column)
    let count = Int(sqlite3_column_bytes(statement, column))
    let memory = UnsafeMutableRawPointer.allocate(byteCount: count + 1, alignment: 1)
    if let text { memory.copyMemory(from: text, byteCount: count) }
    return (memory, count)
  }

  var checksum: Double {
    Double(integers.3 + integers.4) + doubles.2 + Double(codeLength + notesLength)
  }

  func free() {
    code.deallocate()
    notes.deallocate()
  }
}
