import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// Commands that are collected, taken back and saved as a whole.
@MainActor
final class ScratchPadTests: XCTestCase {
  @discardableResult
  private func reserve(
    _ pad: Desk, _ site: String, _ camper: String, _ arrival: String
  ) throws -> Reservation {
    let arrival = try day(arrival)
    return try pad.perform("reserve \(site)") {
      try $0.reservations.reserve(
        $0.campSites.find(site), for: $0.campers.find(camper), arrival: arrival, nights: 2)
    }
  }

  private func setPhone(_ pad: Desk, _ phone: String) throws {
    try pad.perform("phone \(phone)") {
      try $0.campers.edit($0.campers.find("Ada"), phoneNumber: phone)
    }
  }

  private func add(_ pad: Desk, camper: String) throws {
    try pad.perform("add \(camper)") { _ = try $0.campers.addCamper(camper, phoneNumber: nil) }
  }

  func testNothingOfAPadIsSeenOutsideBeforeItIsSaved() async throws {
    try await eachStore { desk in
      let pad = desk.scratchPad()
      try add(pad, camper: "Ada")
      XCTAssertEqual(try pad.services.campers.find("Ada").fullName, "Ada")
      XCTAssertEqual(try desk.count(Camper.self), 0)
      XCTAssertEqual(pad.scratchPad?.commands.map(\.name), ["add Ada"])
      let saved = try XCTUnwrap(pad.save())
      XCTAssertEqual(saved.work.description, "1 change: 1 added")
      XCTAssertEqual(try desk.count(Camper.self), 1)
      XCTAssertNil(pad.scratchPad)
      // From then on each command is saved at once.
      try add(pad, camper: "Eve")
      XCTAssertEqual(try desk.count(Camper.self), 2)
    }
  }

  func testReservationsGetTheirNumbersWithTheSaveInTheOrderInWhichTheyWereMade() async throws {
    try await eachStore { desk in
      _ = try desk.campers.addCamper("Ada", phoneNumber: nil)
      _ = try desk.sites.add("15")
      let pad = desk.scratchPad()
      // On a site and for a camper that the store does not know yet, too.
      try pad.perform("site") { _ = try $0.campSites.add("16") }
      try add(pad, camper: "Eve")
      XCTAssertEqual(try reserve(pad, "16", "Eve", "2026-07-05").code, "R-new1")
      XCTAssertEqual(try reserve(pad, "15", "Ada", "2026-07-01").code, "R-new2")
      XCTAssertEqual(try pad.services.reservations.find("r-new1").camper?.fullName, "Eve")
      XCTAssertThrowsError(try reserve(pad, "16", "Ada", "2026-07-06")) {
        XCTAssertEqual("\($0)", "site 16 is taken 2026-07-05 to 2026-07-07 (R-new1)")
      }
      let saved = try XCTUnwrap(pad.save())
      // Two reservations, a site and a camper; nights and segments belong to the reservations, and the
      // guest and the site that were there before are not changed.
      XCTAssertEqual(saved.work.description, "4 changes: 4 added")
      XCTAssertEqual(saved.codes.map(\.placeholder), ["R-new1", "R-new2"])
      XCTAssertEqual(saved.codes.map(\.final), ["R-1", "R-2"])
      XCTAssertEqual(try desk.reservations.find("R-2").camper?.fullName, "Ada")
      XCTAssertEqual(try desk.count(ReservationNight.self), 4)
    }
  }

  func testTheStaysOfOneCommandGetTheirCodesInTheirOrder() async throws {
    try await eachStore { desk in
      _ = try desk.sites.add("15")
      let pad = desk.scratchPad()
      let (first, second) = (
        try stay("2026-07-01", "2026-07-03"), try stay("2026-08-01", "2026-08-02")
      )
      try pad.perform("group") { services in
        let site = try services.campSites.find("15")
        _ = try services.reservations.bookGroup(
          "Scouts", [first, second].map { Booking(site, for: nil, dates: $0) })
      }
      XCTAssertEqual(try pad.services.reservations.find("R-new2").arrival, second.arrival)
      try pad.save()
      XCTAssertEqual(try desk.find("R-1").arrival, first.arrival)
      XCTAssertEqual(try desk.find("R-2").arrival, second.arrival)
    }
  }

