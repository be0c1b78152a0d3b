import TestSupport
import XCTest

@testable import Campground

@MainActor
final class SiteNeedsTests: XCTestCase {
  func testARigOf38FeetDoesNotFitASiteOf36() async throws {
    let desk = TestDesk(try TestStoreStack())
    let site = try desk.sites.add(
      "15", features: CampSiteFeatures(electricity: .amperes(30), vehicleLength: 36))
    XCTAssertEqual(
      SiteNeeds(CampSiteFeatures(vehicleLength: 38)).unmet(by: site), [.length(38, most: 36)])
    XCTAssertEqual(SiteNeeds(CampSiteFeatures(vehicleLength: 36)).unmet(by: site), [])
    XCTAssertThrowsError(try Party(vehicleLength: 38).requireFit(site)) {
      XCTAssertEqual("\($0)", "site 15 takes vehicles of 36 ft, not 38")
      XCTAssertEqual(
        reason(of: $0)?.about, [.need(.length(38, most: 36)), .site("15")])
    }
  }

  func testWhatIsNotKnownMeetsANeedOnlyWhereThatIsAllowed() async throws {
    let desk = TestDesk(try TestStoreStack())
    let site = try desk.sites.add("15", features: CampSiteFeatures(electricity: .present))
    let needs = SiteNeeds(
      CampSiteFeatures(electricity: .amperes(30), vehicleLength: 38, people: 2, vehicles: 1))
    XCTAssertEqual(
      needs.unmet(by: site),
      [
        .amperes(30, offered: nil), .length(38, most: nil), .people(2, most: nil),
        .vehicles(1, most: nil),
      ])
    XCTAssertEqual(needs.unmet(by: site, allowingUnknown: true), [])
    let dark = try desk.sites.add("16")
    XCTAssertEqual(
      needs.unmet(by: dark, allowingUnknown: true), [.amperes(30, offered: 0)])
  }

  func testEveryNeedThatIsNotMetIsNamed() async throws {
    let desk = TestDesk(try TestStoreStack())
    let site = try desk.sites.add("15", features: CampSiteFeatures(type: .tent, loop: "Oak"))
    let needs = SiteNeeds(
      CampSiteFeatures(
        type: .rv, electricity: .present, water: true, sewer: true, loop: "Elm",
        isAccessible: true, hasShade: true, hasTentPad: true), pets: 1)
    XCTAssertEqual(
      needs.unmet(by: site).map(\.description),
      [
        "is a tent site, not rv", "has no electricity", "is in loop Oak, not Elm",
        "has no water", "has no sewer", "does not allow pets", "is not wheelchair accessible",
        "has no shade", "has no tent pad",
      ])
    XCTAssertEqual(SiteNeeds(CampSiteFeatures(type: .tent, loop: "OAK")).unmet(by: site), [])
  }

  func testADetailThatWasNotForeseenIsANeedToo() async throws {
    try await eachStore { desk in
      for (name, fires) in [("1", "Yes"), ("2", "no"), ("3", "gas only"), ("4", nil)] {
        let site = try desk.sites.add(name)
        if let fires { try desk.sites.setDetail("Campfire Allowed", to: fires, of: site) }
      }
      let dates = try stay("2026-07-01", "2026-07-02")
      for (need, fitting) in [
        (SiteDetailNeed("campfire allowed", "yes"), ["1"]),
        (SiteDetailNeed("Campfire Allowed"), ["1", "3"]),
        (SiteDetailNeed("Campfire Allowed", "NO"), ["2"]),
        (SiteDetailNeed("Fires"), []),
      ] {
        let query = AvailabilityQuery(dates, needs: SiteNeeds(details: [need]))
        XCTAssertEqual(try desk.availability.search(query).map(\.site.name), fitting)
        let refused = try desk.availability.refusals(query).map(\.site.name)
        XCTAssertEqual(Set(refused).union(fitting), ["1", "2", "3", "4"])
        XCTAssertEqual(refused.count + fitting.count, 4)
      }
      XCTAssertEqual(
        "\(UnmetNeed.detail(SiteDetailNeed("Shore", "sand")))", "is not known to have Shore: sand")
    }
  }

  func testWhatAGuestNeedsStaysWithTheReservation() async throws {
    try await eachStore { desk in
      let strong = try desk.sites.add(
        "15",
        features: CampSiteFeatures(
          electricity: .amperes(50), water: true, sewer: true, isAccessible: true))
      let weak = try desk.sites.add("16", features: CampSiteFeatures(electricity: .amperes(30)))
      let unknown = try desk.sites.add(
        "17", features: CampSiteFeatures(electricity: .present, water: true, sewer: true))
      let party = Party(amperage: 50, needsWater: true, needsSewer: true, needsAccess: true)
      let dates = try stay("2026-07-01", "2026-07-03")
      let unmet: [UnmetNeed] = [.amperes(50, offered: 30), .water, .sewer, .access]
      let words = unmet.map(\.description).joined(separator: ", ")
      assertBreaks(.unfit, "site 16 \(words)") {
        try desk.reservations.book(Booking(weak, for: nil, dates: dates, party: party))
      }
      let code = try desk.reservations.book(
        Booking(strong, for: nil, dates: dates, party: party)
      ).code
      XCTAssertEqual(try desk.find(code).party, party)
      assertBreaks(.unfit, "site 17 \(UnmetNeed.access)") {
        try desk.reservations.move(code, to: unknown)
      }
      try desk.reservations.edit(code, party: Party(amperage: 50))
      XCTAssertEqual(try desk.find(code).party, Party(amperage: 50))
      try desk.reservations.move(code, to: unknown)
      XCTAssertEqual(try desk.find(code).campSite, unknown)
    }
  }

  func testTheStoreAndTheCampsiteItselfAgreeOnWhatFits() async throws {
    try await eachStore { desk in
      for (index, supply) in [ElectricitySupply.absent, .present, .amperes(30), .amperes(50)]
        .enumerated()
      {
        for length in [nil, 30, 40] {
          _ = try desk.sites.add(
            "\(index)-\(length ?? 0)",
            features: CampSiteFeatures(
              electricity: supply, water: index % 2 == 0, vehicleLength: length,
              loop: index > 1 ? "Oak" : nil))
        }
      }
      let sites = try desk.sites.getCampSites()
      let dates = try stay("2026-07-01", "2026-07-02")
      for needs in [
        CampSiteFeatures(), CampSiteFeatures(electricity: .present),
        CampSiteFeatures(electricity: .amperes(40)), CampSiteFeatures(vehicleLength: 35),
        CampSiteFeatures(water: true, loop: "oak"),
      ] {
        XCTAssertEqual(
          try desk.sites.available(dates, features: needs).map(\.name),
          sites.filter { SiteNeeds(needs).unmet(by: $0).isEmpty }.map(\.name))
      }
    }
  }
}
