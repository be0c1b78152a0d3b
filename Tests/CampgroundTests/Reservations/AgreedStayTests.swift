import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// What was agreed stays agreed, whatever the rules are when a stay is changed.
///
/// Unless a test says otherwise: nights at 40, a booking fee of 8 a stay and a resort fee of 2 a
/// night; R-1 stays three nights from 2026-06-15.
@MainActor
final class AgreedStayTests: XCTestCase {
  private func camp(_ desk: TestDesk, nights: Int = 3) throws -> Reservation {
    if try desk.campgrounds.campgrounds().isEmpty { _ = try desk.campground(in: "UTC") }
    let site = try desk.sites.add("15", features: features(.rv), rate: 40)
    try desk.rates.addFee("Booking", FeePlan(amount: 8))
    try desk.rates.addFee("Resort", FeePlan(amount: 2, basis: .night))
    return try reserve(site, desk, nights: nights)
  }

  private func features(_ type: CampSiteType) -> CampSiteFeatures {
    CampSiteFeatures(type: type, petsAllowed: true)
  }

  private func reserve(
    _ site: CampSite, _ desk: TestDesk, from arrival: String = "2026-06-15", nights: Int,
    party: Party = Party()
  ) throws -> Reservation {
    let dates = try StayDates(arrival: day(arrival), nights: nights)
    let change = try desk.reservations.book(
      Booking(site, for: nil, dates: dates, party: party), as: .reserved)
    return try desk.find(change.code)
  }

  /// Booking costs 12, the resort 5, and there is a tax of 10%.
  private func raise(_ desk: TestDesk) throws {
    try desk.rates.edit(desk.rates.findFee("Booking")) { $0.amount = 12 }
    try desk.rates.edit(desk.rates.findFee("Resort")) { $0.amount = 5 }
    try desk.rates.addTax("Occ", TaxPlan(percent: 10))
  }

  /// Checks R-1 in and posts its first night; it is 2026-06-16 then.
  private func stayFirstNight(_ desk: TestDesk, _ codes: [String] = ["R-1"]) throws
    -> ReservationService
  {
    for code in codes { try desk.reservations.checkIn(code) }
    try nightly(desk, on: "2026-06-16")
    return try desk.reservations(on: "2026-06-16")
  }

  // MARK: Dates

  func testAnExtendedStayPaysTheFeesAndTaxesOfTodayForTheAddedNightOnly() async throws {
    try await eachStore { desk in
      _ = try camp(desk)
      try raise(desk)
      try desk.sites.edit(XCTUnwrap(desk.sites.getCampSites().first), rate: 45)
      let expected = [
        "+ 2026-06-18 Night $45.00", "+ 2026-06-18 Occ $4.50", "+ 2026-06-18 Resort $5.00",
      ]
      // Before anything is posted, and after.
      XCTAssertEqual(
        difference(try desk.reservations.preview { try $0.extend("R-1", by: 1) }), expected)
      let later = try stayFirstNight(desk)
      let change = try later.extend("R-1", by: 1)
      XCTAssertEqual(difference(change), expected)
      // Agreed nights have the tax of their dates: 54 are posted; 46, 46 and 54.50 are to come.
      XCTAssertEqual(change.balance.charged.description, "$54.00")
      XCTAssertEqual(change.balance.toCome.description, "$146.50")
    }
  }

  func testAShortenedStayGivesBackWhatWasAgreed() async throws {
    try await eachStore { desk in
      let stay = try camp(desk, nights: 2)
      try desk.folios.pay(92, by: .cash, for: stay)
      try raise(desk)
      let change = try desk.reservations.shorten("R-1", by: 1)
      XCTAssertEqual(
        difference(change),
        ["- 2026-06-16 Night $40.00", "- 2026-06-16 Occ $4.00", "- 2026-06-16 Resort $2.00"])
      // 54 of the 92 are left.
      XCTAssertEqual(change.balance.credit.description, "$38.00")
    }
  }