  func testACommandIsTakenBackAndDoneAgainAsAWhole() async throws {
    try await eachStore { desk in
      _ = try desk.campers.addCamper("Ada", phoneNumber: "1")
      _ = try desk.sites.add("15")
      let pad = desk.scratchPad()
      XCTAssertNil(try pad.undo())
      try reserve(pad, "15", "Ada", "2026-07-01")
      try pad.perform("rename") { try $0.campers.edit($0.campers.find("Ada"), name: "Eve") }
      // What changes nothing is not in the list.
      try pad.perform("look") { _ = try $0.campers.campers() }
      XCTAssertEqual(try pad.undo(), "rename")
      XCTAssertEqual(try pad.services.campers.campers().map(\.fullName), ["Ada"])
      XCTAssertEqual(try pad.undo(), "reserve 15")
      XCTAssertEqual(try pad.services.reservations.reservations(), [])
      XCTAssertNil(try pad.undo())
      XCTAssertEqual(try pad.redo(), "reserve 15")
      XCTAssertEqual(try pad.services.reservations.find("R-new1").nights.count, 2)
      XCTAssertEqual(try pad.save()?.codes.map(\.final), ["R-1"])
      XCTAssertEqual(try desk.count(ReservationNight.self), 2)
      XCTAssertEqual(try desk.campers.campers().map(\.fullName), ["Ada"])
    }
  }

  func testAPlaceholderIsOfTheCommandThatGaveItWhateverIsTakenBack() async throws {
    try await eachStore { desk in
      _ = try desk.campers.addCamper("Ada", phoneNumber: nil)
      for name in ["1", "2"] { _ = try desk.sites.add(name) }
      let pad = desk.scratchPad()
      try reserve(pad, "1", "Ada", "2026-07-01")
      try reserve(pad, "2", "Ada", "2026-07-01")
      try pad.perform("edit") { try $0.reservations.edit("R-new2", note: "late") }
      XCTAssertEqual(try pad.undo(1), "reserve 1")
      XCTAssertEqual(pad.scratchPad?.commands.map(\.problem), [nil, nil])
      XCTAssertEqual(try pad.services.reservations.find("R-new2").siteName, "2")
      // Somebody else has R-1 by now.
      _ = try desk.reservations.reserve(
        desk.sites.find("1"), for: nil, arrival: day("2026-09-01"), nights: 1)
      XCTAssertEqual(try pad.save()?.codes.map(\.final), ["R-2"])
      XCTAssertNil(try desk.find("R-1").note)
      XCTAssertEqual(try desk.find("R-2").note, "late")
    }
  }

  func testWhatNeedsACommandThatIsTakenBackIsNamedAndNotSaved() async throws {
    try await eachStore { desk in
      _ = try desk.sites.add("1")
      let pad = desk.scratchPad()
      try add(pad, camper: "Ada")
      try reserve(pad, "1", "Ada", "2026-07-01")
      try pad.undo(1)
      XCTAssertEqual(
        pad.scratchPad?.commands.map(\.problem), ["no camper \"Ada\""])
      XCTAssertThrowsError(try pad.save()) {
        XCTAssertEqual(($0 as? UnsavedCommandError)?.position, 1)
        XCTAssertEqual(($0 as? UnsavedCommandError)?.command, "reserve 1")
      }
      XCTAssertEqual(try pad.redo(), "add Ada")
      try pad.save()
      XCTAssertEqual(try desk.find("R-1").camper?.fullName, "Ada")
    }
  }

