import CSQLite
import Campground
import Foundation
import ObjectGraph

/// The cost of reports on one year out of ten, which has a goal, and on all ten, compared with
/// plain SQL that gives the same figures; all answers are compared before anything is measured.
@MainActor
struct ReportProbe {
  let folder: URL

  /// A span of years, measured a number of times.
  private struct Span {
    let name: String
    let years: ClosedRange<Int>
    let rounds: Int
    let goal: Double?
  }

  private static let spans = [
    Span(name: "1 of 10 years", years: 2020...2020, rounds: 5, goal: goal),
    Span(name: "10 years", years: ReportStore.years, rounds: 1, goal: nil),
  ]

  /// The longest acceptable time of a report on a year, in milliseconds.
  private static let goal = 100.0

  /// The moment of all reports, after the last year.
  private static let now = CalendarDate(dayNumber: 9_131).midnightUTC  // 2026-01-01.

  func run() throws -> [Measure] {
    let store = try ReportStore(in: folder)
    defer { try? store.stack.close() }
    let database = try RawDatabase(path: store.url.path)
    let reports = ReportService(
      managedObjectContext: store.stack.mainContext, storeStack: store.stack,
      clock: FixedClock(Self.now))
    var measures: [Measure] = []
    for question in ReportQuestion.all {
      for span in Self.spans {
        let (name, years) = (span.name, span.years)
        let period = try ReportPeriod(
          from: CalendarDate(year: years.lowerBound, month: 1, day: 1),
          through: CalendarDate(year: years.upperBound, month: 12, day: 31))
        let (ours, theirs) = (
          try question.ask(reports, period), try question.oracle(database, period)
        )
        guard ours == theirs, !ours.isEmpty else {
          Checksum.fail("\(question.name): \(ours.prefix(6)), plain SQL \(theirs.prefix(6))")
        }
        var samples: [[Double]] = [[], []]
        for _ in 0..<span.rounds {
          store.stack.mainContext.reset()
          samples[0].append(try measure { _ = try question.ask(reports, period) })
          samples[1].append(try measure { _ = try question.oracle(database, period) })
        }
        let medians = samples.map(Samples.median)
        measures += [
          Measure(.rp, "report \(question.name), \(name)", medians[0], "ms", goal: span.goal),
          Measure(
            .rp, "report \(question.name), \(name), against SQL", medians[0] / medians[1], "times"),
        ]
      }
    }
    return measures
  }
}

/// A report as a list of numbers, with plain SQL that gives the same list.
@MainActor
private struct ReportQuestion {
  let name: String
  let ask: (ReportService, ReportPeriod) throws -> [Int64]

  /// A query in which `:a` and `:b` are the day numbers of the first and last days.
  let sql: String

  func oracle(_ database: RawDatabase, _ period: ReportPeriod) throws -> [Int64] {
    let statement = try RawStatement(
      database,
      sql.replacingOccurrences(of: ":a", with: "\(period.first.dayNumber)")
        .replacingOccurrences(of: ":b", with: "\(period.last.dayNumber)"))
    var numbers: [Int64] = []
    while try statement.next() {
      for column in 0..<sqlite3_column_count(statement.handle) {
        numbers.append(sqlite3_column_int64(statement.handle, column))
      }
    }
    return numbers
  }

