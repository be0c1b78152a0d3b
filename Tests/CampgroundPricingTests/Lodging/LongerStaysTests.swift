import CampgroundPricing
import Foundation
import TestSupport
import XCTest

/// The least that stays within the nights once agreed cost is that of each of them, asked one by one.
final class LongerStaysTests: XCTestCase {
  private let sites = [
    BookedPlace(site: SiteID(rawValue: 1)), BookedPlace(siteClass: ClassID(rawValue: 50)),
  ]
  private let raised = Int64(1_000)

  private func scope(using generator: inout SeededGenerator) throws -> RuleScope {
    var scope = RuleScope()
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: scope.weekdays = .weekend
    case 1: scope.season = try season((7, 2), (7, 8))
    case 2: scope.season = try season((6, 20), (7, 20))
    case 3: scope.site = sites[0].site
    case 4: scope.siteClass = ClassID(rawValue: 50)
    default: break
    }
    return scope
  }

  private func card(using generator: inout SeededGenerator) throws -> RateCard {
    func version<Rule>(_ rule: Rule) -> Versioned<Rule> {
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: Versioned(rule, from: raised)
      case 1: Versioned(rule, until: raised)
      default: Versioned(rule)
      }
    }
    var card = RateCard(currency: .usd)
    for index in 0..<Int.random(in: 1...7, using: &generator) {
      let kind = RateKind.allCases.randomElement(using: &generator) ?? .nightly
      let amount = Int64.random(in: 0...40, using: &generator) * (kind == .nightly ? 1 : 5)
      card.rates.append(
        version(.init("\(index)", kind, amount, for: try scope(using: &generator), rank: index)))
    }
    for _ in 0..<Int.random(in: 0...4, using: &generator) {
      let reduction: RateCard.Discount.Reduction =
        Bool.random(using: &generator)
        ? .percent(try percent("\(Int.random(in: 1...120, using: &generator))"))
        : .amount(.random(in: 1...90, using: &generator))
      card.discounts.append(
        version(
          .init(
            ["A", "B", "C"].randomElement(using: &generator) ?? "A", reduction,
            for: try scope(using: &generator), minimumNights: .random(in: 1...30, using: &generator)
          )))
    }
    return card
  }

  func testTheLeastIsThatOfAllStaysOneByOne() throws {
    for seed in Campaign.seeds(100, full: 20_000) {
      var generator = SeededGenerator(seed: seed)
      let card = try card(using: &generator)
      let first = try CalendarDate(parsing: "2026-06-25")
      let move = Int.random(in: 0...40, using: &generator)
      let row = (0..<Int.random(in: 2...45, using: &generator)).map { place in
        var night = StayFacts.Night(
          first.advanced(by: place), at: sites[place < move ? 0 : 1],
          agreedUnder: raised + .random(in: -1...1, using: &generator))
        if Int.random(in: 0..<20, using: &generator) == 0 { night.agreedPriceMinor = 7 }
        return night
      }
      let start = Int.random(in: max(0, row.count / 2 - 8)...row.count / 2, using: &generator)
      let end = Int.random(in: row.count / 2 + 1...min(row.count, start + 25), using: &generator)
      let alone = try Bill(of: StayFacts(nights: Array(row[start..<end])), by: card)
      let unpriced = Set(alone.unpricedNights)
      var least: Int64?
      for arrival in max(0, start - 6)...start {
        for departure in end...min(row.count, end + 6) {
          let own = StayFacts(nights: Array(row[arrival..<departure]))
          let bill = try Bill(of: own, by: card)
          // A longer stay counts only if it has a price for every night that has one now.
          guard unpriced.isSuperset(of: bill.unpricedNights) else { continue }
          least = min(least ?? bill.lodgingMinor, bill.lodgingMinor)
        }
      }
      var facts = StayFacts(nights: Array(row[start..<end]))
      facts.formerNights =
        Array(row[max(0, start - 6)..<start]) + Array(row[end..<min(row.count, end + 6)])
      let bill = try Bill(of: facts, by: card)
      // Nights that were agreed by the week or month keep a share of it where they have no other
      // price; then more is priced than in the stay alone.
      if Set(bill.unpricedNights) == unpriced {
        XCTAssertEqual(bill.lodgingMinor, least, "seed \(seed)")
      } else {
        XCTAssertTrue(unpriced.isStrictSuperset(of: bill.unpricedNights), "seed \(seed)")
      }
      XCTAssertEqual(bill.totalMinor, bill.lodgingMinor, "seed \(seed)")
      guard testRun?.failureCount == 0 else { return }
    }
  }
}
