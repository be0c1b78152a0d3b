import CampgroundPricing
import Foundation
import TestSupport
import XCTest

/// Random histories of stays under random cards: 500 of them, or as many as `CAMPGROUND_STAYS` says;
/// 100,000 take a few minutes in a release build.
final class RandomStaysTests: XCTestCase {
  /// A card of a few rates and rules, and what it is made of.
  private struct Prices {
    var nightly: Int64
    var weekly: Int64?
    var monthly: Int64?
    var special: Int64?
    var discount: (percent: Int, minimum: Int)?
    var tax: (percent: String, exemptFrom: Int?)?
    var share: Int
    var fee: Int64

    static let specialDay = (month: 7, day: 4)

    init(using generator: inout SeededGenerator) {
      nightly = Int64.random(in: 10_00...90_00, using: &generator)
      weekly =
        Bool.random(using: &generator) ? Int64.random(in: 50_00...400_00, using: &generator) : nil
      monthly =
        Bool.random(using: &generator) ? Int64.random(in: 100_00...900_00, using: &generator) : nil
      special =
        Bool.random(using: &generator) ? Int64.random(in: 10_00...200_00, using: &generator) : nil
      if Bool.random(using: &generator) {
        discount = (
          Int.random(in: 1...60, using: &generator), Int.random(in: 1...30, using: &generator)
        )
      }
      if Bool.random(using: &generator) {
        tax = (
          ["12.35", "10", "7.125"].randomElement(using: &generator) ?? "10",
          Bool.random(using: &generator) ? Int.random(in: 2...35, using: &generator) : nil
        )
      }
      share = [0, 33, 50, 99, 100].randomElement(using: &generator) ?? 0
      fee = [0, 5_00].randomElement(using: &generator) ?? 0
    }

    var terms: CancellationTerms {
      CancellationTerms(
        steps: [
          .init(
            NoticeDays(from: 0, through: nil), keeps: .percent(Decimal(share)), feeMinor: fee)
        ],
        currency: .usd)
    }

    func card() throws -> RateCard {
      var rates = [RateCard.Rate("Night", .nightly, nightly)]
      if let weekly { rates.append(.init("Week", .weekly, weekly)) }
      if let monthly { rates.append(.init("Month", .monthly, monthly)) }
      if let special {
        rates.append(
          .init("Fourth", .nightly, special, for: .init(season: try season((7, 4), (7, 4)))))
      }
      var card = RateCard(rates)
      if let discount {
        card.discounts = [
          Versioned(
            .init(
              "Long", .percent(try percent("\(discount.percent)")), minimumNights: discount.minimum)
          )
        ]
      }
      if let tax {
        card.taxes = [
          .init("Tax", .percent(try percent(tax.percent)), exemptFromNights: tax.exemptFrom)
        ]
      }
      return card
    }

    // MARK: Worked out once more, in another way

    /// What an unbroken stay costs after discounts, night after night.
    func lodging(from arrival: CalendarDate, _ count: Int) -> Int64 {
      let departure = arrival.advanced(by: count)
      func isSpecial(_ day: CalendarDate) -> Bool {
        special != nil && day.month == Self.specialDay.month && day.day == Self.specialDay.day
      }
      var (sum, day) = (Int64(0), arrival)
      var months = 0
      if let monthly {
        while arrival.adding(months: months + 1) <= departure {
          months += 1
          sum += monthly
        }
        day = arrival.adding(months: months)
      }
      while day < departure {
        if isSpecial(day) {
          sum += special ?? 0
          day = day.advanced(by: 1)
          continue
        }
        if months > 0, let monthly {
          // The days of this calendar month up to the next special one.
          let length = CalendarDate.lastDay(ofMonth: day.month, year: day.year)
          var days = 0
          let month = day.month
          while day < departure, day.month == month, !isSpecial(day) {
            days += 1
            day = day.advanced(by: 1)
          }
          sum += Self.rounded(Double(monthly) * Double(days) / Double(length))
          continue
        }
        let week = (0..<7).map { day.advanced(by: $0) }
        if let weekly, week.allSatisfy({ $0 < departure && !isSpecial($0) }) {
          sum += weekly
          day = day.advanced(by: 7)
        } else {
          sum += nightly
          day = day.advanced(by: 1)
        }
      }
      guard let discount, count >= discount.minimum else { return sum }
      return sum - Self.rounded(Double(sum) * Double(discount.percent) / 100)
    }

    /// The least lodging of a stay within nights that were once agreed.
    func least(
      _ present: Range<Int>, within row: Range<Int>, from origin: CalendarDate,
      _ known: inout [Range<Int>: Int64]
    ) -> Int64 {
      var least = Int64.max
      for start in row.lowerBound...present.lowerBound {
        for end in present.upperBound...row.upperBound {
          let cost =
            known[start..<end] ?? lodging(from: origin.advanced(by: start), end - start)
          known[start..<end] = cost
          least = min(least, cost)
        }
      }
      return least
    }

    /// Half up; amounts here are far from what doubles cannot tell apart.
    private static func rounded(_ amount: Double) -> Int64 { Int64((amount + 1e-7).rounded()) }
  }

  /// How many histories there are.
  private var count: Int {
    ProcessInfo.processInfo.environment["CAMPGROUND_STAYS"].flatMap(Int.init) ?? 500
  }

