import XCTest

@testable import CampgroundBenchmark

/// A run with `--goals` fails if a value is more than a twentieth above its goal.
final class GoalTests: XCTestCase {
  private func figure(ratio: Double, _ workload: Workload = .c) -> Figure {
    Figure(workload: workload, samples: Samples(engine: [ratio], raw: [1]))
  }

  func testAValueUpToATwentiethAboveItsGoalIsMarkedButNotMissed() throws {
    let goal = try XCTUnwrap(Workload.c.goal)
    XCTAssertFalse(figure(ratio: goal).isAboveGoal)
    XCTAssertTrue(figure(ratio: goal * 1.04).isAboveGoal)
    XCTAssertFalse(figure(ratio: goal * 1.04).missesGoal)
    XCTAssertTrue(figure(ratio: goal * 1.06).missesGoal)
  }

  func testAValueWithoutAGoalCannotMissIt() {
    XCTAssertFalse(figure(ratio: 100, .bw).missesGoal)
    XCTAssertFalse(Measure(.v, "made", 1e9, "ms").missesGoal)
  }

  func testAMeasureIsComparedWithItsOwnGoal() {
    XCTAssertTrue(Measure(.o, "an object", 421, "bytes", goal: 400).missesGoal)
    XCTAssertFalse(Measure(.o, "an object", 419, "bytes", goal: 400).missesGoal)
  }

  func testAValueThatCouldNotBeMeasuredMissesItsGoal() {
    XCTAssertTrue(Figure(workload: .a, samples: Samples()).missesGoal)
  }

  func testGoalsAreCheckedWhenAskedFor() throws {
    XCTAssertEqual(BenchmarkOptions(["campground-bench", "--goals"])?.checksGoals, true)
    XCTAssertEqual(BenchmarkOptions(["campground-bench"])?.checksGoals, false)
  }

  func testGoalsArePrintedBesideWhatWasMeasured() {
    let text = BenchmarkTable(
      figures: [figure(ratio: 9)], measures: [Measure(.o, "an object", 430, "bytes", goal: 400)]
    ).text
    XCTAssertTrue(text.contains("1.25"), text)
    XCTAssertTrue(text.contains("400.00"), text)
    XCTAssertEqual(text.components(separatedBy: "above").count, 3, text)
  }
}