  func testOtherDatesKeepTheCommonNightAndWhatIsChargedOnce() async throws {
    try await eachStore { desk in
      _ = try camp(desk)
      try raise(desk)
      let change = try desk.reservations.changeDates("R-1", to: stay("2026-06-17", "2026-06-19"))
      XCTAssertEqual(
        change.newLines.map(words),
        [
          "2026-06-17 Night $40.00", "2026-06-17 Resort $2.00", "2026-06-17 Booking $8.00",
          "2026-06-17 Occ $4.00", "2026-06-18 Night $40.00", "2026-06-18 Resort $5.00",
          "2026-06-18 Occ $4.00",
        ])
      // No night is left of the booking, and the booking fee is not charged again.
      let far = try desk.reservations.changeDates("R-1", to: stay("2026-07-01", "2026-07-02"))
      XCTAssertEqual(
        far.newLines.map(words),
        [
          "2026-07-01 Night $40.00", "2026-07-01 Resort $5.00", "2026-07-01 Booking $8.00",
          "2026-07-01 Occ $4.00",
        ])
    }
  }

  func testANightThatWasGivenUpAndIsAddedAgainIsAsItWasAgreed() async throws {
    try await eachStore { desk in
      _ = try camp(desk)
      try desk.reservations.shorten("R-1", by: 1)
      try raise(desk)
      XCTAssertEqual(
        difference(try desk.reservations.extend("R-1", by: 1)),
        [
          "+ 2026-06-17 Night $40.00", "+ 2026-06-17 Occ $4.00", "+ 2026-06-17 Resort $2.00",
        ])
    }
  }

  func testNightsOfThreeAgreementsKeepEachTheirOwn() async throws {
    try await eachStore { desk in
      _ = try camp(desk, nights: 1)
      for amount in [3, 4] as [Decimal] {
        try desk.rates.edit(desk.rates.findFee("Resort")) { $0.amount = amount }
        try desk.reservations.extend("R-1", by: 1)
      }
      try desk.rates.delete(desk.rates.findFee("Resort"))
      let change = try desk.reservations.edit("R-1", party: Party(adults: 2))
      XCTAssertEqual(
        change.newLines.filter { $0.text == "Resort" }.map(words),
        [
          "2026-06-15 Resort $2.00", "2026-06-16 Resort $3.00", "2026-06-17 Resort $4.00",
        ])
      XCTAssertEqual(change.difference.description, "$0.00")
    }
  }

  func testANightThatAGuestStayedTooLongIsTakenAndChargedLikeAnyAddedOne() async throws {
    try await eachStore { desk in
      let stay = try camp(desk, nights: 1)
      try desk.reservations.checkIn("R-1")
      try nightly(desk, on: "2026-06-16")
      try raise(desk)
      // The guest should have left on the 16th and is still here on the 18th.
      XCTAssertEqual(
        difference(try desk.reservations(on: "2026-06-18").extend("R-1", by: 2)),
        [
          "+ 2026-06-16 Night $40.00", "+ 2026-06-16 Occ $4.00", "+ 2026-06-16 Resort $5.00",
          "+ 2026-06-17 Night $40.00", "+ 2026-06-17 Occ $4.00", "+ 2026-06-17 Resort $5.00",
        ])
      XCTAssertEqual(stay.nights.count, 3)
    }
  }

  func testAnotherPriceOfTheWholeStayIsSaidAndTakenWhenItIsAskedFor() async throws {
    try await eachStore { desk in
      _ = try desk.campground(in: "UTC")
      try desk.rates.addRate("Week", RatePlan(amount: 210, kind: .weekly))
      try desk.rates.addRate("Night", RatePlan(amount: 40))
      try desk.rates.addFee("Booking", FeePlan(amount: 8))
      try desk.rates.addFee("Resort", FeePlan(amount: 2, basis: .night))
      _ = try reserve(desk.sites.add("15"), desk, nights: 7)
      let later = try stayFirstNight(desk)
      try raise(desk)
      // Five nights at 40, 2 for the resort each, the booking at 8, and 10% of 200.
      let short = try later.shorten("R-1", by: 2)
      XCTAssertEqual(short.after.total?.description, "$238.00")
      // 5 for the resort on each of the four nights to come.
      XCTAssertEqual(short.remarks.totalAtCurrentPrices?.description, "$250.00")
      let anew = try later.reprice("R-1")
      XCTAssertEqual(anew.after.total?.description, "$250.00")
      // The night that is posted is one at 40 by now; its tax comes with the next ones.
      XCTAssertEqual(anew.balance.charged.description, "$50.00")
      XCTAssertEqual(
        difference(anew).prefix(2), ["+ 2026-06-16 Resort $5.00", "- 2026-06-16 Resort $2.00"])
    }
  }

