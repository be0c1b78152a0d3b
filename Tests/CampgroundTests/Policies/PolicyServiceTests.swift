import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

@MainActor
final class PolicyServiceTests: XCTestCase {
  private typealias Step = PolicyPlan.Step

  private let twoSteps = [
    Step(NoticeDays(from: 0, through: 29), keeps: .percent(50), fee: 5),
    Step(NoticeDays(from: 30, through: nil), keeps: .nothing),
  ]

  func testAPolicyIsAddedChangedAndDeleted() async throws {
    try await eachStore { desk in
      let plan = PolicyPlan(
        steps: self.twoSteps, cutOffMinute: 1_020, graceMinutes: 30, changeFee: 10)
      let policy = try desk.policies.add("Standard", plan)
      XCTAssertEqual(PolicyPlan(policy), plan)
      XCTAssertTrue(policy.isDefault)
      try desk.policies.edit(policy, name: "Strict") {
        $0.steps[0].keeps = .everything
        $0.changeFee = 20
      }
      XCTAssertEqual(policy.name, "Strict")
      XCTAssertEqual(CancellationTerms(policy).steps.map(\.keeps), [.everything, .nothing])
      XCTAssertEqual(policy.steps.count, 2)
      // What it said before has steps of its own.
      XCTAssertEqual(try desk.count(CancellationStep.self), 4)
      XCTAssertTrue(try desk.policies.find("strict") === policy)
      try desk.policies.delete(policy)
      XCTAssertEqual(try desk.policies.policies(), [])
      XCTAssertEqual(try desk.count(CancellationStep.self), 4)
      XCTAssertNil(try desk.policies.standard())
    }
  }

  func testOnePolicyIsForNewReservations() async throws {
    let desk = TestDesk(try TestStoreStack())
    let first = try desk.policies.add("First", PolicyPlan(steps: twoSteps))
    let second = try desk.policies.add("Second", PolicyPlan(steps: twoSteps))
    XCTAssertTrue(try desk.policies.standard() === first)
    try desk.policies.edit(second, isDefault: true)
    XCTAssertTrue(try desk.policies.standard() === second)
    XCTAssertFalse(first.isDefault)
    _ = try desk.policies.add("Third", PolicyPlan(steps: twoSteps), isDefault: true)
    XCTAssertEqual(try desk.policies.policies().filter(\.isDefault).map(\.name), ["Third"])
  }

  func testTheFirstPolicyIsForNewReservationsUnlessItIsSaidNotToBe() async throws {
    let desk = TestDesk(try TestStoreStack())
    try desk.policies.add("Monthly", PolicyPlan(steps: twoSteps), isDefault: false)
    XCTAssertNil(try desk.policies.standard())
    try desk.policies.add("Standard", PolicyPlan(steps: twoSteps))
    XCTAssertNil(try desk.policies.standard())
  }

  func testThePolicyOfReservationsStaysAsItWasAgreed() async throws {
    let desk = TestDesk(try TestStoreStack())
    let site = try desk.sites.add("15", rate: 40)
    let policy = try desk.policies.add(
      "Standard",
      PolicyPlan(
        steps: [Step(NoticeDays(from: 0, through: nil), keeps: .everything)], graceMinutes: 0))
    for date in ["2026-07-01", "2026-07-11"] {
      _ = try desk.reservations.reserve(site, for: nil, arrival: day(date), nights: 1)
    }
    try desk.policies.edit(policy, name: "Old") {
      $0.steps = [Step(NoticeDays(from: 0, through: nil), keeps: .nothing)]
    }
    // Both keep all 40, as was agreed.
    XCTAssertEqual(try desk.reservations.cancel("R-1").after.total?.description, "$40.00")
    try desk.policies.delete(policy)
    XCTAssertEqual(try desk.reservations.cancel("R-2").after.total?.description, "$40.00")
    XCTAssertEqual(try desk.find("R-2").policy, "Standard")
  }

  // MARK: Holes

  /// "less than 30" and "more than 30" leaves 30 undefined.
  func testStepsThatLeaveDaysOutOrNameThemTwiceAreRefused() async throws {
    let desk = TestDesk(try TestStoreStack())
    let cases: [([(Int, Int?)], CancellationStepsError, String)] = [
      (
        [(0, 29), (31, nil)], .uncovered([NoticeDays(from: 30, through: 30)]),
        "no step covers 30 days of notice"
      ),
      (
        [(1, 5), (8, 9)],
        .uncovered([
          NoticeDays(from: 0, through: 0), NoticeDays(from: 6, through: 7),
          NoticeDays(from: 10, through: nil),
        ]),
        "no step covers 0 days and 6 to 7 days and 10 days or more of notice"
      ),
      (
        [(0, 30), (30, nil)], .coveredTwice([NoticeDays(from: 30, through: 30)]),
        "several steps cover 30 days of notice"
      ),
      (
        [(0, nil), (7, 9)], .coveredTwice([NoticeDays(from: 7, through: 9)]),
        "several steps cover 7 to 9 days of notice"
      ),
      ([(5, 4)], .backwards(NoticeDays(from: 5, through: 4)), "a step from 5 through 4 days"),
      ([], .noSteps, "it has no steps"),
    ]
    for (ranges, fault, text) in cases {
      let steps = ranges.map { Step(NoticeDays(from: $0, through: $1), keeps: .nothing) }
      assertBreaks(.invalidValue, "policy \"Standard\": \(fault)") {
        try desk.policies.add("Standard", PolicyPlan(steps: steps))
      }
      XCTAssertTrue("\(fault)".hasPrefix(text), "\(fault)")
    }
    XCTAssertEqual(try desk.count(CancellationPolicy.self), 0)
  }

