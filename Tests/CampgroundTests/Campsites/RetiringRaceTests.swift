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
    _ body: (_ first: Desk, _ second: Desk) throws -> Void
  ) async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let store = PersistentStoreDescription(url: file)
    let desks = try [TestStoreStack(store: store), TestStoreStack(store: store)].map {
      Desk($0, file: file)
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
      assertBreaks(.siteRetired(site: "15", from: try day("2026-07-01"))) {
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
      assertBreaks(.siteRetired(site: "15", from: try day("2026-07-01"))) {
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
      let desk = Desk(try TestStoreStack(store: store))
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
        } catch CampgroundError.siteRetired {
          return "refused"
        } catch CampgroundError.siteHasReservations {
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
    let desk = Desk(try TestStoreStack(store: store))
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

  func testAPadWithNightsOfASiteThatIsRetiredMeanwhileNamesThat() async throws {
    try await twoDesks { clerk, owner in
      let pad = ScratchPad(on: clerk.stack)
      let service = ReservationService(
        managedObjectContext: pad.managedObjectContext, storeStack: clerk.stack,
        clock: clerk.stack.clock, savingTo: .context)
      let site = try clerk.sites.find("15")
      try pad.perform("reserve") {
        _ = try service.reserve(site, for: nil, dates: stay("2026-07-01", "2026-07-03"))
      }
      try owner.sites.retire(owner.sites.find("15"), from: day("2026-07-01"))
      for choice in [nil, ScratchPad.Choice.mine, .theirs] {
        assertBreaks(.siteRetired(site: "15", from: try day("2026-07-01"))) {
          try pad.save(choice)
        }
      }
      XCTAssertEqual(try owner.count(ReservationNight.self), 0)
    }
  }

  func testAPadWithNightsOfASiteThatIsOnlyEditedMeanwhileIsSaved() async throws {
    try await twoDesks { clerk, owner in
      let pad = ScratchPad(on: clerk.stack)
      let service = ReservationService(
        managedObjectContext: pad.managedObjectContext, storeStack: clerk.stack,
        clock: clerk.stack.clock, savingTo: .context)
      let site = try clerk.sites.find("15")
      try pad.perform("reserve") {
        _ = try service.reserve(site, for: nil, dates: stay("2026-07-01", "2026-07-03"))
      }
      try owner.sites.edit(owner.sites.find("15"), isFavorite: true)
      XCTAssertEqual(try pad.save().codes.map(\.final), ["R-1"])
      assertBreaks(.siteHasReservations("15", codes: ["R-1"])) {
        try owner.sites.retire(owner.sites.find("15"), from: day("2026-07-01"))
      }
      XCTAssertTrue(try owner.sites.find("15").isFavorite)
    }
  }

  func testAPadThatRetiresWhatIsBookedMeanwhileNamesTheReservation() async throws {
    try await twoDesks { owner, clerk in
      let pad = ScratchPad(on: owner.stack)
      let sites = CampSiteService(
        managedObjectContext: pad.managedObjectContext, storeStack: owner.stack,
        clock: owner.stack.clock, savingTo: .context)
      try pad.perform("retire") { _ = try sites.retire(sites.find("15"), from: day("2026-07-01")) }
      _ = try clerk.reservations.reserve(
        clerk.sites.find("15"), for: nil, dates: stay("2026-07-01", "2026-07-03"))
      XCTAssertThrowsError(try pad.save()) {
        XCTAssertEqual(
          $0 as? CampgroundError, .siteHasReservations("15", codes: ["R-1"]), "\($0)")
      }
      // The note of what the pad was about to do is gone.
      XCTAssertEqual(try notes(on: clerk), 0)
      try clerk.reservations.cancel("R-1")
      pad.refresh()
      try pad.save()
      XCTAssertEqual(try owner.sites.find("15").retirement, try day("2026-07-01"))
      XCTAssertEqual(try notes(on: clerk), 0)
      assertBreaks(.siteRetired(site: "15", from: try day("2026-07-01"))) {
        try clerk.reservations.reinstate("R-1")
      }
    }
  }

  func testAPadThatIsRefusedForAnotherReasonLeavesNoNoteOfARetirement() async throws {
    try await twoDesks { owner, clerk in
      let pad = ScratchPad(on: owner.stack)
      let sites = CampSiteService(
        managedObjectContext: pad.managedObjectContext, storeStack: owner.stack,
        clock: owner.stack.clock, savingTo: .context)
      try pad.perform("retire") {
        _ = try sites.retire(sites.find("15"), from: day("2026-07-01"))
        try sites.edit(sites.find("15"), name: "Creek")
      }
      try clerk.sites.edit(clerk.sites.find("15"), name: "Brook")
      XCTAssertThrowsError(try pad.save()) {
        guard case .changedMeanwhile = $0 as? CampgroundError else { return XCTFail("\($0)") }
      }
      XCTAssertEqual(try notes(on: clerk), 0)
    }
  }

  /// How many campsites are noted as about to be retired, in the store.
  private func notes(on desk: Desk) throws -> Int {
    let request = CampSite.fetchRequest()
    request.predicate = try FetchPredicate(format: "isBeingRetired == YES")
    return try desk.stack.mainContext.makeChild().count(for: request)
  }
}
