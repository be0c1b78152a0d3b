import Campground
import ObjectGraph
import TestSupport
import XCTest

/// Work that is collected, undone and saved as a whole.
@MainActor
final class ScratchPadTests: XCTestCase {
  /// A pad and the services that work in it.
  @MainActor
  struct PadDesk {
    let pad: ScratchPad
    let campers: CamperService
    let sites: CampSiteService
    let reservations: ReservationService

    init(_ desk: Desk) {
      pad = ScratchPad(on: desk.stack)
      let context = pad.managedObjectContext
      campers = CamperService(
        managedObjectContext: context, storeStack: desk.stack, savingTo: .context)
      sites = CampSiteService(
        managedObjectContext: context, storeStack: desk.stack, savingTo: .context)
      reservations = ReservationService(
        managedObjectContext: context, storeStack: desk.stack, clock: desk.stack.clock,
        savingTo: .context)
    }

    func reserve(_ site: String, _ camper: String, _ arrival: String) throws -> Reservation {
      try reservations.reserve(
        sites.find(site), for: campers.find(camper), arrival: day(arrival), nights: 2)
    }
  }

  func testNothingOfAPadIsSeenOutsideBeforeItIsSaved() async throws {
    try await eachStore { desk in
      let work = PadDesk(desk)
      _ = try work.campers.addCamper("Ada", phoneNumber: nil)
      XCTAssertEqual(try work.campers.find("Ada").fullName, "Ada")
      XCTAssertEqual(try desk.count(Camper.self), 0)
      XCTAssertTrue(work.pad.hasUnsavedWork)
      let saved = try work.pad.save()
      XCTAssertEqual(saved.work.description, "1 change: 1 added")
      XCTAssertEqual(try desk.count(Camper.self), 1)
      XCTAssertFalse(work.pad.hasUnsavedWork)
    }
  }

  func testReservationsGetTheirNumbersWithTheSaveInTheOrderInWhichTheyWereMade() async throws {
    try await eachStore { desk in
      _ = try desk.campers.addCamper("Ada", phoneNumber: nil)
      _ = try desk.sites.add("15")
      let work = PadDesk(desk)
      // On a site and for a camper that the store does not know yet, too.
      _ = try work.sites.add("16")
      _ = try work.campers.addCamper("Eve", phoneNumber: nil)
      XCTAssertEqual(try work.reserve("16", "Eve", "2026-07-05").code, "R-new1")
      XCTAssertEqual(try work.reserve("15", "Ada", "2026-07-01").code, "R-new2")
      XCTAssertEqual(try work.reservations.find("r-new1").camper?.fullName, "Eve")
      XCTAssertThrowsError(try work.reserve("16", "Ada", "2026-07-06")) {
        XCTAssertEqual("\($0)", "site 16 is taken 2026-07-05 to 2026-07-07 (R-new1)")
      }
      let saved = try work.pad.save()
      // Two reservations, a site and a camper; nights and segments belong to the reservations, and the
      // guest and the site that were there before are not changed.
      XCTAssertEqual(saved.work.description, "4 changes: 4 added")
      XCTAssertEqual(saved.codes.map(\.provisional), ["R-new1", "R-new2"])
      XCTAssertEqual(saved.codes.map(\.final), ["R-1", "R-2"])
      XCTAssertEqual(try desk.reservations.find("R-2").camper?.fullName, "Ada")
      XCTAssertEqual(try desk.count(ReservationNight.self), 4)
    }
  }

  func testAStepIsTakenBackAndDoneAgainAsAWhole() async throws {
    try await eachStore { desk in
      _ = try desk.campers.addCamper("Ada", phoneNumber: "1")
      _ = try desk.sites.add("15")
      let work = PadDesk(desk)
      XCTAssertNil(try work.pad.undo())
      try work.pad.perform("reserve") { _ = try work.reserve("15", "Ada", "2026-07-01") }
      try work.pad.perform("rename") {
        try work.campers.edit(work.campers.find("Ada"), name: "Eve")
      }
      try work.pad.perform("look") { _ = try work.campers.campers() }
      XCTAssertEqual(try work.pad.undo(), "rename")
      XCTAssertEqual(try work.campers.campers().map(\.fullName), ["Ada"])
      XCTAssertEqual(try work.pad.undo(), "reserve")
      XCTAssertEqual(try work.reservations.reservations(), [])
      XCTAssertFalse(work.pad.hasUnsavedWork)
      XCTAssertNil(try work.pad.undo())
      XCTAssertEqual(try work.pad.redo(), "reserve")
      XCTAssertEqual(try work.reservations.find("R-new1").nights.count, 2)
      XCTAssertEqual(try work.pad.save().codes.map(\.final), ["R-1"])
      XCTAssertEqual(try desk.count(ReservationNight.self), 2)
      XCTAssertEqual(try desk.campers.campers().map(\.fullName), ["Ada"])
    }
  }

