import Histories
import XCTest

/// The judge of histories finds what it is there to find.
final class SequentialModelTests: XCTestCase {
  private typealias Told = (actor: Int, action: Action, saw: Observation)

  /// The first thing that is wrong about a history, or about what is in the store in the end.
  private func problem(
    _ steps: [Told], final: [Values]? = nil, coordinators: [Int] = [0, 0]
  ) -> String? {
    var model = SequentialModel(coordinators: coordinators)
    for step in steps {
      let step = (History.Step(actor: step.actor, action: step.action), step.saw)
      if let problem = model.take(step.0, step.1) { return problem }
    }
    return model.judge(final: final ?? model.final)
  }

  private let empty = Observation.saw(Values())

  func testAHistoryInWhichTheSecondOneIsRefusedIsRight() {
    let steps: [Told] = [
      (0, .edit(0, .first, bit: 0), empty), (1, .edit(0, .second, bit: 1), empty),
      (0, .save, .saved), (1, .save, .conflict(0)), (1, .rollback, .done),
      (1, .refreshAll, .done), (1, .edit(0, .second, bit: 2), .saw(Values(first: 1))),
      (1, .save, .saved),
    ]
    XCTAssertNil(problem(steps, final: [Values(first: 1, second: 4), Values()]))
  }

  func testALostUpdateIsFound() {
    let steps: [Told] = [
      (0, .edit(0, .first, bit: 0), empty), (1, .edit(0, .first, bit: 1), empty),
      (0, .save, .saved), (1, .save, .saved),
    ]
    XCTAssertEqual(
      problem(steps), "a change of tally 0 was confirmed over one that it had not seen")
  }

  func testAConfirmedChangeThatIsNotInTheStoreIsFound() {
    let steps: [Told] = [(0, .edit(0, .first, bit: 3), empty), (0, .save, .saved)]
    XCTAssertEqual(
      problem(steps, final: [Values(), Values()]),
      "the store holds [0/0, 0/0], and not [8/0, 0/0]")
  }

  func testAConflictOverNothingIsFound() {
    XCTAssertEqual(
      problem([(0, .edit(1, .first, bit: 0), empty), (0, .save, .conflict(1))]),
      "a conflict over tally 1, which nobody else changed")
    XCTAssertEqual(
      problem([(0, .save, .conflict(1))]),
      "a conflict over tally 1, which has no unsaved changes")
  }

  func testAChangeThatWasRefusedAndIsThereIsFound() {
    let steps: [Told] = [
      (0, .edit(0, .first, bit: 0), empty), (1, .edit(0, .first, bit: 1), empty),
      (0, .save, .saved), (1, .save, .conflict(0)), (0, .refreshAll, .done),
      (0, .read(0), .saw(Values(first: 2))),
    ]
    XCTAssertEqual(problem(steps), "tally 0 is 2/0, and not 1/0")
  }

  func testGoingBackInTimeIsFound() {
    let steps: [Told] = [
      (0, .edit(0, .first, bit: 0), empty), (0, .save, .saved),
      (1, .read(0), .saw(Values(first: 1))), (1, .refreshAll, .done), (1, .read(0), empty),
    ]
    XCTAssertEqual(problem(steps), "tally 0 is 0/0, and not 1/0")
  }

  func testAContextMaySeeWhatItReadBeforeAndMustSeeWhatItAskedForAgain() {
    let steps: [Told] = [
      (0, .read(0), empty), (1, .edit(0, .first, bit: 0), empty), (1, .save, .saved),
      (0, .read(0), empty), (0, .refresh(0, mergeChanges: true), .done),
    ]
    XCTAssertNil(problem(steps + [(0, .read(0), .saw(Values(first: 1)))]))
    XCTAssertEqual(problem(steps + [(0, .read(0), empty)]), "tally 0 is 0/0, and not 1/0")
    // Through another coordinator the news come when it is asked for them.
    XCTAssertNil(problem(steps + [(0, .read(0), empty)], coordinators: [0, 1]))
  }

  func testUnsavedChangesSurviveARefusedSaveAndNotARollback() {
    let steps: [Told] = [
      (0, .edit(0, .first, bit: 0), empty), (1, .edit(0, .second, bit: 1), empty),
      (0, .save, .saved), (1, .save, .conflict(0)),
    ]
    XCTAssertNil(problem(steps + [(1, .read(0), .saw(Values(second: 2)))]))
    XCTAssertEqual(
      problem(steps + [(1, .rollback, .done), (1, .read(0), .saw(Values(second: 2)))]),
      "tally 0 is 0/2, and not 0/0 or 1/0")
  }

  func testHistoriesAreTheSameInEveryRunAndCanBeReadAgain() throws {
    for seed in UInt64(0)..<50 {
      let history = History(seed: seed)
      XCTAssertEqual("\(history)", "\(History(seed: seed))")
      for step in history.steps { XCTAssertEqual(Action("\(step.action)"), step.action) }
      XCTAssertEqual(history.shortened.count, history.steps.count)
    }
    let observations: [Observation] = [
      .done, .saved, .conflict(1), .saw(Values(first: 10, second: 3)), .failed("a reason"),
    ]
    for observation in observations { XCTAssertEqual(Observation("\(observation)"), observation) }
  }
}
