import Foundation

/// The desk by hand: it runs the queries of the services and writes the same rows in the same five
/// transactions.
final class RawDesk {
  private let database: RawDatabase
  private let site: RawStatement
  private let camper: RawStatement
  private let campground: RawStatement
  private let rules: RawStatement
  private let taxes: RawStatement
  private let nightsNear: RawStatement
  private let reservation: RawStatement
  private let guests: RawStatement
  private let segment: RawStatement
  private let lines: RawStatement
  private let meterRates: RawStatement
  private let rows: DeskRows

  init(_ database: RawDatabase) throws {
    self.database = database
    site = try RawStatement(
      database,
      """
      SELECT Z_PK, ZRATEMINOR, ZRETIREDFROM, Z_OPT FROM ZCAMPSITE WHERE ZCAMPGROUND = 1 AND ZNAME = ?
      """)
    camper = try RawStatement(database, "SELECT Z_PK FROM ZCAMPER WHERE ZFULLNAME = ?")
    campground = try RawStatement(
      database, "SELECT ZRULESREVISION, ZCLOSEDTHROUGH FROM ZCAMPGROUND WHERE Z_PK = 1")
    rules = try RawStatement(
      database, "SELECT ZKIND, ZVALUE FROM ZSTAYRULE WHERE ZCAMPGROUND = 1 AND ZISACTIVE = 1")
    taxes = try RawStatement(
      database,
      "SELECT ZNAME, ZPERCENT FROM ZTAX WHERE ZCAMPGROUND = 1 AND ZISACTIVE = 1 ORDER BY ZNAME")
    nightsNear = try RawStatement(
      database,
      """
      SELECT ZNIGHT, ZRESERVATION FROM ZRESERVATIONNIGHT
      WHERE ZCAMPSITE = ? AND ZNIGHT BETWEEN ? AND ?
      """)
    reservation = try RawStatement(
      database,
      """
      SELECT Z_PK, Z_OPT, ZDATEFROM, ZDATETO, ZSTATUS, ZTOTALMINOR, ZCAMPSITE, ZCAMPER, ZFOLIO
      FROM ZRESERVATION WHERE ZNUMBER = ?
      """)
    guests = try RawStatement(
      database,
      """
      SELECT r.Z_PK FROM ZRESERVATION r WHERE r.ZSTATUS = 'CheckedIn' AND EXISTS
      (SELECT 1 FROM ZSTAYSEGMENT s WHERE s.ZRESERVATION = r.Z_PK AND s.ZCAMPSITE = ?)
      """)
    segment = try RawStatement(
      database,
      """
      SELECT s.Z_PK, s.Z_OPT, t.ZRATEMINOR FROM ZSTAYSEGMENT s
      JOIN ZCAMPSITE t ON t.Z_PK = s.ZCAMPSITE WHERE s.ZRESERVATION = ?
      """)
    lines = try RawStatement(
      database, "SELECT ZKIND, ZAMOUNTMINOR, ZNIGHT FROM ZFOLIOENTRY WHERE ZRESERVATION = ?")
    meterRates = try RawStatement(
      database, "SELECT ZKIND FROM ZMETERRATE WHERE ZCAMPGROUND = 1 AND ZISACTIVE = 1")
    rows = try DeskRows(database)
  }

  /// Books a stay and takes the guest through extension, check-in, payment and check-out.
  func run(_ stay: DeskStore.Stay) throws {
    var number: Int64 = 0
    try transaction { number = try reserve(stay) }
    try transaction { try extend(number, at: stay.arrivesAt) }
    try transaction { try checkIn(number, at: stay.arrivesAt) }
    try transaction { try pay(number, at: stay.arrivesAt) }
    try transaction { try checkOut(number, at: stay.leavesAt) }
  }

  private func transaction(_ body: () throws -> Void) throws {
    try database.execute("BEGIN IMMEDIATE")
    try body()
    try database.execute("COMMIT")
  }

  // MARK: Queries

  private func one(_ statement: RawStatement, _ what: String) throws {
    guard try statement.next() else { throw RawError(message: "there is no \(what)") }
  }

  /// Checks that the site is free, and that no single night is left beside the stay.
  private func requireFree(
    _ site: Int64, _ nights: Range<Int64>, but own: Int64 = 0
  ) throws {
    var gap: Int64 = 0
    while try rules.next() {
      if rules.text(0) == "gap" { gap = max(gap, rules.integer(1)) }
    }
    nightsNear.bind(site, at: 1)
    nightsNear.bind(nights.lowerBound - gap - 1, at: 2)
    nightsNear.bind(nights.upperBound + gap, at: 3)
    var (before, after): (Int64?, Int64?)
    while try nightsNear.next() {
      let night = nightsNear.integer(0)
      if nightsNear.integer(1) == own { continue }
      guard !nights.contains(night) else { throw RawError(message: "the site is taken") }
      if night < nights.lowerBound { before = max(before ?? night, night) }
      if night >= nights.upperBound { after = min(after ?? night, night) }
    }
    let left = [before.map { nights.lowerBound - 1 - $0 }, after.map { $0 - nights.upperBound }]
    guard left.allSatisfy({ $0.map { $0 == 0 || $0 > gap } ?? true }) else {
      throw RawError(message: "a gap is left")
    }
  }

