import CampgroundPricing
import XCTest

/// Fees by the adult and by the child; amounts are in cents.
final class PartyFeeTests: XCTestCase {
  private let family = StayFacts.Party(adults: 2, children: 3)

  /// Three nights, the first of which another party may have had.
  private func stay(
    _ fees: [RateCard.Fee], for party: StayFacts.Party, after former: StayFacts.Party? = nil
  ) throws -> PricedStay {
    let card = RateCard([.init("Night", .nightly, 100_00)], fees: fees)
    var stay = try PricedStay(card, from: "2026-07-01", nights: 3, party: party)
    stay.facts.nights[0].formerParty = former
    return stay
  }

  private func fees(_ stay: PricedStay) throws -> [String] {
    try stay.bill().lines.filter { $0.kind == .fee }.map {
      "\($0.day) \($0.text) \($0.amountMinor)"
    }
  }

  func testAFeeIsForAdultsForChildrenOrForBoth() throws {
    for (basis, total) in [
      (.person, 15_00), (.adult, 6_00), (.child, 9_00), (.personNight, 45_00),
      (.adultNight, 18_00), (.childNight, 27_00),
    ] as [(ChargeBasis, Int64)] {
      let stay = try stay([.init("Fee", 3_00, basis)], for: family)
      XCTAssertEqual(try stay.bill().sumMinor(of: .fee), total, basis.rawValue)
    }
  }

  func testIncludedChildrenAreNotCountedAgainstAdults() throws {
    let stay = try stay([.init("Extra child", 3_00, .child, includedCount: 2)], for: family)
    XCTAssertEqual(try fees(stay), ["2026-07-01 Extra child 300"])
  }

  func testChildrenWhoComeLaterPayOnTheirFirstNight() throws {
    let stay = try stay(
      [.init("Badge", 3_00, .child), .init("Guest", 1_00, .childNight)], for: family,
      after: .init(adults: 2, children: 1))
    XCTAssertEqual(
      try fees(stay),
      [
        "2026-07-01 Guest 100", "2026-07-01 Badge 300", "2026-07-02 Guest × 3 300",
        "2026-07-02 Badge × 2 600", "2026-07-03 Guest × 3 300",
      ])
  }

  func testWhatWasPaidOnceForChildrenWhoLeaveIsNotGivenBack() throws {
    let stay = try stay(
      [.init("Badge", 3_00, .child), .init("Guest", 1_00, .childNight)],
      for: .init(adults: 2), after: family)
    XCTAssertEqual(try fees(stay), ["2026-07-01 Guest × 3 300", "2026-07-01 Badge × 3 900"])
  }
}