  // MARK: Discounts

  func testADiscountThatIsNotGivenAnyMoreStaysWithTheNightsThatHaveIt() async throws {
    try await eachStore { desk in
      _ = try desk.campground(in: "UTC")
      try desk.rates.addDiscount("Auto", DiscountPlan(percent: 10, isAutomatic: true))
      _ = try reserve(desk.sites.add("15", rate: 40), desk, nights: 3)
      let later = try stayFirstNight(desk)
      try desk.rates.edit(desk.rates.findDiscount("Auto")) { $0.isActive = false }
      XCTAssertEqual(
        difference(try later.preview { try $0.extend("R-1", by: 1) }),
        ["+ 2026-06-18 Night $40.00"])
      try desk.rates.edit(desk.rates.findDiscount("Auto")) {
        $0.isActive = true
        $0.percent = 50
      }
      XCTAssertEqual(
        difference(try later.extend("R-1", by: 1)),
        ["+ 2026-06-18 Auto -$20.00", "+ 2026-06-18 Night $40.00"])
      XCTAssertEqual(
        difference(try later.shorten("R-1", by: 2)),
        [
          "- 2026-06-17 Auto -$4.00", "- 2026-06-17 Night $40.00", "- 2026-06-18 Auto -$20.00",
          "- 2026-06-18 Night $40.00",
        ])
    }
  }

  func testADiscountForLongStaysIsForAllNightsOfOneThatIsLongEnoughNow() async throws {
    try await eachStore { desk in
      _ = try desk.campground(in: "UTC")
      try desk.rates.addDiscount(
        "Long", DiscountPlan(percent: 10, minimumNights: 4, isAutomatic: true))
      _ = try reserve(desk.sites.add("15", rate: 40), desk, nights: 4)
      XCTAssertEqual(
        difference(try desk.reservations.shorten("R-1", by: 1)),
        ["15", "16", "17", "18"].map { "- 2026-06-\($0) Long -$4.00" }
          + ["- 2026-06-18 Night $40.00"])
      _ = try reserve(desk.sites.add("16", rate: 40), desk, nights: 3)
      XCTAssertEqual(
        difference(try desk.reservations.extend("R-2", by: 1)),
        ["15", "16", "17", "18"].map { "+ 2026-06-\($0) Long -$4.00" }
          + ["+ 2026-06-18 Night $40.00"])
    }
  }

  func testADiscountByAnAmountIsGivenOnceAStay() async throws {
    try await eachStore { desk in
      _ = try desk.campground(in: "UTC")
      try desk.rates.addDiscount("Club", DiscountPlan(amount: 20, isAutomatic: true))
      _ = try reserve(desk.sites.add("15", rate: 40), desk, nights: 4)
      XCTAssertEqual(try desk.reservations.shorten("R-1", by: 2).after.total?.description, "$60.00")
      XCTAssertEqual(
        try desk.reservations.extend("R-1", by: 3).after.total?.description, "$180.00")
      XCTAssertEqual(try desk.reservations.extend("R-1", by: 1).difference.description, "$40.00")
    }
  }

  // MARK: Taxes