  /// The price of the nights, with taxes rounded once.
  private func price(_ nights: Int64, at rate: Int64) throws -> Int64 {
    var total = nights * rate
    while try taxes.next() { total += Self.tax(nights * rate, taxes.real(1)) }
    return total
  }

  private static func tax(_ amount: Int64, _ percent: Double) -> Int64 {
    Int64((Double(amount) * percent / 100).rounded())
  }

  private func revision() throws -> Int64 {
    try one(campground, "campground")
    defer { campground.reset() }
    return campground.integer(0)
  }

  private func find(_ number: Int64, in state: String) throws -> DeskReservation {
    reservation.bind(number, at: 1)
    try one(reservation, "reservation")
    defer { reservation.reset() }
    let found = DeskReservation(reservation)
    guard found.state == state else { throw RawError(message: "not \(state)") }
    return found
  }

  // MARK: The calls

  private func reserve(_ stay: DeskStore.Stay) throws -> Int64 {
    site.bind(stay.siteName, at: 1)
    try one(site, "site")
    camper.bind(stay.camperName, at: 1)
    try one(camper, "camper")
    defer {
      site.reset()
      camper.reset()
    }
    let (place, guest) = (site.integer(0), camper.integer(0))
    let first = Int64(stay.arrival.dayNumber)
    let nights = first..<first + 2
    try requireFree(place, nights)
    let revision = try revision()
    let (key, number) = try rows.addReservation(
      site: place, camper: guest, nights, total: price(2, at: site.integer(1)), revision: revision)
    try rows.addNights(nights, site: place, reservation: key)
    try rows.addSegment(nights, site: place, reservation: key, revision: revision)
    try rows.addEvent("reserved", of: key, at: stay.arrivesAt)
    return number
  }

  private func extend(_ number: Int64, at now: Date) throws {
    let stay = try find(number, in: "Reserved")
    segment.bind(stay.key, at: 1)
    try one(segment, "segment")
    defer { segment.reset() }
    let nights = stay.nights.lowerBound..<stay.nights.upperBound + 1
    try requireFree(stay.site, nights, but: stay.key)
    _ = try revision()
    let total = try price(Int64(nights.count), at: segment.integer(2))
    try rows.addNights(
      stay.nights.upperBound..<nights.upperBound, site: stay.site, reservation: stay.key)
    try rows.extend(stay, through: nights.upperBound, total: total, segment: segment)
    try rows.addEvent(
      "changed", of: stay.key, at: now,
      [
        ("dateTo", stay.day(stay.nights.upperBound), stay.day(nights.upperBound)),
        ("totalMinor", "\(stay.total)", "\(total)"),
      ])
  }

  private func checkIn(_ number: Int64, at now: Date) throws {
    let stay = try find(number, in: "Reserved")
    guests.bind(stay.site, at: 1)
    while try guests.next() {
      guard guests.integer(0) == stay.key else { throw RawError(message: "somebody is there") }
    }
    try rows.checkIn(stay, at: now)
  }

  private func pay(_ number: Int64, at now: Date) throws {
    let stay = try find(number, in: "CheckedIn")
    lines.bind(stay.key, at: 1)
    var due = stay.total
    while try lines.next() { due += lines.text(0) == "payment" ? lines.integer(1) : 0 }
    try rows.addPayment(due, of: stay, at: now)
  }

  private func checkOut(_ number: Int64, at now: Date) throws {
    let stay = try find(number, in: "CheckedIn")
    segment.bind(stay.key, at: 1)
    try one(segment, "segment")
    defer { segment.reset() }
    _ = try revision()
    while try meterRates.next() {}
    var posted: Set<Int64> = []
    lines.bind(stay.key, at: 1)
    while try lines.next() { if lines.text(0) == "lodging" { posted.insert(lines.integer(2)) } }
    var named: [(name: String, percent: Double)] = []
    while try taxes.next() { named.append((taxes.text(0), taxes.real(1))) }
    let rate = segment.integer(2)
    var owed: [(tax: String?, amount: Int64, night: Int64)] = []
    for (count, night) in stay.nights.enumerated() where !posted.contains(night * 86_400) {
      owed.append((nil, rate, night))
      for tax in named {
        let amount =
          Self.tax(Int64(count + 1) * rate, tax.percent)
          - Self.tax(Int64(count) * rate, tax.percent)
        owed.append((tax.name, amount, night))
      }
    }
    let posting = try rows.addPosting("checkout", at: now)
    try rows.addLines(owed, of: stay, posting: posting)
    try rows.checkOut(stay, at: now, posting: posting)
  }
}
