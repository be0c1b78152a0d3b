import CampgroundPricing
import Foundation
import TestSupport
import XCTest

/// Random histories of stays under random cards.
final class RandomStaysTests: XCTestCase {
  /// A stay of some nights, the first ones on the site with rates of its own or the last ones.
  private func nights(
    from first: CalendarDate, using generator: inout SeededGenerator
  ) -> [RandomPrices.Night] {
    let count = Int.random(in: 1...35, using: &generator)
    let moves = [0, count, Int.random(in: 0...count, using: &generator)]
    let move = moves.randomElement(using: &generator) ?? 0
    let isOnSite = Bool.random(using: &generator)
    return (0..<count).map { (first.advanced(by: $0), ($0 < move) == isOnSite) }
  }

  private func facts(_ nights: [RandomPrices.Night]) throws -> [StayFacts.Night] {
    let revision = try PricedStay.revision("2026-01-02")
    return nights.map { night in
      StayFacts.Night(
        night.date, at: BookedPlace(site: night.isOnSite ? RandomPrices.siteID : nil),
        agreedUnder: revision)
    }
  }

  func testWhicheverWayAStayCameAboutItsFactsSayWhatItCosts() throws {
    for seed in Campaign.seeds(200, full: 100_000) {
      var generator = SeededGenerator(seed: seed)
      let prices = RandomPrices(using: &generator)
      let card = try prices.card()
      let origin = try CalendarDate(parsing: "2026-06-01")
        .advanced(by: Int.random(in: 0..<45, using: &generator))
      var present = nights(from: origin, using: &generator)
      var agreed = Dictionary(uniqueKeysWithValues: present.map { ($0.date, $0) })
      var facts = StayFacts(nights: try facts(present), party: .init(adults: 2, children: 1))
      facts.reserve(
        at: try PricedStay.instant("2026-01-02"),
        revision: try PricedStay.revision("2026-01-02"), under: prices.terms)
      var held = prices.lodging(of: present[...])
      var givenUp = Int64(0)
      for step in 0..<Int.random(in: 1...4, using: &generator) {
        let former = present
        if Int.random(in: 0..<8, using: &generator) == 0 {
          present = []
        } else {
          let shift = Int.random(in: -12...12, using: &generator)
          present = nights(from: origin.advanced(by: shift), using: &generator)
        }
        try facts.change(
          to: self.facts(present), at: PricedStay.moment("2026-05-01"), by: card)
        for night in present { agreed[night.date] = night }
        let lodging = leastLodging(of: present, within: agreed, prices)
        // A longer stay that costs less gives nothing up.
        let isLonger =
          !present.isEmpty
          && former.allSatisfy { night in
            present.contains { $0.date == night.date && $0.isOnSite == night.isOnSite }
          }
        if !isLonger || lodging > held { givenUp = max(0, givenUp + held - lodging) }
        held = lodging

        let bill = try Bill(of: facts, by: card)
        let context = "seed \(seed), step \(step)"
        XCTAssertEqual(bill.lodgingMinor, lodging, context)
        XCTAssertEqual(facts.givenUp.reduce(0) { $0 + $1.amountMinor }, givenUp, context)
        try check(bill, of: facts, by: card, prices, context)
        guard testRun?.failureCount == 0 else { return }
      }
    }
  }

  private func leastLodging(
    of present: [RandomPrices.Night], within agreed: [CalendarDate: RandomPrices.Night],
    _ prices: RandomPrices
  ) -> Int64 {
    guard let first = present.first?.date, let last = present.last?.date else { return 0 }
    var row = present
    var day = first.advanced(by: -1)
    while let night = agreed[day] {
      row.insert(night, at: 0)
      day = day.advanced(by: -1)
    }
    let before = row.count - present.count
    day = last.advanced(by: 1)
    while let night = agreed[day] {
      row.append(night)
      day = day.advanced(by: 1)
    }
    return prices.least(before..<before + present.count, of: row)
  }

  /// What holds for every bill.
  private func check(
    _ bill: Bill, of facts: StayFacts, by card: RateCard, _ prices: RandomPrices,
    _ context: String
  ) throws {
    XCTAssertEqual(bill.lines.reduce(0) { $0 + $1.amountMinor }, bill.totalMinor, context)
    XCTAssertGreaterThanOrEqual(bill.totalMinor, 0, context)
    var byNight: [CalendarDate: Int64] = [:]
    // One share, which is rounded once.
    let givenUp = facts.givenUp.reduce(0) { $0 + $1.amountMinor }
    let kept = givenUp - RandomPrices.rounded(givenUp * Int64(100 - prices.share), by: 100)
    let fee = facts.givenUp.isEmpty ? 0 : prices.cancellationFee
    let wanted = prices.total(
      lodging: bill.lodgingMinor, kept: kept, nights: facts.nights.count)
    XCTAssertEqual(bill.totalMinor, wanted.total + fee, context)
    XCTAssertEqual(bill.sumMinor(of: .tax), wanted.tax, context)
    guard !prices.includesTax else { return }
    XCTAssertEqual(bill.sumMinor(of: .kept), kept + fee, context)
    XCTAssertEqual(
      bill.sumMinor(of: .lodging, .discount, .longerStay), bill.lodgingMinor, context)
    // No night falls below zero.
    for line in bill.lines where line.kind == .lodging || line.kind == .discount {
      byNight[line.day, default: 0] += line.amountMinor
    }
    XCTAssertTrue(byNight.values.allSatisfy { $0 >= 0 }, context)
    try checkWaivers(bill, of: facts, by: card, context)
  }

  /// What some nights cost and what the others cost is what the stay costs; a waived night is on no
  /// line.
  private func checkWaivers(
    _ bill: Bill, of facts: StayFacts, by card: RateCard, _ context: String
  ) throws {
    var (some, others) = (facts, facts)
    for (index, night) in facts.nights.enumerated() {
      let waiver = StayFacts.Waiver(.lodging, on: RateCard.lodgingGroup, of: night.date)
      if index % 3 == 1 { some.waivers.insert(waiver) } else { others.waivers.insert(waiver) }
    }
    let parts = try [some, others].map { try Bill(of: $0, by: card) }
    XCTAssertEqual(parts.reduce(0) { $0 + $1.lodgingMinor }, bill.lodgingMinor, context)
    for (part, waived) in zip(parts, [some, others]) {
      let days = Set(waived.waivers.map(\.day))
      XCTAssertFalse(
        part.lines.contains {
          days.contains($0.day) && ($0.kind == .lodging || $0.kind == .discount)
        }, context)
    }
  }

  func testNoRuleOfLaterChangesAStayButATax() throws {
    for seed in Campaign.seeds(50, full: 10_000) {
      var generator = SeededGenerator(seed: seed)
      var card = try RandomPrices(using: &generator).card()
      let other = try RandomPrices(using: &generator).card()
      var stay = try PricedStay(
        card, from: "2026-07-01", nights: Int.random(in: 1...40, using: &generator),
        on: "2026-02-01", under: RandomPrices(using: &generator).terms)
      try stay.change(nights: Int.random(in: 1...40, using: &generator), on: "2026-02-03")
      let before = try stay.bill()

      let later = try PricedStay.revision("2026-03-01")
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