  func testATaxIsThatOfTheDateAndRoundedOnce() async throws {
    try await eachStore { desk in
      _ = try desk.campground(in: "UTC")
      try desk.rates.addTax("Occ", TaxPlan(percent: 10))
      let price = try XCTUnwrap(Decimal(string: "33.33"))
      _ = try reserve(desk.sites.add("15", rate: price), desk, nights: 3)
      let later = try stayFirstNight(desk)
      try desk.rates.edit(desk.rates.findTax("Occ")) { $0.percent = 15 }
      // It is 15% from 2026-06-15 on: 4.9995, 9.999, 14.9985 and 19.998 with each night.
      let change = try later.extend("R-1", by: 1)
      XCTAssertEqual(
        change.newLines.filter { $0.kind == .tax }.map(words),
        [
          "2026-06-15 Occ $5.00", "2026-06-16 Occ $5.00", "2026-06-17 Occ $5.00",
          "2026-06-18 Occ $5.00",
        ])
      XCTAssertEqual(change.difference.description, "$38.33")
    }
  }

  func testAStayThatGetsLongEnoughIsFreeOfTheTaxAsAWhole() async throws {
    try await eachStore { desk in
      _ = try desk.campground(in: "UTC")
      try desk.rates.addTax("Occ", TaxPlan(percent: 10, exemptFromNights: 5))
      _ = try reserve(desk.sites.add("15", rate: 40), desk, nights: 4)
      let later = try stayFirstNight(desk)
      XCTAssertEqual(
        difference(try later.preview { try $0.extend("R-1", by: 1) }),
        [
          "- 2026-06-15 Occ $4.00", "- 2026-06-16 Occ $4.00", "- 2026-06-17 Occ $4.00",
          "- 2026-06-18 Occ $4.00", "+ 2026-06-19 Night $40.00",
        ])
      // From when on a stay is free is that of the nights' dates, too.
      try desk.rates.edit(desk.rates.findTax("Occ")) { $0.exemptFromNights = nil }
      XCTAssertEqual(
        difference(try later.extend("R-1", by: 1)),
        ["+ 2026-06-19 Night $40.00", "+ 2026-06-19 Occ $4.00"])
    }
  }

  func testWhatIsPostedOfATaxComesBackAtOnce() async throws {
    try await eachStore { desk in
      _ = try desk.campground(in: "UTC")
      try desk.rates.addTax("Occ", TaxPlan(percent: 10, exemptFromNights: 5))
      _ = try reserve(desk.sites.add("15", rate: 40), desk, nights: 4)
      let later = try stayFirstNight(desk)
      let longer = try later.extend("R-1", by: 1)
      XCTAssertEqual(
        difference(longer),
        [
          "- 2026-06-15 Occ $4.00", "- 2026-06-16 Occ $4.00", "- 2026-06-17 Occ $4.00",
          "- 2026-06-18 Occ $4.00", "+ 2026-06-19 Night $40.00",
        ])
      XCTAssertEqual(longer.balance.charged.description, "$40.00")
      // Too short again: 16.00, of which nothing is posted in the end.
      let short = try later.shorten("R-1", by: 1)
      XCTAssertEqual(
        short.newLines.filter { $0.kind == .tax }.map(words),
        [
          "2026-06-15 Occ $4.00", "2026-06-16 Occ $4.00", "2026-06-17 Occ $4.00",
          "2026-06-18 Occ $4.00",
        ])
    }
  }

  func testAStayThatIsTooShortToBeFreeOfATaxPaysItForAllItsNights() async throws {
    try await eachStore { desk in
      _ = try desk.campground(in: "UTC")
      try desk.rates.addTax("Occ", TaxPlan(percent: 10, exemptFromNights: 5))
      _ = try reserve(desk.sites.add("15", rate: 40), desk, nights: 5)
      let later = try stayFirstNight(desk)
      XCTAssertEqual(
        difference(try later.shorten("R-1", by: 1)),
        [
          "+ 2026-06-15 Occ $4.00", "+ 2026-06-16 Occ $4.00", "+ 2026-06-17 Occ $4.00",
          "+ 2026-06-18 Occ $4.00", "- 2026-06-19 Night $40.00",
        ])
    }
  }

