import CampgroundPricing
import XCTest

/// "Charges made by hand are facts of the bill", taxed by the one tax function; amounts are in
/// cents.
final class ChargeTests: XCTestCase {
  private func card(
    _ rate: Int64 = 100_00, tax: String, on group: String = "goods", exempt: Int? = nil,
    pricesIncludeTax: Bool = false
  ) throws -> RateCard {
    RateCard(
      [.init("Base", .nightly, rate)],
      taxes: [
        .init("Sales", .percent(try percent(tax)), on: group, exemptFromNights: exempt)
      ], pricesIncludeTax: pricesIncludeTax)
  }

  private func charge(
    _ amount: Int64, on day: String = "2027-06-01", group: String? = "goods",
    includesTax: Bool = false
  ) throws -> StayFacts.Charge {
    .init(
      on: try CalendarDate(parsing: day), amount, "firewood", taxGroup: group,
      includesTax: includesTax)
  }

  private func tax(_ charges: [StayFacts.Charge], by card: RateCard, nights: Int = 1) throws
    -> Int64
  {
    var stay = try PricedStay(card, from: "2027-06-01", nights: nights)
    stay.facts.charges = charges
    return try stay.bill().sumMinor(of: .tax)
  }

  func testTheTaxOfAGroupIsRoundedOnce() throws {
    // 12.35% of 99.99 is 12.348765; three times 4.12 would be 12.36.
    let three = try Array(repeating: charge(33_33), count: 3)
    XCTAssertEqual(try tax(three, by: card(tax: "12.35")), 12_35)
    // 8.5% of 46.07 is 3.91595; 3.13 and 0.78 would be 3.91.
    XCTAssertEqual(try tax([charge(36_86), charge(9_21)], by: card(tax: "8.5")), 3_92)
    // 8.5% of 928.73 is 78.94205.
    XCTAssertEqual(try tax([charge(598_89), charge(329_84)], by: card(tax: "8.5")), 78_94)
    // 8.5% of 0.20 is 0.017; of 0.05 it is nothing.
    XCTAssertEqual(try tax(Array(repeating: charge(5), count: 4), by: card(tax: "8.5")), 2)
  }

  func testAChargeInTheGroupOfLodgingIsRoundedWithTheNights() throws {
    // 12.35% of 33.33 and of twice that: 4.12 and 8.23.
    let card = try card(33_33, tax: "12.35", on: RateCard.lodgingGroup)
    XCTAssertEqual(try tax([charge(33_33, group: RateCard.lodgingGroup)], by: card), 8_23)
  }

  func testAnExemptionByLengthCoversAChargeWheneverItWasMade() throws {
    let card = try card(tax: "10", on: RateCard.lodgingGroup, exempt: 5)
    let clean = try charge(100_00, group: RateCard.lodgingGroup)
    XCTAssertEqual(try tax([clean], by: card, nights: 5), 0)
    XCTAssertEqual(try tax([clean], by: card, nights: 4), 50_00)
  }

  func testAPriceMayIncludeItsTax() throws {
    // 21.70 with 8.5% of tax: 20.00 and 1.70.
    var stay = try PricedStay(card(tax: "8.5"), from: "2027-06-01", nights: 1)
    stay.facts.charges = [try charge(21_70, includesTax: true)]
    let bill = try stay.bill()
    XCTAssertEqual(bill.totalMinor, 121_70)
    XCTAssertEqual(bill.sumMinor(of: .sale), 20_00)
    XCTAssertEqual(bill.sumMinor(of: .tax), 1_70)
    // Beside one whose tax is added: 8.5% of 40.00 in all.
    stay.facts.charges.append(try charge(20_00))
    XCTAssertEqual(try stay.bill().sumMinor(of: .tax), 3_40)
  }

  func testAChargeIsTaxedOnTopWherePricesOfNightsIncludeTheirs() throws {
    let card = try card(tax: "10", on: RateCard.lodgingGroup, pricesIncludeTax: true)
    var stay = try PricedStay(card, from: "2027-06-01", nights: 1)
    stay.facts.charges = [try charge(50_00, group: RateCard.lodgingGroup)]
    // The night with its tax, and 50 with 5 of tax.
    XCTAssertEqual(try stay.total(), 155_00)
  }

  func testAnAllowanceOffAGroupIsLimitedByItsCharges() throws {
    var stay = try PricedStay(card(tax: "10"), from: "2027-06-01", nights: 1)
    stay.facts.charges = [try charge(20_00)]
    stay.facts.allowances = [
      .init(on: try CalendarDate(parsing: "2027-06-01"), 50_00, off: "goods")
    ]
    let bill = try stay.bill()
    XCTAssertEqual(bill.allowancesMinor, [20_00])
    XCTAssertEqual(bill.totalMinor, 100_00)
  }

  func testAWaivedChargeIsLeftOutWithItsTax() throws {
    var stay = try PricedStay(card(tax: "10"), from: "2027-06-01", nights: 1)
    stay.facts.charges = [try charge(20_00), try charge(30_00)]
    stay.facts.charges[0].isWaived = true
    let bill = try stay.bill()
    XCTAssertEqual(bill.totalMinor, 133_00)
    XCTAssertEqual(bill.lines.filter { $0.kind == .sale }.map(\.fact), [Bill.Fact.charge(1)])
  }
}