  /// However a policy is made, it is not saved with a hole.
  func testAPolicyWithAHoleIsNotSavedByAnyone() async throws {
    try await eachStore { desk in
      _ = try desk.sites.add("15")
      let context = desk.stack.mainContext
      let policy = CancellationPolicy(context: context)
      policy.name = "Standard"
      policy.campground = try desk.campgrounds.current()
      for days in [(0, 29), (31, nil)] as [(Int16, Int16?)] {
        let step = CancellationStep(context: context)
        step.fromDays = days.0
        step.throughDays = days.1
        step.policy = policy
      }
      XCTAssertThrowsError(try context.saveThrough()) {
        let error = $0 as? ObjectGraphError
        XCTAssertEqual(error?.code, .managedObjectValidation, "\($0)")
        XCTAssertEqual(
          error?.message,
          "cancellation policy \"Standard\": no step covers 30 days of notice")
        XCTAssertNotNil(error?.repair)
      }
      context.rollback()
      XCTAssertEqual(try desk.count(CancellationPolicy.self), 0)
    }
  }

  func testNoStepOfASavedPolicyIsMovedTakenAwayOrPutInBesideIt() async throws {
    try await eachStore { desk in
      let policy = try desk.policies.add("Standard", PolicyPlan(steps: self.twoSteps))
      let context = desk.stack.mainContext
      let steps = policy.steps.sorted { $0.fromDays < $1.fromDays }
      let changes: [(String, () -> Void)] = [
        ("no step covers 30 days", { steps[1].fromDays = 31 }),
        ("no step covers 0 to 29 days", { context.delete(steps[0]) }),
        (
          "several steps cover 3 days",
          {
            let step = CancellationStep(context: context)
            step.fromDays = 3
            step.throughDays = 3
            step.policy = policy
          }
        ),
        ("the step for 0 to 29 days of notice keeps both", { steps[0].keptNights = 1 }),
      ]
      for (message, change) in changes {
        change()
        XCTAssertThrowsError(try context.saveThrough(), message) {
          XCTAssertTrue("\($0)".contains(message), "\($0)")
        }
        context.rollback()
      }
      XCTAssertEqual(try desk.count(CancellationStep.self), 2)
      // The whole policy goes with its steps.
      context.delete(policy)
      try context.saveThrough()
      XCTAssertEqual(try desk.count(CancellationStep.self), 0)
    }
  }

  func testAmountsOfAPolicyAreChecked() async throws {
    let desk = TestDesk(try TestStoreStack())
    func plan(_ keeps: CancellationTerms.Kept, fee: Decimal = 0) -> PolicyPlan {
      PolicyPlan(steps: [Step(NoticeDays(from: 0, through: nil), keeps: keeps, fee: fee)])
    }
    assertBreaks(
      .invalidValue,
      "the percentage of a cancellation policy is from 0 to 100 with at most 8 decimal places, "
        + "not 120"
    ) {
      try desk.policies.add("P", plan(.percent(120)))
    }
    assertBreaks(.outOfRange("nights kept", value: 0, allowed: 1...1_000)) {
      try desk.policies.add("P", plan(.nights(0)))
    }
    assertBreaks(.invalidValue, "the amount of a cancellation policy is at least 0, not -1") {
      try desk.policies.add("P", plan(.nothing, fee: -1))
    }
    assertBreaks(.outOfRange("cut-off minute", value: 1_440, allowed: 0...1_439)) {
      var late = plan(.nothing)
      late.cutOffMinute = 1_440
      return try desk.policies.add("P", late)
    }
    XCTAssertEqual(try desk.count(CancellationPolicy.self), 0)
  }

  func testTheStoreItselfLetsNoTwoPoliciesBeTheDefault() async throws {
    try await eachStore { desk in
      try desk.policies.add("Kind", keeping(.nothing))
      let other = try desk.policies.add("Strict", keeping(.percent(100)))
      let third = try desk.policies.add("Third", keeping(.nights(1)))
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
      XCTAssertTrue(try there.add("Lake", keeping(.nothing)).isDefault)
      XCTAssertEqual(try desk.policies.standard()?.name, "Kind")
    }
  }

  private func keeping(_ kept: CancellationTerms.Kept) throws -> PolicyPlan {
    PolicyPlan(steps: [.init(NoticeDays(from: 0, through: nil), keeps: kept)], graceMinutes: 0)
  }
}
