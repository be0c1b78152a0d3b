import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// A campsite that is retired by one and booked by another at the same instant.
@MainActor
final class RetiringRaceTests: XCTestCase {
  /// Two desks on one file, with site 15.
  private func twoDesks(
    _ body: (_ first: TestDesk, _ second: TestDesk) throws -> Void
  ) async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let store = PersistentStoreDescription(url: file)
    let desks = try [TestStoreStack(store: store), TestStoreStack(store: store)].map {
      TestDesk($0, file: file)
    }
    _ = try desks[0].sites.add("15", rate: 40)
    _ = try desks[1].sites.find("15")
    try body(desks[0], desks[1])
    for desk in desks { try desk.stack.close() }
  }

  func testWhoBooksWhatWasRetiredSinceTheyLookedIsRefused() async throws {
    try await twoDesks { clerk, owner in
      let site = try clerk.sites.find("15")
      try owner.sites.retire(owner.sites.find("15"), from: day("2026-07-01"))
      // The clerk's list still shows it as it was.
      XCTAssertNil(site.retirement)
      assertBreaks(.unfit, "site 15 is retired from 2026-07-01") {
        _ = try clerk.reservations.reserve(
          site, for: nil, dates: stay("2026-07-01", "2026-07-03"))
      }
      XCTAssertEqual(try owner.count(ReservationNight.self), 0)
    }
  }

  func testWhoClosesWhatWasRetiredSinceTheyLookedIsRefused() async throws {
    try await twoDesks { clerk, owner in
      let site = try clerk.sites.find("15")
      try owner.sites.retire(owner.sites.find("15"), from: day("2026-07-01"))
      assertBreaks(.unfit, "site 15 is retired from 2026-07-01") {
        _ = try clerk.blocks.block(
          site, stay("2026-07-01", "2026-07-03"), reason: "roots")
      }
      XCTAssertEqual(try owner.count(ReservationNight.self), 0)
    }
  }

  func testWhoRetiresWhatWasBookedSinceTheyLookedIsToldTheReservation() async throws {
    try await twoDesks { clerk, owner in
      let site = try owner.sites.find("15")
      _ = try clerk.reservations.reserve(
        clerk.sites.find("15"), for: nil, dates: stay("2026-07-01", "2026-07-03"))
      assertBreaks(.siteHasReservations("15", codes: ["R-1"])) {
        try owner.sites.retire(site, from: day("2026-07-01"))
      }
      XCTAssertNil(try clerk.sites.find("15").retirement)
      XCTAssertEqual(try clerk.count(ReservationNight.self), 2)
    }
  }

  func testRacersForOneSiteAndWhoRetiresItNeverBothWin() async throws {
    for round in 0..<6 {
      let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
      let store = PersistentStoreDescription(url: file)
      let desk = TestDesk(try TestStoreStack(store: store))
      _ = try desk.sites.add("15")
      let retirer = round % 4
      let outcomes = try await RacingStacks.atOnce(4, on: store) { context, stack, index in
        let sites = CampSiteService(managedObjectContext: context, storeStack: stack)
        let site = try sites.find("15")
        do {
          guard index == retirer else {
            let dates = try StayDates(
              arrival: day("2126-07-01").advanced(by: index), nights: 1)
            return try ReservationService(managedObjectContext: context, storeStack: stack)
              .reserve(site, for: nil, dates: dates).code
          }
          try sites.retire(site, from: day("2126-07-01"))
          return "retired"
        } catch let error as CampgroundError
          where error.code == .unfit && error.text.hasPrefix("site 15 is retired from")
        {
          return "refused"
        } catch let error as CampgroundError
          where error.code == .inUse
          && error.text.hasPrefix("site 15 has current or future reservations")
        {
          return "kept"
        }
      }
      let booked = outcomes.filter { $0.hasPrefix("R-") }.count
      if outcomes.contains("retired") {
        XCTAssertEqual(booked, 0, "\(outcomes)")
      } else {
        XCTAssertTrue(outcomes.contains("kept"), "\(outcomes)")
        XCTAssertGreaterThan(booked, 0, "\(outcomes)")
      }
      try desk.stack.close()
    }
  }

  func testFiftyWhoBookOtherNightsOfOneSiteAllGetThem() async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let store = PersistentStoreDescription(url: file)
    let desk = TestDesk(try TestStoreStack(store: store))
    _ = try desk.sites.add("15")
    let outcomes = try await RacingStacks.atOnce(50, on: store) { context, stack, index in
      let sites = CampSiteService(managedObjectContext: context, storeStack: stack)
      let dates = try StayDates(arrival: day("2126-07-01").advanced(by: index), nights: 1)
      return try ReservationService(managedObjectContext: context, storeStack: stack)
        .reserve(sites.find("15"), for: nil, dates: dates).code
    }
    XCTAssertEqual(Set(outcomes).count, 50)
    XCTAssertEqual(try desk.count(ReservationNight.self), 50)
    try desk.stack.close()
  }

  // MARK: Scratch pads

  private func reserving(_ desk: TestDesk) throws -> Desk {
    let pad = desk.scratchPad()
    let dates = try stay("2026-07-01", "2026-07-03")
    try pad.perform("reserve") {
      _ = try $0.reservations.reserve($0.campSites.find("15"), for: nil, dates: dates)
    }
    return pad
  }

  func testAPadWithNightsOfASiteThatIsRetiredMeanwhileNamesThat() async throws {
    try await twoDesks { clerk, owner in
      let pad = try reserving(clerk)
      try owner.sites.retire(owner.sites.find("15"), from: day("2026-07-01"))
      for _ in 1...2 {
        assertBreaks(.unfit, "site 15 is retired from 2026-07-01") { try pad.save() }
      }
      XCTAssertEqual(try owner.count(ReservationNight.self), 0)
    }
  }

  func testAPadWithNightsOfASiteThatIsOnlyEditedMeanwhileIsSaved() async throws {
    try await twoDesks { clerk, owner in
      let pad = try reserving(clerk)
      try owner.sites.edit(owner.sites.find("15"), isFavorite: true)
      XCTAssertEqual(try pad.save()?.codes.map(\.final), ["R-1"])
      assertBreaks(.siteHasReservations("15", codes: ["R-1"])) {
        try owner.sites.retire(owner.sites.find("15"), from: day("2026-07-01"))
      }
      XCTAssertTrue(try owner.sites.find("15").isFavorite)
    }
  }

  func testAPadThatRetiresWhatIsBookedMeanwhileNamesTheReservation() async throws {
    try await twoDesks { owner, clerk in
      let pad = owner.scratchPad()
      let date = try day("2026-07-01")
      try pad.perform("retire") { _ = try $0.campSites.retire($0.campSites.find("15"), from: date) }
      _ = try clerk.reservations.reserve(
        clerk.sites.find("15"), for: nil, dates: stay("2026-07-01", "2026-07-03"))
      assertBreaks(.siteHasReservations("15", codes: ["R-1"])) { try pad.save() }
      try clerk.reservations.cancel("R-1")
      try pad.save()
      XCTAssertEqual(try owner.sites.find("15").retirement, date)
      assertBreaks(.unfit, "site 15 is retired from \(date)") {
        try clerk.reservations.reinstate("R-1")
      }
    }
  }
}
