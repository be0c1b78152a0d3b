import CSQLite
import Campground
import Foundation
import ObjectGraph

/// A query of the desk, with plain SQL that gives the same answer.
@MainActor
struct HistoryQuestion {
  let name: String

  /// The rows of the answer, as texts in any order.
  let ask: (HistoryDesk) throws -> [String]

  /// Queries with one column, in which `:now` is the current instant and `:today` midnight UTC of
  /// its day.
  let sql: [String]

  private static let today = HistoryStore.today
  private static let month = CalendarMonth(of: today)
  private static let free = """
    SELECT s.ZNAME || ' ' || d.day FROM ZCAMPSITE s, d WHERE NOT EXISTS (SELECT 1 FROM taken n
    WHERE n.site = s.Z_PK AND n.night >= d.day AND n.night < d.day + d.nights)
    """

  /// Stays of a given length that leave no single night beside them.
  private static let withoutGaps = """
    \(free) AND NOT (EXISTS (SELECT 1 FROM taken n WHERE n.site = s.Z_PK AND n.night = d.day - 2)
    AND NOT EXISTS (SELECT 1 FROM taken n WHERE n.site = s.Z_PK AND n.night = d.day - 1))
    AND NOT (EXISTS (SELECT 1 FROM taken n WHERE n.site = s.Z_PK
    AND n.night = d.day + d.nights + 1) AND NOT EXISTS (SELECT 1 FROM taken n
    WHERE n.site = s.Z_PK AND n.night = d.day + d.nights))
    """

  /// The taken nights from a day on.
  private static func taken(_ days: [Int], nights: Int) -> String {
    let values = days.map { "(\(today.advanced(by: $0).dayNumber), \(nights))" }
    let (first, last) = ((days.min() ?? 0) - 2, (days.max() ?? 0) + nights + 2)
    return """
      WITH d(day, nights) AS (VALUES \(values.joined(separator: ", "))),
      taken(site, night) AS MATERIALIZED (SELECT ZCAMPSITE, ZNIGHT FROM ZRESERVATIONNIGHT
      WHERE ZNIGHT BETWEEN \(today.advanced(by: first).dayNumber)
      AND \(today.advanced(by: last).dayNumber)
      AND (ZHELDUNTIL IS NULL OR ZHELDUNTIL > :now))
      """
  }

  static let all: [HistoryQuestion] = searches + lists + nights

  private static let searches: [HistoryQuestion] = [
    HistoryQuestion(
      name: "sites free on fixed dates",
      ask: { desk in
        try (0..<20).flatMap { offset in
          let dates = try StayDates(arrival: today.advanced(by: offset), nights: 1)
          return try desk.free(AvailabilityQuery(dates, overridingRules: true))
        }
      }, sql: ["\(taken(Array(0..<20), nights: 1)) \(free)"]),
    HistoryQuestion(
      name: "the same with a gap rule",
      ask: { desk in
        try (0..<20).flatMap { offset in
          let dates = try StayDates(arrival: today.advanced(by: offset), nights: 2)
          return try desk.free(AvailabilityQuery(dates))
            + (try desk.free(
              AvailabilityQuery(StayDates(arrival: dates.arrival, nights: 1))))
        }
      },
      sql: [1, 2].map { "\(taken(Array(0..<20), nights: $0)) \(withoutGaps)" }),
    HistoryQuestion(
      name: "sites free on flexible dates",
      ask: { desk in
        let window = try StayDates(arrival: today.advanced(by: 3), nights: 10)
        return try desk.free(AvailabilityQuery(nights: 1, within: window))
      }, sql: ["\(taken(Array(3..<13), nights: 1)) \(withoutGaps)"]),
    HistoryQuestion(
      name: "calendar of two weeks",
      ask: { desk in
        try desk.availability.calendar(from: today, days: 14).rows.flatMap { row in
          row.cells.compactMap { cell in cell.occupant.map { "\(row.site.name) \($0)" } }
        }
      },
      sql: [
        """
        SELECT s.ZNAME || ' R-' || r.ZNUMBER FROM ZRESERVATIONNIGHT n
        JOIN ZCAMPSITE s ON s.Z_PK = n.ZCAMPSITE JOIN ZRESERVATION r ON r.Z_PK = n.ZRESERVATION
        WHERE n.ZNIGHT BETWEEN \(today.dayNumber) AND \(today.advanced(by: 13).dayNumber)
        AND (n.ZHELDUNTIL IS NULL OR n.ZHELDUNTIL > :now)
        """
      ]),
    HistoryQuestion(
      name: "month day by day",
      ask: { desk in
        try desk.availability.summaries(of: month).map {
          "\($0.date.dayNumber) \($0.arrivals) \($0.departures)"
        }
      },
      sql: [
        """
        WITH RECURSIVE d(day) AS (SELECT \(month.days.lowerBound.dayNumber)
        UNION ALL SELECT day + 1 FROM d WHERE day + 1 < \(month.days.upperBound.dayNumber)),
        kept(a, b) AS MATERIALIZED (SELECT ZDATEFROM / 86400, ZDATETO / 86400
        FROM ZRESERVATION WHERE ZSTATUS IN ('Hold', 'Reserved', 'CheckedIn', 'CheckedOut')
        AND (ZHOLDEXPIRESAT IS NULL OR ZHOLDEXPIRESAT > :now)
        AND ZDATETO >= :today - 40 * 86400 AND ZDATEFROM < :today + 40 * 86400)
        SELECT day || ' ' || (SELECT COUNT(*) FROM kept WHERE a = day) || ' '
        || (SELECT COUNT(*) FROM kept WHERE b = day) FROM d
        """
      ]),
  ]

