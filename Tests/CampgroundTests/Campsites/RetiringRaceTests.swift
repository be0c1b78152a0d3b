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

  private func scope(_ desk: Desk) -> ServiceScope {
    ServiceScope(
      context: desk.stack.mainContext, clock: desk.stack.clock, campgroundID: nil, reach: .store)
  }

  func testWhoBooksWhatIsRetiredBeforeTheSaveLosesTheNights() async throws {
    try await twoDesks { clerk, owner in
      let site = try clerk.sites.find("15")
      let dates = try stay("2026-07-01", "2026-07-03")
      var rounds = 0
      XCTAssertThrowsError(
        try scope(clerk).change { scratch in
          rounds += 1
          _ = try StayBook(scope(clerk), in: scratch).book(
            Booking(site, for: nil, dates: dates), as: .reserved)
          // The clerk has looked, and has not saved.
          if rounds == 1 {
            try owner.sites.retire(owner.sites.find("15"), from: day("2026-07-01"))
          }
        }
      ) {
        XCTAssertEqual("\($0)", "site 15 is not let from 2026-07-01 on")
      }
      // The save that lost, the refusal, and the second look at it.
      XCTAssertEqual(rounds, 3)
      XCTAssertEqual(try owner.count(ReservationNight.self), 0)
      XCTAssertEqual(try owner.sites.find("15").retirement, try day("2026-07-01"))
    }
  }

  func testWhoClosesWhatIsRetiredBeforeTheSaveLosesTheNights() async throws {
    try await twoDesks { clerk, owner in
      let site = try clerk.sites.find("15")
      let dates = try stay("2026-07-01", "2026-07-03")
      var isFirst = true
      XCTAssertThrowsError(
        try scope(clerk).change { scratch in
          let current = try scratch.current(site)
          let block = SiteBlock(context: scratch)
          block.campSite = current
          block.firstDay = dates.arrival
          block.reopening = dates.departure
          block.kind = .maintenance
          block.reason = "roots"
          try NightLedger.occupy(
            dates, by: block, on: current, now: TestStoreStack.noon, in: scratch, ending: { _ in })
          if isFirst { try owner.sites.retire(owner.sites.find("15"), from: day("2026-07-01")) }
          isFirst = false
        }
      ) {
        XCTAssertEqual("\($0)", "site 15 is not let from 2026-07-01 on")
      }
      XCTAssertEqual(try owner.count(ReservationNight.self), 0)
    }
  }

  func testWhoRetiresWhatIsBookedBeforeTheSaveIsToldTheReservation() async throws {
    try await twoDesks { clerk, owner in
      // The owner has looked and announced it; the clerk books, and the owner goes on.
      let site = try owner.sites.find("15")
      try owner.sites.announceRetirement(of: site, from: day("2026-07-01"))
      _ = try clerk.reservations.reserve(
        clerk.sites.find("15"), for: nil, dates: stay("2026-07-01", "2026-07-03"))
      XCTAssertFalse(try owner.sites.retireAnnounced(site, from: day("2026-07-01")))
      assertBreaks(.siteHasReservations("15", codes: ["R-1"])) {
        try owner.sites.retire(site, from: day("2026-07-01"))
      }
      XCTAssertNil(try clerk.sites.find("15").retirement)
      XCTAssertEqual(try clerk.count(ReservationNight.self), 2)
    }
  }

  func testWhoBooksBetweenTheLookAndTheSaveOfARetirementWins() async throws {
    try await twoDesks { clerk, owner in
      let site = try owner.sites.find("15")
      try owner.sites.announceRetirement(of: site, from: day("2026-07-01"))
      var isFirst = true
      // The second half of a retirement, with somebody who books before it is saved.
      let isRetired = try scope(owner).change(
        { scratch in
          let site = try scratch.current(site)
          guard site.isBeingRetired == true else { return false }
          try CampSiteService.requireNoStays(
            on: site, from: day("2026-07-01"), now: TestStoreStack.noon, in: scratch)
          site.retirement = try day("2026-07-01")
          site.isBeingRetired = nil
          if isFirst {
            _ = try clerk.reservations.reserve(
              clerk.sites.find("15"), for: nil, dates: stay("2026-07-01", "2026-07-03"))
          }
          isFirst = false
          return true
        }, if: { $0 })
      XCTAssertFalse(isRetired)
      XCTAssertNil(try owner.sites.find("15").retirement)
      XCTAssertEqual(try owner.count(ReservationNight.self), 2)
    }
  }

  func testARetirementThatNobodyCameBackToDoesNothing() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      try desk.sites.announceRetirement(of: site, from: day("2026-07-01"))
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-01", "2026-07-03"))
      XCTAssertNil(site.isBeingRetired)
      try desk.sites.retire(site, from: day("2026-07-03"))
      XCTAssertEqual(site.retirement, try day("2026-07-03"))
      XCTAssertNil(site.isBeingRetired)
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
      try owner.sites.announceRetirement(of: owner.sites.find("15"), from: day("2026-07-01"))
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
      // Whoever noted it before goes on with it.
      try clerk.sites.announceRetirement(of: clerk.sites.find("Brook"), from: day("2026-07-01"))
      XCTAssertThrowsError(try pad.save())
      XCTAssertEqual(try notes(on: clerk), 1)
      XCTAssertTrue(
        try clerk.sites.retireAnnounced(clerk.sites.find("Brook"), from: day("2026-07-01")))
    }
  }

  /// How many campsites are noted as about to be retired, in the store.
  private func notes(on desk: Desk) throws -> Int {
    let request = CampSite.fetchRequest()
    request.predicate = try FetchPredicate(format: "isBeingRetired == YES")
    return try desk.stack.mainContext.makeChild().count(for: request)
  }
}
