import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// What a stay has is all of one campground. R-1 is on site 1 at Fuji, in yen, and R-2 on site 7 at
/// Valley, in dollars, where the desk is.
@MainActor
final class OtherCampgroundTests: XCTestCase {
  private struct Chain {
    let home: CampSite
    let far: CampSite
    let farPolicy: CancellationPolicy
    let farDiscount: Discount
  }

  private func chain(_ desk: TestDesk) throws -> Chain {
    _ = try desk.campgrounds.add("Valley", timeZone: .gmt)
    let fuji = try desk.campgrounds.add("Fuji", timeZone: .gmt, currency: Currency("JPY"))
    let place = ReservationService(
      managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
      clock: desk.stack.clock, campground: fuji.objectID)
    let far = try CampSiteService(beside: place).add("1", rate: 4_500)
    let dates = try stay("2026-07-20", "2026-07-22")
    _ = try desk.reservations.reserve(far, for: nil, dates: dates)
    let home = try desk.sites.add("7", rate: 40)
    _ = try desk.reservations.reserve(home, for: nil, dates: dates)
    return Chain(
      home: home, far: far,
      farPolicy: try PolicyService(beside: place).add(
        "PF", PolicyPlan(steps: PolicyPlan.steps(parsing: "0+ all fee 800"))),
      farDiscount: try RateService(beside: place).addDiscount("Senior", DiscountPlan(percent: 10)))
  }

  private func atFuji(
    _ noun: String, _ name: String, for stay: String = "R-2"
  ) -> CampgroundError {
    .elsewhere(noun, name, at: "Fuji", stay: stay, home: "Valley")
  }

  func testAStayIsNotMovedToASiteOfAnotherCampground() async throws {
    try await eachStore { desk in
      let chain = try chain(desk)
      assertBreaks(atFuji("site", "1")) { try desk.reservations.move("R-2", to: chain.far) }
      assertBreaks(.elsewhere("site", "7", at: "Valley", stay: "R-1", home: "Fuji")) {
        try desk.reservations.move("R-1", to: chain.home)
      }
    }
  }

  func testStaysOfTwoCampgroundsDoNotChangePlaces() async throws {
    try await eachStore { desk in
      _ = try chain(desk)
      assertBreaks(atFuji("stay", "R-1")) { try desk.reservations.swap("R-2", with: "R-1") }
    }
  }

  func testAStayGetsNoTermsOfAnotherCampground() async throws {
    try await eachStore { desk in
      let chain = try chain(desk)
      assertBreaks(atFuji("cancellation policy", "PF")) {
        try desk.reservations.edit("R-2", policy: .chosen(chain.farPolicy))
      }
      assertBreaks(atFuji("discount", "Senior")) {
        try desk.reservations.edit("R-2", discount: .chosen(chain.farDiscount))
      }
    }
  }

  func testAStayIsNotBookedWithTermsOfAnotherCampground() async throws {
    try await eachStore { desk in
      let chain = try chain(desk)
      var booking = Booking(chain.home, for: nil, dates: try stay("2026-08-01", "2026-08-02"))
      booking.policy = .chosen(chain.farPolicy)
      assertBreaks(atFuji("cancellation policy", "PF", for: "the stay")) {
        try desk.reservations.reserve(booking)
      }
      booking.policy = nil
      booking.discount = chain.farDiscount
      assertBreaks(atFuji("discount", "Senior", for: "the stay")) {
        try desk.reservations.reserveSeries(booking, every: .week, times: 2)
      }
    }
  }

  func testASiteOfAnotherCampgroundIsNoneOnTheWayOfAStay() async throws {
    try await eachStore { desk in
      let chain = try chain(desk)
      assertBreaks(.siteElsewhere("1")) {
        try desk.reservations.split("R-2", on: day("2026-07-21"), to: chain.far)
      }
      assertBreaks(.siteElsewhere("1")) {
        try desk.reservations.reserve(
          desk.booking(
            chain.home, for: nil, stay("2026-08-01", "2026-08-03"), then: ("2026-08-02", chain.far))
        )
      }
    }
  }
}