  // MARK: Two clerks

  /// Edits Ada in a pad and then outside of it, and gives the pad with what its save met.
  private func meet(_ desk: Desk) throws -> (PadDesk, [EditConflict]) {
    let ada = try desk.campers.addCamper("Ada", phoneNumber: "1")
    let work = PadDesk(desk)
    try work.campers.edit(work.campers.find("Ada"), name: "Ada L", phoneNumber: "2")
    try desk.campers.edit(ada, phoneNumber: "3", email: "a@x.org")
    return (work, try conflicts { try work.pad.save() })
  }

  private func conflicts(_ body: () throws -> SavedWork) throws -> [EditConflict] {
    do {
      XCTFail("saved \(try body())")
      return []
    } catch CampgroundError.changedMeanwhile(let conflicts) {
      return conflicts
    }
  }

  func testAnEditThatMeetsAnotherShowsWhatWasSeenWhatIsThereAndWhatWasWritten() async throws {
    try await eachStore { desk in
      let (work, conflicts) = try meet(desk)
      XCTAssertEqual(conflicts.map(\.description), ["camper Ada L was changed by someone else"])
      let properties = conflicts.first?.properties ?? []
      XCTAssertEqual(properties.map(\.name), ["email", "fullName", "phoneNumber"])
      XCTAssertEqual(properties.map(\.seen), [.null, .string("Ada"), .string("1")])
      XCTAssertEqual(
        properties.map(\.stored), [.string("a@x.org"), .string("Ada"), .string("3")])
      XCTAssertEqual(properties.map(\.written), [.null, .string("Ada L"), .string("2")])
      // Nothing moved on either side.
      XCTAssertEqual(try work.campers.campers().map(\.phoneNumber), ["2"])
      XCTAssertEqual(try desk.campers.campers().map(\.phoneNumber), ["3"])
    }
  }

  func testMineKeepsWhatWasWrittenHereAndWhatOnlyOthersChanged() async throws {
    try await eachStore { desk in
      let (work, _) = try meet(desk)
      try work.pad.save(.mine)
      let camper = try desk.campers.find("Ada L")
      XCTAssertEqual(camper.phoneNumber, "2")
      XCTAssertEqual(camper.email, "a@x.org")
    }
  }

  func testTheirsKeepsWhatIsInTheStoreAndWhatWasOnlyWrittenHere() async throws {
    try await eachStore { desk in
      let (work, _) = try meet(desk)
      try work.pad.save(.theirs)
      let camper = try desk.campers.find("Ada L")
      XCTAssertEqual(camper.phoneNumber, "3")
      XCTAssertEqual(camper.email, "a@x.org")
    }
  }

  func testAChoiceIsNotForWhatChangedSinceTheConflictWasTold() async throws {
    try await eachStore { desk in
      let (work, _) = try meet(desk)
      try desk.campers.edit(desk.campers.find("Ada"), phoneNumber: "4")
      let news = try conflicts { try work.pad.save(.mine) }
      XCTAssertEqual(news.first?.properties.last?.stored, .string("4"))
      XCTAssertEqual(try desk.campers.find("Ada").phoneNumber, "4")
      try work.pad.save(.mine)
      XCTAssertEqual(try desk.campers.find("Ada L").phoneNumber, "2")
    }
  }

  func testAnEditThatWasTakenBackMeetsNobody() async throws {
    try await eachStore { desk in
      _ = try desk.campers.addCamper("Ada", phoneNumber: "1")
      let work = PadDesk(desk)
      try work.pad.perform("edit") {
        try work.campers.edit(work.campers.find("Ada"), phoneNumber: "2")
      }
      try desk.campers.edit(desk.campers.find("Ada"), phoneNumber: "3")
      _ = try conflicts { try work.pad.save() }
      try work.pad.undo()
      XCTAssertEqual(try work.campers.find("Ada").phoneNumber, "3")
      try work.campers.edit(work.campers.find("Ada"), phoneNumber: "5")
      try work.pad.save()
      XCTAssertEqual(try desk.campers.find("Ada").phoneNumber, "5")
    }
  }

  private func meetDeletion(_ desk: Desk) throws -> PadDesk {
    let ada = try desk.campers.addCamper("Ada", phoneNumber: "1")
    let work = PadDesk(desk)
    try work.campers.edit(work.campers.find("Ada"), phoneNumber: "2")
    try desk.campers.delete(ada)
    let met = try conflicts { try work.pad.save() }
    XCTAssertEqual(met.map(\.isDeletedInStore), [true])
    XCTAssertEqual(met.map(\.choices), [[.mine, .theirs]])
    // Only what was written: the name is gone there, and that is no change of the name.
    XCTAssertEqual(met.first?.properties.map(\.name), ["phoneNumber"])
    return work
  }

