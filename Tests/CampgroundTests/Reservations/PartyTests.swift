import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// Adults, children and pets: who comes, what they are called, and who may come where.
@MainActor
final class PartyTests: XCTestCase {
  func testAPartyIsToldInWords() async {
    for (party, words) in [
      (Party(), "1 adult"), (Party(adults: 2, children: 3, pets: 1), "2 adults, 3 children, 1 pet"),
      (Party(adults: 0, children: 1, pets: 2), "1 child, 2 pets"), (Party(adults: 0), "nobody"),
    ] {
      XCTAssertEqual("\(party)", words)
    }
  }

  func testASiteTakesSoManyAdultsAndChildren() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", features: CampSiteFeatures(people: 4))
      let dates = try stay("2026-07-01", "2026-07-04")
      let four = Party(adults: 1, children: 3)
      let five = Party(adults: 2, children: 3)
      assertBreaks(.unfit, "site 15 takes a party of at most 4, not 5") {
        try desk.reservations.reserve(site, for: nil, dates: dates, party: five)
      }
      let reservation = try desk.reservations.reserve(site, for: nil, dates: dates, party: four)
      XCTAssertEqual(reservation.party, four)
      assertBreaks(.unfit, "site 15 takes a party of at most 4, not 5") {
        try desk.reservations.edit("R-1", party: five)
      }
      XCTAssertEqual(reservation.party.people, 4)
    }
  }

  func testAPartyThatCannotBeIsRefused() async throws {
    let desk = TestDesk(try TestStoreStack())
    let site = try desk.sites.add("15")
    let dates = try stay("2026-07-01", "2026-07-02")
    for (party, error) in [
      (Party(adults: 0), CampgroundError.outOfRange("party", value: 0, allowed: 1...10_000)),
      (Party(adults: 9_999, children: 2), .outOfRange("party", value: 10_001, allowed: 1...10_000)),
      (Party(adults: .max, children: 1), .outOfRange("party", value: .max, allowed: 1...10_000)),
      (Party(adults: -1, children: 2), .outOfRange("adults", value: -1, allowed: 0...10_000)),
      (Party(adults: 2, children: -1), .outOfRange("children", value: -1, allowed: 0...10_000)),
    ] {
      assertBreaks(error) {
        try desk.reservations.reserve(site, for: nil, dates: dates, party: party)
      }
    }
    XCTAssertEqual(try desk.count(Reservation.self), 0)
  }

  func testAnOfferIsForTheAdultsAndChildrenWhoWaited() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", features: CampSiteFeatures(people: 5))
      let dates = try stay("2026-07-01", "2026-07-04")
      let code = try desk.reservations.reserve(site, for: nil, dates: dates).code
      let family = Party(adults: 2, children: 3)
      let crowd = Party(adults: 3, children: 3)
      for (name, party) in [("Rivera", crowd), ("Okafor", family)] {
        let camper = try desk.campers.addCamper(name, phoneNumber: nil)
        let wish = WaitlistWish(dates: dates, party: party)
        if party == crowd {
          assertBreaks("no campsite meets these needs") {
            try desk.waitlist.add(wish, for: camper)
          }
        } else {
          XCTAssertEqual(try desk.waitlist.add(wish, for: camper).presentWishes.first?.party, party)
        }
      }
      try desk.reservations.cancel(code)
      XCTAssertEqual(
        try desk.waitlist.find("W-1").offers.first?.reservation?.party, family)
    }
  }

  func testAnotherProgramFindsStaysByWhoComes() async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let desk = try otherDesk(on: file)
    let parties = [Party(), Party(adults: 2, children: 3), Party(adults: 4, pets: 1)]
    for (name, party) in zip(["1", "2", "3"], parties) {
      _ = try desk.reservations.reserve(
        desk.sites.add(name, features: CampSiteFeatures(petsAllowed: true)), for: nil,
        dates: stay("2026-07-01", "2026-07-02"), party: party)
    }
    let other = try otherDesk(on: file)
    for (format, codes) in [
      ("party.adults > 1", ["R-2", "R-3"]), ("party.adults + party.children == 5", ["R-2"]),
      ("party.pets > 0", ["R-3"]), ("party.children == 0", ["R-1", "R-3"]),
    ] {
      let request = Reservation.fetchRequest()
      request.predicate = try FetchPredicate(format: format)
      let found = try other.stack.mainContext.fetch(request)
      XCTAssertEqual(found.map(\.code).sorted(), codes, format)
    }
    XCTAssertEqual(try ["R-1", "R-2", "R-3"].map { try other.find($0).party }, parties)
    try desk.stack.close()
    try other.stack.close()
  }
}