  func testACommandThatFailsHalfwayLeavesThePadAsItWas() async throws {
    struct Failure: Error {}
    try await eachStore { desk in
      let pad = desk.scratchPad()
      try add(pad, camper: "Ada")
      XCTAssertThrowsError(
        try pad.perform("two") {
          _ = try $0.campers.addCamper("Eve", phoneNumber: nil)
          throw Failure()
        })
      XCTAssertEqual(try pad.services.campers.campers().map(\.fullName), ["Ada"])
      try pad.save()
      XCTAssertEqual(try desk.campers.campers().map(\.fullName), ["Ada"])
    }
  }

  func testARunThatClosesADayIsShownAgain() async throws {
    try await eachStore { desk in
      try desk.begin(on: "2026-06-13")
      _ = try desk.stay("2026-06-13", nights: [4_000, 4_000, 4_000], isInHouse: true)
      let pad = desk.scratchPad()
      try pad.perform("nightly") {
        _ = try $0.folios.runNightly(day("2026-06-14"), closing: true)
      }
      try add(pad, camper: "Ada")
      try pad.undo()
      XCTAssertEqual(pad.scratchPad?.commands.map(\.problem), [nil])
      XCTAssertEqual(pad.scratchPad?.commands.map(\.change), [nil])
      XCTAssertEqual(try pad.services.campgrounds.current()?.lastClosedDay, try day("2026-06-14"))
      try pad.save()
      XCTAssertEqual(try desk.campgrounds.current()?.lastClosedDay, try day("2026-06-14"))
    }
  }

  func testAnUndoThatIsInterruptedLeavesThePadAsItWas() async throws {
    try await eachStore { desk in
      let pad = desk.scratchPad()
      let coordinator = desk.stack.persistentStoreCoordinator
      @MainActor final class Trap { var isArmed = false }
      let trap = Trap()
      try add(pad, camper: "Ada")
      try pad.perform("add Bo") { services in
        if trap.isArmed { coordinator.interrupt() }
        _ = try services.campers.addCamper("Bo", phoneNumber: nil)
      }
      try add(pad, camper: "Cy")
      trap.isArmed = true
      XCTAssertThrowsError(try pad.undo(1))
      trap.isArmed = false
      coordinator.resume()
      desk.stack.mainContext.forgetInterruption()
      pad.managedObjectContext.forgetInterruption()
      XCTAssertEqual(pad.scratchPad?.commands.map(\.name), ["add Ada", "add Bo", "add Cy"])
      XCTAssertEqual(pad.scratchPad?.commands.map(\.problem), [nil, nil, nil])
      XCTAssertEqual(
        try pad.services.campers.campers().map(\.fullName).sorted(), ["Ada", "Bo", "Cy"])
      XCTAssertEqual(try pad.undo(1), "add Ada")
      try pad.save()
      XCTAssertEqual(try desk.campers.campers().map(\.fullName).sorted(), ["Bo", "Cy"])
    }
  }

  func testNothingIsChangedBesideTheListOfAPad() async throws {
    try await eachStore { desk in
      let pad = desk.scratchPad()
      XCTAssertThrowsError(try pad.services.campers.addCamper("Ada", phoneNumber: nil)) {
        XCTAssertTrue("\($0)".contains("Desk.perform"), "\($0)")
      }
      XCTAssertEqual(try pad.services.campers.campers(), [])
    }
  }

  func testVouchersKeepTheCodesThatWereShown() async throws {
    let desk = TestDesk(try TestStoreStack())
    _ = try desk.campgrounds.currentOrNew()
    let pad = Desk(on: desk.stack, clock: desk.stack.clock)
    pad.begin()
    let shown = try (1...3).map { amount in
      try pad.perform("voucher") { try $0.folios.issueVoucher(Decimal(amount)).code }
    }
    XCTAssertEqual(Set(shown).count, 3)
    try pad.save()
    let codes = try desk.stack.mainContext.fetch(Voucher.fetchRequest()).map(\.code)
    XCTAssertEqual(Set(codes), Set(shown))
  }