  func testAnEditOfWhatWasDeletedIsDroppedWithTheirs() async throws {
    try await eachStore { desk in
      let pad = try meetDeletion(desk).pad
      XCTAssertEqual(try pad.save(.theirs).work.count, 0)
      XCTAssertEqual(try desk.count(Camper.self), 0)
      XCTAssertFalse(pad.hasUnsavedWork)
    }
  }

  func testAnEditOfWhatWasDeletedIsAddedAgainWithMine() async throws {
    try await eachStore { desk in
      let pad = try meetDeletion(desk).pad
      XCTAssertEqual(try pad.save(.mine).work.description, "1 change: 1 added")
      XCTAssertEqual(try desk.campers.find("Ada").phoneNumber, "2")
      XCTAssertFalse(pad.hasUnsavedWork)
    }
  }

  func testADeletionThatMeetsAnEditIsChosenAbout() async throws {
    for (choice, remaining) in [(ScratchPad.Choice.mine, []), (.theirs, ["Ada 2"])] {
      try await eachStore { desk in
        let ada = try desk.campers.addCamper("Ada", phoneNumber: "1")
        let work = PadDesk(desk)
        try work.campers.delete(work.campers.find("Ada"))
        try desk.campers.edit(ada, phoneNumber: "2")
        let met = try conflicts { try work.pad.save() }
        XCTAssertEqual(met.map(\.description), ["camper Ada was changed by someone else"])
        XCTAssertEqual(met.first?.properties.map(\.name), ["phoneNumber"])
        try work.pad.save(choice)
        XCTAssertFalse(work.pad.hasUnsavedWork)
        XCTAssertEqual(
          try desk.campers.campers().map { "\($0.fullName) \($0.phoneNumber ?? "-")" }, remaining)
      }
    }
  }

  func testADeletionOnBothSidesIsNoConflict() async throws {
    try await eachStore { desk in
      let ada = try desk.campers.addCamper("Ada", phoneNumber: "1")
      let work = PadDesk(desk)
      try work.campers.delete(work.campers.find("Ada"))
      try desk.campers.delete(ada)
      XCTAssertEqual(try work.pad.save().work.description, "1 change: 1 deleted")
      XCTAssertEqual(try desk.count(Camper.self), 0)
    }
  }

  func testACamperWhoGotAReservationMeanwhileIsNotDeleted() async throws {
    try await eachStore { desk in
      let ada = try desk.campers.addCamper("Ada", phoneNumber: "1")
      let site = try desk.sites.add("15")
      let work = PadDesk(desk)
      try work.campers.delete(work.campers.find("Ada"))
      _ = try desk.reservations.reserve(site, for: ada, arrival: day("2026-07-01"), nights: 2)
      assertBreaks(.camperHasReservations("Ada", codes: ["R-1"])) { try work.pad.save() }
      XCTAssertEqual(try desk.count(Camper.self), 1)
    }
  }

  func testReservationsAreNotPutTogetherPropertyByProperty() async throws {
    try await eachStore { desk in
      _ = try desk.campers.addCamper("Ada", phoneNumber: nil)
      let site = try desk.sites.add("15")
      _ = try desk.reservations.reserve(site, for: nil, arrival: day("2026-07-01"), nights: 2)
      let work = PadDesk(desk)
      try work.reservations.cancel("R-1")
      try desk.reservations.cancel("R-1")
      for choice in [nil, ScratchPad.Choice.mine, .theirs] {
        let met = try conflicts { try work.pad.save(choice) }
        XCTAssertEqual(met.map(\.label), ["R-1"])
        XCTAssertEqual(met.map(\.choices), [[]])
      }
    }
  }

  func testANightThatSomebodyTookMeanwhileIsNamedAndTheProvisionalCodeStays() async throws {
    try await eachStore { desk in
      _ = try desk.campers.addCamper("Ada", phoneNumber: nil)
      let site = try desk.sites.add("15")
      let work = PadDesk(desk)
      try work.pad.perform("reserve") { _ = try work.reserve("15", "Ada", "2026-07-01") }
      _ = try desk.reservations.reserve(site, for: nil, arrival: day("2026-07-02"), nights: 2)
      assertBreaks(
        .siteTaken(
          site: "15", by: [TakenStay(dates: try stay("2026-07-02", "2026-07-04"), code: "R-1")])
      ) { try work.pad.save() }
      XCTAssertEqual(try work.reservations.find("R-new1").nights.count, 2)
      XCTAssertEqual(try work.pad.undo(), "reserve")
      XCTAssertFalse(work.pad.hasUnsavedWork)
    }
  }

