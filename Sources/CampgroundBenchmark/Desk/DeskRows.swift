import Campground
import Foundation

/// The rows that the hand-written desk writes.
final class DeskRows {
  private let reservations: RawTable
  private let nights: RawTable
  private let segments: RawTable
  private let events: RawTable
  private let folios: RawTable
  private let postings: RawTable
  private let payments: RawTable
  private let nightLines: RawTable
  private let changes: RawTable
  private let longerStay: RawStatement
  private let longerSegment: RawStatement
  private let checkedIn: RawStatement
  private let checkedOut: RawStatement
  private let withFolio: RawStatement
  private let dirtySite: RawStatement

  init(_ database: RawDatabase) throws {
    reservations = try RawTable(
      database, "Reservation",
      [
        "ZCAMPSITE", "ZCAMPER", "ZDATEFROM", "ZDATETO", "ZNOTICEDATE", "ZTOTALMINOR",
        "ZPOLICYREVISION", "ZRESERVEDUNDER", "ZRESERVEDFROM", "ZRESERVEDTO",
      ],
      constants: [
        "ZSTATUS": "'Reserved'", "ZCAMPGROUND": "1", "ZADULTS": "1", "ZCHILDREN": "0",
        "ZPETS": "0", "ZHELDNIGHTS": "0", "ZISGUARANTEED": "0", "ZISLOCKED": "0",
        "ZNEEDSACCESS": "0",
        "ZNEEDSSEWER": "0", "ZNEEDSWATER": "0", "ZUNPRICEDNIGHTS": "0",
      ], isNumbered: true)
    nights = try RawTable(
      database, "ReservationNight", ["ZNIGHT", "ZCAMPSITE", "ZRESERVATION"])
    segments = try RawTable(
      database, "StaySegment",
      ["ZCAMPSITE", "ZRESERVATION", "ZDATEFROM", "ZDATETO", "ZAGREEDUNDER"],
      constants: [
        "ZINCLUDESTAX": "0", "ZISALLINCLUDED": "0", "ZISBYCLASS": "0", "ZISGIVENUP": "0",
      ])
    events = try RawTable(
      database, "Event",
      [
        "ZRESERVATION", "ZDAY", "ZHAPPENEDAT", "ZKIND", "ZPOSTING", "ZNOUN", "ZNAME", "ZFIRSTEVENT",
      ],
      constants: ["ZCAMPGROUND": "1", "ZISTAKENBACK": "0"], isNumbered: true)
    changes = try RawTable(
      database, "EventChange", ["ZEVENT", "ZPROPERTY", "ZBEFORE", "ZAFTER"])
    folios = try RawTable(
      database, "Folio", ["ZPAYER", "ZOPENEDAT"],
      constants: ["ZCAMPGROUND": "1", "ZRETURNEDMINOR": "0"], isNumbered: true)
    postings = try RawTable(database, "Posting", ["ZACTION", "ZPOSTEDAT"])
    payments = try RawTable(
      database, "FolioEntry", ["ZAMOUNTMINOR", "ZFOLIO", "ZPOSTING", "ZRESERVATION", "ZDAY"],
      constants: ["ZKIND": "'payment'", "ZMETHOD": "'card'", "ZTEXT": "'Payment by card'"],
      isNumbered: true)
    nightLines = try RawTable(
      database, "FolioEntry",
      [
        "ZAMOUNTMINOR", "ZFOLIO", "ZPOSTING", "ZRESERVATION", "ZDAY", "ZNIGHT", "ZKIND", "ZTEXT",
        "ZNAME",
      ], constants: ["ZTAXGROUP": "'lodging'"], isNumbered: true)
    func change(_ table: String, _ columns: String...) throws -> RawStatement {
      try RawStatement(
        database,
        "UPDATE \(table) SET Z_OPT = Z_OPT + 1, \(columns.joined(separator: ", ")) "
          + "WHERE Z_PK = ? AND Z_OPT = ?")
    }
    longerStay = try change("ZRESERVATION", "ZDATETO = ?", "ZTOTALMINOR = ?")
    longerSegment = try change("ZSTAYSEGMENT", "ZDATETO = ?")
    checkedIn = try change("ZRESERVATION", "ZSTATUS = 'CheckedIn'")
    checkedOut = try change("ZRESERVATION", "ZSTATUS = 'CheckedOut'")
    withFolio = try change("ZRESERVATION", "ZFOLIO = ?")
    dirtySite = try RawStatement(
      database,
      """
      UPDATE ZCAMPSITE SET Z_OPT = Z_OPT + 1, ZREADINESS = 'dirty'
      WHERE Z_PK = ? AND ZREADINESS IS NOT 'dirty' RETURNING ZNAME
      """)
  }