  private static let lists: [HistoryQuestion] = [
    HistoryQuestion(
      name: "today's arrivals",
      ask: { try $0.reservations.arrivals(on: today).map(\.code) },
      sql: [
        """
        SELECT 'R-' || ZNUMBER FROM ZRESERVATION WHERE ZDATEFROM = :today
        AND ZSTATUS IN ('Reserved', 'CheckedIn', 'CheckedOut')
        UNION ALL SELECT 'R-' || ZNUMBER FROM ZRESERVATION
        WHERE ZSTATUS = 'Reserved' AND ZDATEFROM < :today AND ZDATETO >= :today
        """
      ]),
    HistoryQuestion(
      name: "arrivals over 40 days",
      ask: { desk in
        try (1...40).flatMap { offset in
          try desk.reservations.arrivals(on: today.advanced(by: offset)).map(\.code)
        }
      },
      sql: [
        """
        SELECT 'R-' || ZNUMBER FROM ZRESERVATION WHERE ZSTATUS = 'Reserved'
        AND ZDATEFROM > :today AND ZDATEFROM <= :today + 40 * 86400
        """
      ]),
    HistoryQuestion(
      name: "today's departures",
      ask: { try $0.reservations.departures(on: today).map(\.code) },
      sql: [
        """
        SELECT 'R-' || ZNUMBER FROM ZRESERVATION WHERE (ZDATETO = :today
        AND ZSTATUS IN ('Reserved', 'CheckedIn', 'CheckedOut'))
        OR (ZSTATUS = 'CheckedIn' AND ZDATETO < :today)
        """
      ]),
    HistoryQuestion(
      name: "guests in house",
      ask: { try $0.reservations.inHouse(on: today).map(\.code) },
      sql: ["SELECT 'R-' || ZNUMBER FROM ZRESERVATION WHERE ZSTATUS = 'CheckedIn'"]),
    HistoryQuestion(
      name: "first 20 reservations",
      ask: { try $0.reservations.list(limit: 20).rows.map(\.code) },
      sql: ["SELECT 'R-' || ZNUMBER FROM ZRESERVATION ORDER BY ZDATEFROM, ZNUMBER LIMIT 20"]),
    HistoryQuestion(
      name: "reservations of a camper",
      ask: { desk in
        let camper = try desk.campers.find("Guest 7")
        return try desk.reservations.list(camper: camper).rows.map(\.code)
      },
      sql: [
        """
        SELECT 'R-' || ZNUMBER FROM ZRESERVATION
        WHERE ZCAMPER = (SELECT Z_PK FROM ZCAMPER WHERE ZFULLNAME = 'Guest 7')
        """
      ]),
    HistoryQuestion(
      name: "balances of departing guests",
      ask: { desk in
        try desk.reservations.departures(on: today).map { stay in
          "\(stay.code) \(try desk.folios.balance(of: stay).due.minorUnits())"
        }
      },
      sql: [
        """
        SELECT 'R-' || r.ZNUMBER || ' '
        || (COALESCE((SELECT SUM(ZAMOUNTMINOR) FROM ZFOLIOENTRY e WHERE e.ZRESERVATION = r.Z_PK), 0)
        + CASE WHEN r.ZSTATUS = 'CheckedOut' THEN 0 ELSE r.ZTOTALMINOR
        - COALESCE((SELECT SUM(ZAMOUNTMINOR) FROM ZFOLIOENTRY e WHERE e.ZRESERVATION = r.Z_PK
        AND e.ZNIGHT IS NOT NULL), 0) END)
        FROM ZRESERVATION r WHERE (r.ZDATETO = :today
        AND r.ZSTATUS IN ('Reserved', 'CheckedIn', 'CheckedOut'))
        OR (r.ZSTATUS = 'CheckedIn' AND r.ZDATETO < :today)
        """
      ]),
  ]