  /// Adds site 15 for 30 in a pad and for 40 outside of it, with a stay in the pad.
  private func meetSite(_ desk: Desk) throws -> PadDesk {
    _ = try desk.campgrounds.currentOrNew()
    _ = try desk.campers.addCamper("Ada", phoneNumber: nil)
    let work = PadDesk(desk)
    try work.sites.add("15").rateMinor = 3000
    _ = try work.reserve("15", "Ada", "2026-07-01")
    let site = try desk.sites.add("15")
    (site.rateMinor, site.water) = (4000, true)
    try desk.stack.mainContext.saveThrough()
    let met = try conflicts { try work.pad.save() }
    XCTAssertEqual(
      met.map(\.description), ["the name of site 15 was taken by someone else"])
    XCTAssertEqual(met.map(\.choices), [[.mine, .theirs]])
    let rate = met.first?.properties.first { $0.name == "rateMinor" }
    XCTAssertEqual(rate?.seen, .null)
    XCTAssertEqual(rate?.stored, .integer(4000))
    XCTAssertEqual(rate?.written, .integer(3000))
    return work
  }

  func testASiteWhoseNameSomebodyTookGivesWayToTheOtherOne() async throws {
    // Mine: the site that is there takes what the new one was given.
    for (choice, rate) in [(ScratchPad.Choice.mine, 3000 as Int64), (.theirs, 4000)] {
      try await eachStore { desk in
        let work = try meetSite(desk)
        try work.pad.save(choice)
        XCTAssertEqual(try desk.count(CampSite.self), 1)
        let site = try desk.sites.find("15")
        XCTAssertEqual(site.rateMinor, rate)
        XCTAssertTrue(site.water)
        XCTAssertEqual(site.reservations.map(\.code), ["R-1"])
        XCTAssertEqual(site.nights.count, 2)
      }
    }
  }

  func testNightsThatTheOtherSiteHasNoMoreAreToldWithTheReservationThatHasThem() async throws {
    try await eachStore { desk in
      let work = try meetSite(desk)
      _ = try desk.reservations.reserve(
        desk.sites.find("15"), for: nil, arrival: day("2026-07-02"), nights: 2)
      for choice in ScratchPad.Choice.allCases {
        assertBreaks(
          .siteTaken(
            site: "15", by: [TakenStay(dates: try stay("2026-07-02", "2026-07-04"), code: "R-1")])
        ) { try work.pad.save(choice) }
        XCTAssertTrue(work.pad.hasUnsavedWork)
      }
    }
  }

  func testWhatBothSidesAddedAlikeIsOneAndNoConflict() async throws {
    try await eachStore { desk in
      let work = PadDesk(desk)
      // Each makes the campground, too.
      _ = try work.sites.add("15")
      _ = try desk.sites.add("15")
      XCTAssertEqual(try work.pad.save().work.count, 0)
      XCTAssertEqual(try desk.count(CampSite.self), 1)
      XCTAssertEqual(try desk.count(Campground.self), 1)
    }
  }

  func testOneChoiceHoldsForEditsAndNamesThatAreToldOneAfterTheOther() async throws {
    try await eachStore { desk in
      let ada = try desk.campers.addCamper("Ada", phoneNumber: "1")
      _ = try desk.campgrounds.currentOrNew()
      let work = PadDesk(desk)
      try work.campers.edit(work.campers.find("Ada"), phoneNumber: "2")
      try work.sites.add("15").rateMinor = 3000
      try desk.campers.edit(ada, phoneNumber: "3")
      _ = try desk.sites.add("15")
      XCTAssertEqual(try conflicts { try work.pad.save() }.map(\.isTaken), [false])
      // The name comes up once the edits are out of the way, and was not told before.
      XCTAssertEqual(try conflicts { try work.pad.save(.mine) }.map(\.isTaken), [true])
      XCTAssertEqual(try work.pad.save(.mine).work.description, "2 changes: 2 changed")
      XCTAssertEqual(try desk.campers.find("Ada").phoneNumber, "2")
      XCTAssertEqual(try desk.sites.find("15").rateMinor, 3000)
      XCTAssertEqual(try desk.count(CampSite.self), 1)
    }
  }

  func testASiteThatWasGivenANameTakenMeanwhileCanOnlyHaveItsOwnBack() async throws {
    try await eachStore { desk in
      _ = try desk.sites.add("15")
      let work = PadDesk(desk)
      try work.sites.edit(work.sites.find("15"), name: "A")
      _ = try desk.sites.add("A")
      for choice in [nil, ScratchPad.Choice.mine] {
        let met = try conflicts { try work.pad.save(choice) }
        XCTAssertEqual(met.map(\.choices), [[.theirs]])
      }
      try work.pad.save(.theirs)
      XCTAssertEqual(try desk.sites.find("15").name, "15")
      XCTAssertEqual(try desk.count(CampSite.self), 2)
    }
  }
}