  func testACampgroundThatIsAddedInAPadIsWorkedAtAndStaysSo() async throws {
    try await eachStore { desk in
      _ = try desk.campgrounds.currentOrNew()
      let pad = desk.scratchPad()
      try pad.perform("add") { _ = try $0.campgrounds.add("Lake") }
      try pad.perform("use") { pad.use(try $0.campgrounds.find("Lake")) }
      try pad.perform("site") { _ = try $0.campSites.add("L1") }
      try pad.save()
      XCTAssertEqual(try pad.services.campgrounds.current()?.name, "Lake")
      XCTAssertEqual(try pad.services.campSites.find("L1").campground?.name, "Lake")
      pad.begin()
      try pad.perform("add") { _ = try $0.campgrounds.add("Hill") }
      try pad.perform("use") { pad.use(try $0.campgrounds.find("Hill")) }
      XCTAssertEqual(try pad.services.campgrounds.current()?.name, "Hill")
      try pad.undo()
      XCTAssertEqual(try pad.services.campgrounds.current()?.name, "Lake")
    }
  }

  // MARK: Two clerks

  func testAnEditThatMeetsAnotherIsNamedAndSavedOnceItWasShown() async throws {
    try await eachStore { desk in
      let ada = try desk.campers.addCamper("Ada", phoneNumber: "1")
      let pad = desk.scratchPad()
      try setPhone(pad, "2")
      try desk.campers.edit(ada, phoneNumber: "3", email: "a@x.org")
      XCTAssertThrowsError(try pad.save()) {
        XCTAssertEqual(reason(of: $0)?.code, .changedMeanwhile)
        guard let change = reason(of: $0)?.change else { return XCTFail("\($0)") }
        XCTAssertEqual(change.label, "camper Ada")
        XCTAssertEqual(change.property, "phoneNumber")
        XCTAssertEqual([change.shown, change.now], ["1", "3"])
        XCTAssertEqual("\(change)", "someone changed camper Ada meanwhile: 1 is now 3")
      }
      XCTAssertEqual(ada.phoneNumber, "3")
      // The pad shows what it comes to now, and that is saved.
      XCTAssertEqual(try pad.services.campers.find("Ada").phoneNumber, "2")
      XCTAssertEqual(try pad.services.campers.find("Ada").email, "a@x.org")
      try pad.save()
      XCTAssertEqual([ada.phoneNumber, ada.email], ["2", "a@x.org"])
    }
  }

  func testWhatChangesAgainAfterItWasToldIsToldAgain() async throws {
    try await eachStore { desk in
      let ada = try desk.campers.addCamper("Ada", phoneNumber: "1")
      let pad = desk.scratchPad()
      try setPhone(pad, "2")
      for phone in ["3", "4"] {
        try desk.campers.edit(ada, phoneNumber: phone)
        XCTAssertThrowsError(try pad.save()) {
          XCTAssertTrue("\($0)".hasSuffix("is now \(phone)"), "\($0)")
        }
      }
      try pad.undo()
      XCTAssertEqual(try pad.services.campers.find("Ada").phoneNumber, "4")
    }
  }

  func testEditsOfDifferentThingsAreInNobodysWay() async throws {
    try await eachStore { desk in
      let ada = try desk.campers.addCamper("Ada", phoneNumber: "1")
      let pad = desk.scratchPad()
      try setPhone(pad, "2")
      try desk.campers.edit(ada, email: "a@x.org")
      try pad.save()
      XCTAssertEqual([ada.phoneNumber, ada.email], ["2", "a@x.org"])
    }
  }

  func testWhoWasDeletedMeanwhileIsNamed() async throws {
    try await eachStore { desk in
      let ada = try desk.campers.addCamper("Ada", phoneNumber: "1")
      let pad = desk.scratchPad()
      try setPhone(pad, "2")
      try desk.campers.delete(ada)
      for _ in 1...2 {
        assertBreaks(.unknown, "no camper \"Ada\"") { try pad.save() }
      }
      XCTAssertEqual(try pad.undo(), "phone 2")
      XCTAssertEqual(try pad.save()?.work.count, 0)
    }
  }