  func testATaxThatBecomesAPercentageIsOneForAddedNightsBesideTheAmountThatWasCharged() async throws
  {
    try await eachStore { desk in
      _ = try desk.campground(in: "UTC")
      try desk.rates.addTax("City", TaxPlan(amount: 3, basis: .person))
      let site = try desk.sites.add("15", rate: 40)
      _ = try reserve(site, desk, nights: 2, party: Party(adults: 2))
      let later = try stayFirstNight(desk)
      // One more person from today on: 3.00.
      try later.edit("R-1", party: Party(adults: 3))
      try desk.rates.edit(desk.rates.findTax("City")) {
        $0.amount = nil
        $0.percent = 10
      }
      XCTAssertEqual(
        difference(try desk.reservations(on: "2026-06-17").extend("R-1", by: 1)),
        ["+ 2026-06-17 City $4.00", "+ 2026-06-17 Night $40.00"])
    }
  }

  // MARK: Weeks

  func testAStayThatWasAWeekCostsNoMoreThanThat() async throws {
    try await eachStore { desk in
      _ = try desk.campground(in: "UTC")
      try desk.rates.addRate("Week", RatePlan(amount: 210, kind: .weekly))
      try desk.rates.addRate("Night", RatePlan(amount: 50))
      _ = try reserve(desk.sites.add("15"), desk, nights: 7)
      // By themselves they are 250.
      XCTAssertEqual(
        try desk.reservations.shorten("R-1", by: 2).after.total?.description, "$210.00")
      XCTAssertEqual(try desk.reservations.extend("R-1", by: 2).after.total?.description, "$210.00")
    }
  }

  // MARK: Other campsites

  func testAnotherSiteHasItsPricesFromTodayOnAndTheAgreedRules() async throws {
    try await eachStore { desk in
      _ = try desk.campground(in: "UTC")
      try desk.rates.addDiscount("Auto", DiscountPlan(percent: 10, isAutomatic: true))
      try desk.rates.addFee(
        "Cabin", FeePlan(amount: 7, basis: .night, for: ScopePlan(siteType: .cabin)))
      try desk.rates.addFee("Hookup", FeePlan(amount: 3, for: ScopePlan(siteType: .rv)))
      let cabin = try desk.sites.add("16", features: features(.cabin), rate: 60)
      _ = try camp(desk)
      let later = try stayFirstNight(desk)
      try raise(desk)
      try desk.rates.edit(desk.rates.findFee("Cabin")) { $0.amount = 9 }
      try desk.rates.edit(desk.rates.findDiscount("Auto")) { $0.percent = 50 }
      let change = try later.move("R-1", to: cabin)
      XCTAssertEqual(
        difference(change),
        [
          "+ 2026-06-16 Auto -$6.00", "+ 2026-06-16 Cabin $7.00", "+ 2026-06-16 Night $60.00",
          "+ 2026-06-16 Occ $5.40", "- 2026-06-16 Auto -$4.00", "- 2026-06-16 Night $40.00",
          "- 2026-06-16 Occ $3.60",
          "+ 2026-06-17 Auto -$6.00", "+ 2026-06-17 Cabin $7.00", "+ 2026-06-17 Night $60.00",
          "+ 2026-06-17 Occ $5.40", "- 2026-06-17 Auto -$4.00", "- 2026-06-17 Night $40.00",
          "- 2026-06-17 Occ $3.60",
        ])
    }
  }

  func testStaysThatChangePlacesKeepWhatWasAgreedForThePastNight() async throws {
    try await eachStore { desk in
      _ = try desk.campground(in: "UTC")
      let other = try desk.sites.add("16", rate: 60)
      _ = try camp(desk, nights: 2)
      _ = try reserve(other, desk, nights: 2)
      let later = try stayFirstNight(desk, ["R-1", "R-2"])
      try raise(desk)
      let changes = try later.swap("R-1", with: "R-2")
      XCTAssertEqual(
        difference(changes[0]),
        [
          "+ 2026-06-16 Night $60.00", "+ 2026-06-16 Occ $6.00", "- 2026-06-16 Night $40.00",
          "- 2026-06-16 Occ $4.00",
        ])
      XCTAssertEqual(
        difference(changes[1]),
        [
          "+ 2026-06-16 Night $40.00", "+ 2026-06-16 Occ $4.00", "- 2026-06-16 Night $60.00",
          "- 2026-06-16 Occ $6.00",
        ])
    }
  }

  // MARK: The party

