import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Another process that saves in the instant between the rules that a save asks, and the save.
@MainActor
final class BetweenRulesTests: XCTestCase {
  /// Two programs over one store, one of them with a scratch pad.
  @MainActor
  private struct TwoPrograms {
    let mine: Desk
    let theirs: Desk
    let pad: ScratchPad

    private func look() throws { try theirs.stack.refreshAfterForeignChanges() }

    /// Runs what the other program does when the pad has asked all rules and begins to save; so
    /// often, if the pad tries so often.
    func saving(
      times: Int = 1, whileTheOther act: @escaping @MainActor (Desk) throws -> Void
    ) throws -> Int {
      var rounds = 0
      var failure: (any Error)?
      let token = pad.managedObjectContext.observeWillSave {
        rounds += 1
        guard rounds <= times else { return }
        do {
          try look()
          try act(theirs)
        } catch {
          failure = error
        }
      }
      defer { NotificationCenter.default.removeObserver(token) }
      defer { XCTAssertNil(failure) }
      try pad.save()
      return rounds
    }
  }

  private func twoPrograms(_ body: (TwoPrograms) throws -> Void) throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let mine = try TestStoreStack(store: PersistentStoreDescription(url: file))
    let theirs = try TestStoreStack(store: PersistentStoreDescription(url: file))
    let desk = Desk(mine)
    _ = try desk.campers.addCamper("Ada", phoneNumber: nil)
    _ = try desk.sites.add("15")
    try desk.policies.add("Kind", plan(.nothing))
    try body(TwoPrograms(mine: desk, theirs: Desk(theirs), pad: ScratchPad(on: mine)))
    try theirs.close()
    try mine.close()
  }

  private func plan(_ kept: CancellationTerms.Kept) -> PolicyPlan {
    PolicyPlan(steps: [.init(NoticeDays(from: 0, through: nil), keeps: kept)], graceMinutes: 0)
  }

  private func policies(_ two: TwoPrograms) -> PolicyService {
    PolicyService(
      managedObjectContext: two.pad.managedObjectContext, storeStack: two.mine.stack,
      clock: two.mine.stack.clock, savingTo: .context)
  }

  private static func book(_ desk: Desk) throws {
    _ = try desk.reservations.reserve(
      Booking(
        desk.sites.find("15"), for: desk.campers.find("Ada"),
        dates: stay("2026-07-01", "2026-07-03")))
  }

  func testAStayThatIsBookedBetweenRuleAndSaveKeepsThePolicyAsItWas() async throws {
    try twoPrograms { two in
      let service = policies(two)
      try service.edit(service.find("Kind")) { $0 = plan(.percent(100)) }
      _ = try two.saving(whileTheOther: Self.book)
      XCTAssertEqual(PolicyPlan(try two.mine.policies.find("Kind")), plan(.percent(100)))
      let notes = try two.theirs.folios.confirmation(of: two.theirs.find("R-1")).notes
      XCTAssertTrue(notes[0].contains("we keep nothing"), "\(notes)")
    }
  }

  func testAnAmountThatIsWrittenBetweenRuleAndSaveKeepsTheCurrency() async throws {
    try twoPrograms { two in
      let service = CampgroundService(
        managedObjectContext: two.pad.managedObjectContext, storeStack: two.mine.stack,
        savingTo: .context)
      let campground = try XCTUnwrap(service.current())
      try service.edit(campground, settings: CampgroundSettings(currency: Currency("JPY")))
      XCTAssertThrowsError(
        try two.saving { try $0.rates.addRate("Base", RatePlan(amount: 10.5)) }
      ) {
        XCTAssertEqual($0 as? CampgroundError, .currencyInUse(.usd, by: ["1 rate"]))
      }
      XCTAssertEqual(try two.theirs.campgrounds.current()?.currencyCode, "USD")
    }
  }

  func testAGroupThatIsNamedBetweenRuleAndSaveKeepsItsNameAlone() async throws {
    try twoPrograms { two in
      _ = try two.mine.sites.add("16")
      let service = ReservationService(
        managedObjectContext: two.pad.managedObjectContext, storeStack: two.mine.stack,
        clock: two.mine.stack.clock, savingTo: .context)
      let dates = try stay("2026-07-01", "2026-07-03")
      try service.bookGroup(
        "Scouts", [Booking(two.mine.sites.find("16"), for: nil, dates: dates)])
      XCTAssertThrowsError(
        try two.saving { desk in
          try desk.reservations.bookGroup(
            "scouts", [Booking(desk.sites.find("15"), for: nil, dates: dates)])
        }
      ) {
        XCTAssertEqual($0 as? CampgroundError, .group(.nameTaken("Scouts")))
      }
    }
  }

  func testTwoClerksGiveNewReservationsOnePolicyBetweenThem() async throws {
    try twoPrograms { two in
      let service = policies(two)
      try service.add("Strict", plan(.percent(100)), isDefault: true)
      XCTAssertThrowsError(
        try two.saving { try $0.policies.add("Summer", self.plan(.nights(1)), isDefault: true) }
      ) {
        XCTAssertEqual($0 as? CampgroundError, .defaultTaken(policy: "Strict", by: "Summer"))
      }
      XCTAssertEqual(
        try two.theirs.policies.policies().filter(\.isDefault).map(\.name), ["Summer"])
      // Said again it is so, and the other one gives way.
      try service.edit(service.find("Strict"), isDefault: true)
      try two.pad.save()
      try two.theirs.stack.refreshAfterForeignChanges()
      XCTAssertEqual(
        try two.theirs.policies.policies().filter(\.isDefault).map(\.name), ["Strict"])
    }
  }

  func testWhatOthersWriteBetweenAndNoRuleIsAboutLetsTheSaveThrough() async throws {
    try twoPrograms { two in
      let service = policies(two)
      try service.edit(service.find("Kind")) { $0 = plan(.percent(100)) }
      var number = 0
      let rounds = try two.saving(times: 7) { desk in
        number += 1
        _ = try desk.campers.addCamper("Camper \(number)", phoneNumber: nil)
      }
      // Seven times somebody was faster, the eighth time nobody.
      XCTAssertEqual(rounds, 8)
      try two.theirs.stack.refreshAfterForeignChanges()
      XCTAssertEqual(PolicyPlan(try two.theirs.policies.find("Kind")), plan(.percent(100)))
      XCTAssertEqual(try two.theirs.count(Camper.self), 8)
    }
  }

  func testAPadThatOthersAreAlwaysFasterThanIsToldSoAndKept() async throws {
    try twoPrograms { two in
      let service = policies(two)
      try service.edit(service.find("Kind"), name: "Kinder")
      var rounds = 0
      XCTAssertThrowsError(
        try two.saving(times: .max) { desk in
          rounds += 1
          try desk.campers.edit(desk.campers.find("Ada"), phoneNumber: "\(rounds)")
        }
      ) {
        XCTAssertEqual(($0 as? ObjectGraphError)?.isLateForStore, true, "\($0)")
      }
      XCTAssertEqual(rounds, 100)
      XCTAssertTrue(two.pad.hasUnsavedWork)
      try two.pad.save()
      XCTAssertEqual(try two.mine.policies.policies().map(\.name), ["Kinder"])
    }
  }

  func testAServiceThatTakesTheFirstPolicysPlaceTellsWhose() async throws {
    try twoPrograms { two in
      let policy = try two.mine.policies.add("Strict", plan(.percent(100)))
      try two.theirs.stack.refreshAfterForeignChanges()
      try two.theirs.policies.add("Summer", self.plan(.nights(1)), isDefault: true)
      let change = try two.mine.policies.editing(policy, isDefault: true) { plan in
        plan.graceMinutes = 5
      }
      XCTAssertEqual(change.replaced, "Summer")
      try two.theirs.stack.refreshAfterForeignChanges()
      XCTAssertEqual(
        try two.theirs.policies.policies().filter(\.isDefault).map(\.name), ["Strict"])
    }
  }

  func testTheStoreItselfLetsNoTwoPoliciesBeTheDefault() async throws {
    try await eachStore { desk in
      try desk.policies.add("Kind", plan(.nothing))
      let other = try desk.policies.add("Strict", plan(.percent(100)))
      let third = try desk.policies.add("Third", plan(.nights(1)))
      XCTAssertFalse(third.isDefault)
      let scratch = desk.stack.mainContext.makeChild()
      let own = try XCTUnwrap(
        try scratch.existingObject(with: other.objectID) as? CancellationPolicy)
      own.isDefault = true
      XCTAssertThrowsError(try scratch.saveThrough()) {
        XCTAssertEqual(($0 as? ObjectGraphError)?.code, .managedObjectConstraintMerge, "\($0)")
      }
      // At another campground there is another one.
      let lake = try desk.campgrounds.add("Lake")
      let there = PolicyService(
        managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
        clock: desk.stack.clock, campground: lake.objectID)
      XCTAssertTrue(try there.add("Lake", plan(.nothing)).isDefault)
      XCTAssertEqual(try desk.policies.standard()?.name, "Kind")
    }
  }
}

extension ManagedObjectContext {
  /// Calls back, on the main actor, whenever a save of the context begins.
  @MainActor
  fileprivate func observeWillSave(_ body: @escaping @MainActor () -> Void) -> any NSObjectProtocol
  {
    NotificationCenter.default.addObserver(
      forName: Self.willSaveObjectsNotification, object: self, queue: nil
    ) { _ in MainActor.assumeIsolated(body) }
  }
}