  static let all = [
    ReportQuestion(
      name: "occupancy",
      ask: { reports, period in
        try reports.occupancy(period).rows.flatMap {
          [Int64($0.soldNights), Int64($0.closedNights)]
        }
      },
      sql: """
        SELECT SUM(r.ZSTATUS IN ('Reserved', 'CheckedIn', 'CheckedOut')), SUM(n.ZBLOCK IS NOT NULL)
        FROM ZRESERVATIONNIGHT n JOIN ZCAMPSITE s ON s.Z_PK = n.ZCAMPSITE
        LEFT JOIN ZRESERVATION r ON r.Z_PK = n.ZRESERVATION WHERE n.ZNIGHT BETWEEN :a AND :b
        GROUP BY s.ZTYPE ORDER BY s.ZTYPE
        """),
    ReportQuestion(
      name: "revenue",
      ask: { reports, period in
        try reports.revenue(period).rows.map { try $0.posted.minorUnits() }
      },
      sql: """
        SELECT SUM(e.ZAMOUNTMINOR) FROM ZFOLIOENTRY e
        JOIN ZRESERVATION r ON r.Z_PK = e.ZRESERVATION JOIN ZCAMPSITE s ON s.Z_PK = r.ZCAMPSITE
        WHERE e.ZKIND = 'lodging' AND e.ZDAY BETWEEN :a * 86400 AND :b * 86400
        GROUP BY s.ZTYPE ORDER BY s.ZTYPE
        """),
    ReportQuestion(
      name: "occupancy by month",
      ask: { reports, period in
        try reports.occupancy(period, by: .month).rows.flatMap {
          [Int64($0.soldNights), Int64($0.closedNights)]
        }
      },
      sql: """
        SELECT SUM(r.ZSTATUS IN ('Reserved', 'CheckedIn', 'CheckedOut')), SUM(n.ZBLOCK IS NOT NULL)
        FROM ZRESERVATIONNIGHT n LEFT JOIN ZRESERVATION r ON r.Z_PK = n.ZRESERVATION
        WHERE n.ZNIGHT BETWEEN :a AND :b
        GROUP BY strftime('%Y-%m', n.ZNIGHT * 86400 + 978307200, 'unixepoch') ORDER BY MIN(n.ZNIGHT)
        """),
    ReportQuestion(
      name: "revenue by month",
      ask: { reports, period in
        try reports.revenue(period, by: .month).rows.map { try $0.posted.minorUnits() }
      },
      sql: """
        SELECT SUM(e.ZAMOUNTMINOR) FROM ZFOLIOENTRY e
        WHERE e.ZKIND = 'lodging' AND e.ZDAY BETWEEN :a * 86400 AND :b * 86400
        GROUP BY strftime('%Y-%m', e.ZDAY + 978307200, 'unixepoch') ORDER BY MIN(e.ZDAY)
        """),
    ReportQuestion(
      name: "payments",
      ask: { try $0.payments($1).flatMap { [Int64($0.lineCount), try $0.paid.minorUnits()] } },
      sql: """
        SELECT COUNT(*), -SUM(ZAMOUNTMINOR) FROM ZFOLIOENTRY WHERE ZMETHOD IS NOT NULL
        AND ZDAY BETWEEN :a * 86400 AND :b * 86400 GROUP BY ZMETHOD
        """),
    ReportQuestion(
      name: "pace", ask: { [Int64(try $0.pace($1).total.nights)] },
      sql: """
        SELECT SUM(MIN(ZDATETO / 86400, :b + 1) - MAX(ZDATEFROM / 86400, :a)) FROM ZRESERVATION
        WHERE ZDATEFROM <= :b * 86400 AND ZDATETO > :a * 86400
        AND ZSTATUS IN ('Reserved', 'CheckedIn', 'CheckedOut')
        """),
    ReportQuestion(
      name: "deposits",
      ask: { try $0.deposits(heldOn: $1.last).map { try $0.held.minorUnits() } },
      sql: """
        SELECT -SUM(e.ZAMOUNTMINOR) FROM ZFOLIOENTRY e JOIN ZRESERVATION r ON r.Z_PK = e.ZRESERVATION
        WHERE e.ZDAY <= :b * 86400 AND r.ZDATETO > :b * 86400 AND NOT EXISTS (SELECT 1 FROM ZEVENT v
        WHERE v.ZRESERVATION = r.Z_PK AND v.ZKIND = 'checkedIn' AND v.ZHAPPENEDAT < (:b + 1) * 86400)
        GROUP BY r.Z_PK HAVING SUM(e.ZAMOUNTMINOR) < 0 ORDER BY r.ZDATEFROM, 'R-' || r.ZNUMBER
        """),
    ReportQuestion(
      name: "tax by month",
      ask: {
        try $0.taxesByMonth($1).flatMap { try $0.taxes.map { try $0.amount.minorUnits() } }
      },
      sql: """
        SELECT SUM(ZAMOUNTMINOR) FROM ZFOLIOENTRY WHERE ZKIND = 'tax'
        AND ZDAY BETWEEN :a * 86400 AND :b * 86400
        GROUP BY strftime('%Y-%m', ZDAY + 978307200, 'unixepoch'), ZTEXT ORDER BY MIN(ZDAY)
        """),
    ReportQuestion(
      name: "arrivals",
      ask: {
        try $0.arrivals($1).filter { $0.stays > 0 }.flatMap { [Int64($0.stays), Int64($0.people)] }
      },
      sql: movement("ZDATEFROM")),
    ReportQuestion(
      name: "departures",
      ask: {
        try $0.departures($1).filter { $0.stays > 0 }.flatMap {
          [Int64($0.stays), Int64($0.people)]
        }
      }, sql: movement("ZDATETO")),
    ReportQuestion(
      name: "inhouse",
      ask: {
        try $0.inHouse($1).filter { $0.stays > 0 }.flatMap { [Int64($0.stays), Int64($0.people)] }
      },
      sql: """
        SELECT COUNT(*), SUM(r.ZADULTS + r.ZCHILDREN) FROM ZRESERVATIONNIGHT n
        JOIN ZRESERVATION r ON r.Z_PK = n.ZRESERVATION WHERE n.ZNIGHT BETWEEN :a AND :b
        AND r.ZSTATUS IN ('Reserved', 'CheckedIn', 'CheckedOut') GROUP BY n.ZNIGHT ORDER BY n.ZNIGHT
        """),
    ReportQuestion(
      name: "noshows", ask: { try $0.noShows($1).map { try $0.kept.minorUnits() } },
      sql: """
        SELECT (SELECT SUM(ZAMOUNTMINOR) FROM ZFOLIOENTRY e WHERE e.ZRESERVATION = r.Z_PK
        AND e.ZMETHOD IS NULL) FROM ZRESERVATION r WHERE ZSTATUS = 'NoShow'
        AND ZDATEFROM BETWEEN :a * 86400 AND :b * 86400 ORDER BY ZDATEFROM, ZNUMBER
        """),
    ReportQuestion(
      name: "sales", ask: { try $0.sales($1).map { try $0.total.amount.minorUnits() } },
      sql: """
        SELECT SUM(s.ZAMOUNTMINOR) FROM ZSALE s JOIN ZEMPLOYEE e ON e.Z_PK = s.ZEMPLOYEE
        WHERE s.ZDAY BETWEEN :a * 86400 AND :b * 86400
        GROUP BY s.ZDEPARTMENT, e.ZNAME ORDER BY s.ZDEPARTMENT, e.ZNAME
        """),
    ReportQuestion(
      name: "tax", ask: { try $0.taxes($1).map { try $0.amount.minorUnits() } },
      sql: """
        SELECT SUM(ZAMOUNTMINOR) FROM ZFOLIOENTRY WHERE ZKIND = 'tax'
        AND ZDAY BETWEEN :a * 86400 AND :b * 86400 GROUP BY ZTEXT
        """),
  ]

  private static func movement(_ column: String) -> String {
    """
    SELECT COUNT(*), SUM(ZADULTS + ZCHILDREN) FROM ZRESERVATION
    WHERE \(column) BETWEEN :a * 86400 AND :b * 86400 AND ZSTATUS IN ('Reserved', 'CheckedIn', 'CheckedOut')
    GROUP BY \(column) ORDER BY \(column)
    """
  }
}