  func testAnotherPartyIsCountedAtTheAgreedAmountsFromTodayOn() async throws {
    try await eachStore { desk in
      _ = try desk.campground(in: "UTC")
      try desk.rates.addFee("Guest", FeePlan(amount: 3, basis: .personNight))
      try desk.rates.addFee("Car", FeePlan(amount: 6, basis: .vehicle))
      try desk.rates.addFee("Pet", FeePlan(amount: 10, basis: .pet))
      _ = try reserve(
        desk.sites.add("15", features: features(.rv), rate: 40), desk, nights: 3,
        party: Party(adults: 2, vehicles: 2))
      for name in ["Guest", "Car", "Pet"] {
        try desk.rates.edit(desk.rates.findFee(name)) { $0.amount = 20 }
      }
      let later = try stayFirstNight(desk)
      XCTAssertEqual(
        difference(
          try later.preview { try $0.edit("R-1", party: Party(adults: 3, vehicles: 1, pets: 1)) }),
        [
          "+ 2026-06-16 Guest × 3 $9.00", "+ 2026-06-16 Pet $10.00",
          "- 2026-06-16 Guest × 2 $6.00", "+ 2026-06-17 Guest × 3 $9.00",
          "- 2026-06-17 Guest × 2 $6.00",
        ])
      try later.edit("R-1", party: Party(adults: 3, vehicles: 1, pets: 1))
      // Back again the day after: what is charged once was charged.
      try nightly(desk, on: "2026-06-17")
      XCTAssertEqual(
        difference(
          try desk.reservations(on: "2026-06-17").edit("R-1", party: Party(adults: 2, vehicles: 2))),
        ["+ 2026-06-17 Guest × 2 $6.00", "- 2026-06-17 Guest × 3 $9.00"])
    }
  }

  func testWhatIsPostedForTonightIsMadeUpForOnTheSameDay() async throws {
    try await eachStore { desk in
      _ = try desk.campground(in: "UTC")
      try desk.rates.addFee("Guest", FeePlan(amount: 3, basis: .personNight))
      _ = try reserve(desk.sites.add("15", rate: 40), desk, nights: 2, party: Party(adults: 2))
      try desk.reservations.checkIn("R-1")
      try nightly(desk, on: "2026-06-15", through: day("2026-06-15"))
      let change = try desk.reservations.edit("R-1", party: Party(adults: 3))
      XCTAssertEqual(
        difference(change),
        [
          "+ 2026-06-15 Guest × 3 $9.00", "- 2026-06-15 Guest × 2 $6.00",
          "+ 2026-06-16 Guest × 3 $9.00", "- 2026-06-16 Guest × 2 $6.00",
        ])
      XCTAssertEqual(change.balance.due.description, "$98.00")
    }
  }

  // MARK: Calling off

  func testAReinstatedStayIsNotChargedAgainForItsBooking() async throws {
    try await eachStore { desk in
      _ = try camp(desk)
      // The booking fee is kept, and posted.
      try desk.reservations(on: "2026-06-16").cancel("R-1")
      try raise(desk)
      let later = try desk.reservations(on: "2026-06-16")
      let change = try later.reinstate("R-1")
      XCTAssertEqual(change.newLines.filter { $0.text == "Booking" }.map(\.amountMinor), [800])
      // On other dates it is still the one that was charged.
      let moved = try later.changeDates("R-1", to: stay("2026-06-20", "2026-06-21"))
      XCTAssertEqual(moved.newLines.filter { $0.text == "Booking" }.map(\.amountMinor), [800])
      XCTAssertEqual(moved.after.total?.description, "$57.00")
    }
  }

  func testWhatWasAgreedIsKnownToAnotherProgram() async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let desk = try otherDesk(on: file)
    _ = try camp(desk)
    try raise(desk)
    try desk.stack.close()
    let other = try otherDesk(on: file)
    XCTAssertEqual(
      difference(try other.reservations.shorten("R-1", by: 1)),
      ["- 2026-06-17 Night $40.00", "- 2026-06-17 Occ $4.00", "- 2026-06-17 Resort $2.00"])
    try other.stack.close()
  }
}
