import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// What the papers of random groups print, checked by plain SQL on the file.
@MainActor
final class PrintedSumTests: XCTestCase {
  /// Each history is one group's; its seed is in every failure.
  func testPlainSQLAgreesWithWhatThePapersOfRandomGroupsPrint() async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let desk = try otherDesk(on: file)
    try desk.rates.addTax("Bed tax", TaxPlan(percent: Decimal(1_235) / 100))
    try desk.rates.addFee("Booking", FeePlan(amount: 6))
    let count = 40
    var papers: [Int64: PrintedSums] = [:]
    for seed in 1...count {
      var random = SeededGenerator(seed: UInt64(seed))
      let group = try group(seed, at: desk, &random)
      for step in 0..<Int.random(in: 0...10, using: &random) {
        try perform(on: group, at: desk, "seed \(seed), step \(step)", &random)
      }
    }
    // The nights are posted for all groups at once.
    for group in try desk.reservations.groups() {
      let receipt = try PrintedSums(desk.folios.receipt(of: group).text, group.name)
      let agreed = try PrintedSums(desk.folios.confirmation(of: group).text, group.name)
      XCTAssertEqual(
        agreed["Total"] + agreed["Other charges"],
        receipt["Total charged"] + receipt["Agreed, not yet charged"], group.name)
      XCTAssertEqual(agreed["Balance due"], receipt["Balance due"], group.name)
      papers[try XCTUnwrap(group.folio).number] = receipt
    }
    try desk.stack.close()

    let rows = try StoreShell(file).rows(
      """
      SELECT f.ZNUMBER, ifnull(sum(e.ZAMOUNTMINOR), 0),
        ifnull(sum(CASE WHEN e.ZMETHOD IS NULL THEN e.ZAMOUNTMINOR END), 0),
        ifnull(sum(CASE WHEN ifnull(r.ZKIND, e.ZKIND) = 'tax' THEN e.ZAMOUNTMINOR END), 0),
        ifnull(-sum(CASE WHEN e.ZMETHOD IS NOT NULL THEN e.ZAMOUNTMINOR END), 0)
      FROM ZFOLIO f LEFT JOIN ZFOLIOENTRY e ON e.ZFOLIO = f.Z_PK
      LEFT JOIN ZFOLIOENTRY r ON e.ZREVERSES = r.Z_PK
      GROUP BY f.Z_PK ORDER BY f.ZNUMBER
      """)
    XCTAssertEqual(
      rows,
      papers.sorted { $0.key < $1.key }.map { number, printed in
        [number, printed.lines, printed["Total charged"], printed.taxes, printed["Paid"]]
          .map(String.init).joined(separator: "|")
      })
    XCTAssertEqual(rows.count, count)
  }

  /// A group of one to four stays that begin today.
  private func group(
    _ seed: Int, at desk: TestDesk, _ random: inout SeededGenerator
  ) throws -> ReservationGroup {
    let bookings = try (0..<Int.random(in: 1...4, using: &random)).map { index in
      let rate = Decimal(Int.random(in: 1_000...150_000, using: &random)) / 100
      let nights = Int.random(in: 1...4, using: &random)
      return Booking(
        try desk.sites.add("\(seed)-\(index)", rate: rate), for: nil,
        dates: try StayDates(arrival: day("2026-06-15"), nights: nights))
    }
    try desk.reservations.bookGroup("Group \(seed)", bookings)
    return try desk.reservations.group("Group \(seed)")
  }

  /// Does one thing at random; what a rule refuses changes nothing.
  private func perform(
    on group: ReservationGroup, at desk: TestDesk, _ label: String, _ random: inout SeededGenerator
  ) throws {
    let amount = Decimal(Int64.random(in: 1...300_000, using: &random)) / 100
    guard let stay = group.stays.randomElement(using: &random) else { return }
    let before = try desk.folios.balance(of: group)
    do {
      switch Int.random(in: 0..<9, using: &random) {
      case 0, 1: try desk.folios.pay(amount, by: .check, forGroup: group, reference: label)
      case 2: try desk.folios.pay(amount, by: .cash, for: stay)
      case 3: try desk.folios.charge(amount, for: "Meeting hall", toGroup: group)
      case 4:
        try desk.folios.charge(
          amount, for: "Cabin boy", to: stay, taxGroup: RateCard.lodgingGroup)
      case 5: try desk.folios.refund(amount, to: stay, reason: "rain")
      case 6:
        let lines = try desk.folios.lines(of: XCTUnwrap(group.folio))
        guard let line = lines.randomElement(using: &random) else { return }
        try desk.folios.reverse(line, reason: "an error")
      case 7: try desk.reservations.cancel(stay.code)
      default:
        try desk.reservations(at: evening("2026-06-15")).checkIn(stay.code)
        try desk.folios.runNightly()
      }
    } catch is CampgroundError {
      XCTAssertEqual(try desk.folios.balance(of: group), before, label)
    }
  }
}

/// The sums of a printed paper in cents, read from its text as a person would.
private struct PrintedSums {
  /// Of the lines with a date.
  private(set) var lines: Int64 = 0
  /// Of the taxes in the sums of the stays.
  private(set) var taxes: Int64 = 0
  /// What stands behind the sections, by its words.
  private var closing: [String: Int64] = [:]

  /// What stands behind the sections under a name; 0 where nothing does.
  subscript(name: String) -> Int64 { closing[name] ?? 0 }

  /// Reads a paper, and checks that the sum of each section is that of its lines.
  init(_ text: String, _ label: String) throws {
    var section: Int64 = 0
    for row in text.split(separator: "\n") {
      guard let match = row.firstMatch(of: /^(.*?)\s+(-?)\$([\d,]+)\.(\d\d)$/),
        let whole = Int64(match.3.filter { $0 != "," }), let cents = Int64(match.4)
      else { continue }
      let amount = (whole * 100 + cents) * (match.2.isEmpty ? 1 : -1)
      let name = match.1.trimmingCharacters(in: .whitespaces)
      if row.contains(#/^[A-Z][a-z]{2}, /#) {
        lines += amount
        section += amount
      } else if name.hasPrefix("Total for ") || name == "Total paid" {
        XCTAssertEqual(amount, section, "\(label): \(name)\n\(text)")
        // What was paid is positive on paper and negative in the ledger.
        if name == "Total paid" { lines -= 2 * amount }
        section = 0
      } else if name == "taxes included" {
        // Behind the sections stands the sum of theirs.
        if closing.isEmpty { taxes += amount } else { XCTAssertEqual(amount, taxes, text) }
      } else {
        closing[name] = amount
      }
    }
  }
}