  private static func seconds(_ day: Int64) -> Double { Double(day) * 86_400 }

  /// The midnight before an instant.
  private static func midnight(_ now: Date) -> Double {
    (now.timeIntervalSinceReferenceDate / 86_400).rounded(.down) * 86_400
  }

  // MARK: Stays

  /// - Returns: The key and the number.
  func addReservation(
    site: Int64, camper: Int64, _ stayed: Range<Int64>, total: Int64, revision: Int64
  ) throws -> (key: Int64, number: Int64) {
    let key = try reservations.claimKeys()
    let number = try reservations.nextNumber()
    let row = reservations.insert
    row.bind(site, at: 2)
    row.bind(camper, at: 3)
    row.bind(Self.seconds(stayed.lowerBound), at: 4)
    row.bind(Self.seconds(stayed.upperBound), at: 5)
    row.bind(Self.seconds(stayed.lowerBound), at: 6)
    row.bind(total, at: 7)
    row.bind(revision, at: 8)
    row.bind(revision, at: 9)
    row.bind(Self.seconds(stayed.lowerBound), at: 10)
    row.bind(Self.seconds(stayed.upperBound), at: 11)
    row.bind(number, at: 12)
    try reservations.add(key)
    return (key, number)
  }

  func addNights(_ days: Range<Int64>, site: Int64, reservation: Int64) throws {
    let first = try nights.claimKeys(days.count)
    nights.insert.bind(site, at: 3)
    nights.insert.bind(reservation, at: 4)
    for (place, day) in days.enumerated() {
      nights.insert.bind(day, at: 2)
      try nights.add(first + Int64(place))
    }
  }

  func addSegment(
    _ stayed: Range<Int64>, site: Int64, reservation: Int64, revision: Int64
  ) throws {
    segments.insert.bind(site, at: 2)
    segments.insert.bind(reservation, at: 3)
    segments.insert.bind(Self.seconds(stayed.lowerBound), at: 4)
    segments.insert.bind(Self.seconds(stayed.upperBound), at: 5)
    segments.insert.bind(revision, at: 6)
    try segments.add(segments.claimKeys())
  }

  /// Moves the departure of a stay and its segment, which is the current row of a statement.
  func extend(
    _ stay: DeskReservation, through end: Int64, total: Int64, segment: RawStatement
  ) throws {
    longerStay.bind(Self.seconds(end), at: 1)
    longerStay.bind(total, at: 2)
    longerStay.bind(stay.key, at: 3)
    longerStay.bind(stay.version, at: 4)
    try longerStay.runOnce()
    longerSegment.bind(Self.seconds(end), at: 1)
    longerSegment.bind(0, of: segment, at: 2)
    longerSegment.bind(1, of: segment, at: 3)
    try longerSegment.runOnce()
  }

  func checkIn(_ stay: DeskReservation, at now: Date) throws {
    try bring(stay, by: checkedIn)
    try addEvent("checkedIn", of: stay.key, at: now, [("status", "Reserved", "CheckedIn")])
  }

  /// Checks a guest out, and leaves the site for housekeeping.
  func checkOut(_ stay: DeskReservation, at now: Date, posting: Int64) throws {
    try bring(stay, by: checkedOut)
    events.insert.bind(posting, at: 6)
    let leaving = try addEvent("checkedOut", of: stay.key, at: now)
    events.insert.bindNull(at: 6)
    dirtySite.bind(stay.site, at: 1)
    while try dirtySite.next() {
      try addEvent(
        "changed", noun: "site", name: dirtySite.text(0), after: leaving, at: now,
        [("readiness", nil, "dirty")])
    }
    try addChanges([("status", "CheckedIn", "CheckedOut")], of: leaving)
  }