  func testACamperWhoGotAReservationMeanwhileIsNotDeleted() async throws {
    try await eachStore { desk in
      let ada = try desk.campers.addCamper("Ada", phoneNumber: "1")
      let site = try desk.sites.add("15")
      let pad = desk.scratchPad()
      try pad.perform("delete") { try $0.campers.delete($0.campers.find("Ada")) }
      _ = try desk.reservations.reserve(site, for: ada, arrival: day("2026-07-01"), nights: 2)
      assertBreaks(.inUse, "Ada has reservations: R-1") { try pad.save() }
      XCTAssertEqual(try desk.count(Camper.self), 1)
    }
  }

  func testWhatCostsOtherThanWasShownIsTold() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 45)
      _ = try desk.campers.addCamper("Ada", phoneNumber: nil)
      let pad = desk.scratchPad()
      try reserve(pad, "15", "Ada", "2026-07-01")
      try desk.sites.edit(site, rate: 50)
      XCTAssertThrowsError(try pad.save()) {
        XCTAssertEqual("\($0)", "someone changed R-new1 meanwhile: $90.00 is now $100.00")
      }
      XCTAssertEqual(try desk.count(Reservation.self), 0)
      XCTAssertEqual("\(try XCTUnwrap(pad.services.reservations.find("R-new1").total))", "$100.00")
      try pad.save()
      XCTAssertEqual(try desk.find("R-1").totalMinor, 100_00)
    }
  }

  func testWhatACancellationKeepsIsAsWasShown() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 50)
      _ = try desk.reservations.reserve(site, for: nil, arrival: day("2026-07-01"), nights: 2)
      let pad = desk.scratchPad()
      try pad.perform("cancel") { try $0.reservations.cancel("R-1") }
      try desk.reservations.edit("R-1", price: 40)
      // Nothing is kept either way.
      try pad.save()
      XCTAssertEqual(try desk.find("R-1").state, .canceled)
    }
  }

  func testANightThatSomebodyTookMeanwhileIsNamedAndThePlaceholderStays() async throws {
    try await eachStore { desk in
      _ = try desk.campers.addCamper("Ada", phoneNumber: nil)
      let site = try desk.sites.add("15")
      let pad = desk.scratchPad()
      try reserve(pad, "15", "Ada", "2026-07-01")
      _ = try desk.reservations.reserve(site, for: nil, arrival: day("2026-07-02"), nights: 2)
      for _ in 1...2 {
        assertBreaks(
          .siteTaken(
            site: "15", by: [TakenStay(dates: try stay("2026-07-02", "2026-07-04"), code: "R-1")])
        ) { try pad.save() }
      }
      // It is shown no more, since it cannot be.
      XCTAssertThrowsError(try pad.services.reservations.find("R-new1"))
      try desk.reservations.cancel("R-1")
      try pad.save()
      XCTAssertEqual(try desk.find("R-2").camper?.fullName, "Ada")
    }
  }

  func testOfManyPadsWithOneNightOneIsSaved() async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let desks = try (1...5).map { _ in try otherDesk(on: file) }
    _ = try desks[0].sites.add("15", rate: 40)
    let pads = desks.map { $0.scratchPad() }
    let dates = try stay("2026-07-01", "2026-07-02")
    for pad in pads {
      _ = try pad.storeStack.refreshAfterForeignChanges()
      try pad.perform("reserve") {
        _ = try $0.reservations.reserve($0.campSites.find("15"), for: nil, dates: dates)
      }
    }
    let saved = pads.map { (try? $0.save()) != nil }
    XCTAssertEqual(saved, [true, false, false, false, false])
    _ = try desks[4].stack.refreshAfterForeignChanges()
    XCTAssertEqual(try desks[4].count(ReservationNight.self), 1)
    for desk in desks { try desk.stack.close() }
  }
}