  /// Commands that change the store the first time, and then find nothing left to do.
  private static let nights: [HistoryQuestion] = [
    HistoryQuestion(
      name: "expiring overdue holds", ask: { try $0.reservations.expireOverdue().map(\.code) },
      sql: [
        """
        SELECT 'R-' || ZNUMBER FROM ZRESERVATION
        WHERE ZSTATUS = 'Hold' AND ZHOLDEXPIRESAT <= :now
        """
      ]),
    HistoryQuestion(
      name: "night audit",
      ask: { desk in
        let report = try desk.folios.runNightly()
        return report.noShows + ["\(report.linesPosted) lines"]
      },
      sql: [
        """
        SELECT 'R-' || ZNUMBER FROM ZRESERVATION
        WHERE ZSTATUS = 'Reserved' AND ZDATEFROM < :today
        """,
        """
        SELECT (2 * COUNT(*)) || ' lines' FROM ZRESERVATIONNIGHT n
        JOIN ZRESERVATION r ON r.Z_PK = n.ZRESERVATION
        WHERE r.ZSTATUS = 'CheckedIn' AND n.ZNIGHT * 86400.0 < :today
        AND NOT EXISTS (SELECT 1 FROM ZFOLIOENTRY e WHERE e.ZRESERVATION = r.Z_PK
        AND e.ZNIGHT = n.ZNIGHT * 86400.0)
        """,
      ]),
  ]

  // MARK: The oracle

  /// The sorted answer of plain SQL on the file.
  func oracle(_ database: RawDatabase) throws -> [String] {
    var rows: [String] = []
    for query in sql {
      let statement = try RawStatement(
        database,
        query.replacingOccurrences(
          of: ":now", with: "\(HistoryStore.now.timeIntervalSinceReferenceDate)"
        ).replacingOccurrences(
          of: ":today", with: "\(Self.today.midnightUTC.timeIntervalSinceReferenceDate)"))
      while try statement.next() {
        rows.append(sqlite3_column_text(statement.handle, 0).map { String(cString: $0) } ?? "")
      }
    }
    return rows.sorted()
  }
}

/// The services of a store, at the time of all queries.
@MainActor
struct HistoryDesk {
  let stack: CampgroundStack
  let reservations: ReservationService
  let availability: AvailabilityService
  let folios: FolioService
  let campers: CamperService

  init(_ stack: CampgroundStack) {
    let (context, clock) = (stack.mainContext, FixedClock(HistoryStore.now))
    self.stack = stack
    reservations = ReservationService(
      managedObjectContext: context, storeStack: stack, clock: clock)
    availability = AvailabilityService(
      managedObjectContext: context, storeStack: stack, clock: clock)
    folios = FolioService(managedObjectContext: context, storeStack: stack, clock: clock)
    campers = CamperService(managedObjectContext: context, storeStack: stack, clock: clock)
  }

  /// The sites that a search offers, each with its arrival date.
  func free(_ query: AvailabilityQuery) throws -> [String] {
    try availability.search(query).map { "\($0.site.name) \($0.dates.arrival.dayNumber)" }
  }
}