  func testWhicheverWayAStayCameAboutItsFactsSayWhatItCosts() throws {
    for seed in 0..<UInt64(count) {
      var generator = SeededGenerator(seed: seed)
      let prices = Prices(using: &generator)
      let card = try prices.card()
      let origin = try CalendarDate(parsing: "2026-06-01")
        .advanced(by: Int.random(in: 0..<45, using: &generator))
      var present = 10..<10 + Int.random(in: 1...40, using: &generator)
      var agreed = Set(present)
      var stay = try PricedStay(
        card, from: "\(origin.advanced(by: present.lowerBound))", nights: present.count,
        under: prices.terms)
      var held = prices.lodging(from: origin.advanced(by: present.lowerBound), present.count)
      var (givenUp, isCalledOff) = (Int64(0), false)
      var known: [Range<Int>: Int64] = [:]
      for step in 0..<Int.random(in: 1...8, using: &generator) {
        let former = isCalledOff ? 0 : held
        let start = min(max(0, present.lowerBound + Int.random(in: -6...6, using: &generator)), 40)
        let nights = Int.random(in: 1...40, using: &generator)
        isCalledOff = Int.random(in: 0..<10, using: &generator) == 0
        if isCalledOff {
          try stay.cancel(on: "2026-05-01")
        } else {
          present = start..<start + nights
          try stay.change(
            from: "\(origin.advanced(by: start))", nights: nights, on: "2026-05-01")
          agreed.formUnion(present)
        }
        var row = present
        while agreed.contains(row.lowerBound - 1) { row = row.lowerBound - 1..<row.upperBound }
        while agreed.contains(row.upperBound) { row = row.lowerBound..<row.upperBound + 1 }
        let lodging = isCalledOff ? 0 : prices.least(present, within: row, from: origin, &known)
        givenUp = max(0, givenUp + former - lodging)
        held = lodging

        let bill = try stay.bill()
        let context = "seed \(seed), step \(step)"
        XCTAssertEqual(bill.lodgingMinor, lodging, context)
        XCTAssertEqual(
          stay.facts.givenUp.reduce(0) { $0 + $1.amountMinor }, givenUp, context)
        try check(bill, of: stay, prices, context)
        guard testRun?.failureCount == 0 else { return }
      }
    }
  }

  /// What holds for every bill.
  private func check(
    _ bill: Bill, of stay: PricedStay, _ prices: Prices, _ context: String
  ) throws {
    XCTAssertEqual(bill.lines.reduce(0) { $0 + $1.amountMinor }, bill.totalMinor, context)
    XCTAssertEqual(
      bill.sumMinor(of: .lodging, .discount, .longerStay), bill.lodgingMinor, context)
    XCTAssertGreaterThanOrEqual(bill.totalMinor, 0, context)
    var kept = Int64(0)
    for given in stay.facts.givenUp {
      let part = try given.keptMinor()
      let back = given.amountMinor - part
      XCTAssertTrue(part >= 0 && back >= 0, context)
      // Half a cent goes to the guest.
      let exact = Decimal(given.amountMinor) * Decimal(100 - prices.share) / 100
      XCTAssertLessThanOrEqual(abs(Decimal(back) - exact), Decimal(string: "0.5") ?? 0, context)
      kept += part
    }
    let fees = stay.facts.givenUp.contains { $0.amountMinor > 0 } ? prices.fee : 0
    XCTAssertEqual(bill.sumMinor(of: .kept), kept + fees, context)
    let isFree = prices.tax.map { tax in
      tax.exemptFrom.map { stay.facts.nights.count >= $0 } ?? false
    }
    let tax = prices.tax.map { Double($0.percent) ?? 0 } ?? 0
    let wanted =
      isFree == false ? Int64((Double(bill.lodgingMinor) * tax / 100 + 1e-7).rounded()) : 0
    XCTAssertEqual(bill.sumMinor(of: .tax), wanted, context)
  }

  func testNoRuleOfLaterChangesAStayButATax() throws {
    for seed in 0..<UInt64(count / 10) {
      var generator = SeededGenerator(seed: seed)
      var card = try Prices(using: &generator).card()
      let other = try Prices(using: &generator).card()
      var stay = try PricedStay(
        card, from: "2026-07-01", nights: Int.random(in: 1...40, using: &generator),
        on: "2026-02-01", under: Prices(using: &generator).terms)
      try stay.change(nights: Int.random(in: 1...40, using: &generator), on: "2026-02-03")
      let before = try stay.bill()

      let later = try PricedStay.instant("2026-03-01")
      func replaced<Rule>(
        _ old: [Versioned<Rule>], by new: [Versioned<Rule>]
      ) -> [Versioned<Rule>] {
        old.map { Versioned($0.rule, until: later) } + new.map { Versioned($0.rule, from: later) }
      }
      card.rates = replaced(card.rates, by: other.rates)
      card.discounts = replaced(card.discounts, by: other.discounts)
      card.fees = replaced(card.fees, by: [Versioned(.init("New fee", 9_00, .night))])
      card.depositRules = [Versioned(.init("New deposit", .amount(1_00)), from: later)]
      stay.card = card
      XCTAssertEqual(try stay.bill(), before, "seed \(seed)")
      // Cut short once more, it still goes by what was agreed.
      let nights = max(1, stay.facts.nights.count - 3)
      var anew = try PricedStay(card, from: "2026-07-01", nights: 1)
      anew.facts = stay.facts
      try anew.change(nights: nights, on: "2026-02-04")
      try stay.change(nights: nights, on: "2026-04-01")
      XCTAssertEqual(
        try stay.bill().lodgingMinor, try anew.bill().lodgingMinor, "seed \(seed)")
    }
  }
}