  private func bring(_ stay: DeskReservation, by change: RawStatement) throws {
    change.bind(stay.key, at: 1)
    change.bind(stay.version, at: 2)
    try change.runOnce()
  }

  /// A property that changed.
  typealias Change = (property: String, before: String?, after: String)

  /// - Parameter first: the first event of the same command; nil for this one.
  /// - Returns: the key.
  @discardableResult
  func addEvent(
    _ kind: String, of reservation: Int64? = nil, noun: String = "reservation",
    name: String? = nil, after first: Int64? = nil, at now: Date, _ differences: [Change] = []
  ) throws -> Int64 {
    let event = try events.claimKeys()
    let row = events.insert
    row.bindOptional(reservation, at: 2)
    row.bind(Self.midnight(now), at: 3)
    row.bind(now.timeIntervalSinceReferenceDate, at: 4)
    row.bind(kind, at: 5)
    row.bind(noun, at: 7)
    row.bindOptional(name, at: 8)
    row.bind(first ?? event, at: 9)
    row.bind(try events.nextNumber(), at: 10)
    try events.add(event)
    if !differences.isEmpty { try addChanges(differences, of: event) }
    return event
  }

  private func addChanges(_ differences: [Change], of event: Int64) throws {
    let first = try changes.claimKeys(differences.count)
    changes.insert.bind(event, at: 2)
    for (place, change) in differences.enumerated() {
      changes.insert.bind(change.property, at: 3)
      changes.insert.bindOptional(change.before, at: 4)
      changes.insert.bind(change.after, at: 5)
      try changes.add(first + Int64(place))
    }
  }

  // MARK: Money

  func addPosting(_ action: String, at now: Date) throws -> Int64 {
    let key = try postings.claimKeys()
    postings.insert.bind(action, at: 2)
    postings.insert.bind(now.timeIntervalSinceReferenceDate, at: 3)
    try postings.add(key)
    return key
  }

  /// Opens a folio and pays the balance due.
  func addPayment(_ due: Int64, of stay: DeskReservation, at now: Date) throws {
    let folio = try folios.claimKeys()
    folios.insert.bind(stay.camper, at: 2)
    folios.insert.bind(now.timeIntervalSinceReferenceDate, at: 3)
    folios.insert.bind(try folios.nextNumber(), at: 4)
    try folios.add(folio)
    withFolio.bind(folio, at: 1)
    withFolio.bind(stay.key, at: 2)
    withFolio.bind(stay.version, at: 3)
    try withFolio.runOnce()
    let posting = try addPosting("pay", at: now)
    events.insert.bind(posting, at: 6)
    try addEvent("paid", of: stay.key, at: now)
    events.insert.bindNull(at: 6)
    let row = payments.insert
    row.bind(-due, at: 2)
    row.bind(folio, at: 3)
    row.bind(posting, at: 4)
    row.bind(stay.key, at: 5)
    row.bind(Self.midnight(now), at: 6)
    row.bind(try payments.nextNumber(), at: 7)
    try payments.add(payments.claimKeys())
  }

  /// Adds the lines of nights: the name of the tax, or nil for lodging, with the amount and the
  /// day.
  func addLines(
    _ lines: [(tax: String?, amount: Int64, night: Int64)], of stay: DeskReservation, posting: Int64
  ) throws {
    let first = try nightLines.claimKeys(lines.count)
    let number = try nightLines.nextNumber()
    let row = nightLines.insert
    row.bind(stay.folio, at: 3)
    row.bind(posting, at: 4)
    row.bind(stay.key, at: 5)
    for (place, line) in lines.enumerated() {
      row.bind(line.amount, at: 2)
      row.bind(Self.seconds(line.night), at: 6)
      row.bind(Self.seconds(line.night), at: 7)
      row.bind(line.tax == nil ? "lodging" : "tax", at: 8)
      row.bind(line.tax ?? "Night", at: 9)
      row.bindOptional(line.tax, at: 10)
      row.bind(number + Int64(place), at: 11)
      try nightLines.add(first + Int64(place))
    }
  }
}
