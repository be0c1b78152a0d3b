import Campground
import Foundation
import XCTest

final class PolicyTextTests: XCTestCase {
  private typealias Step = PolicyPlan.Step

  func testStepsAreReadAsAClerkWritesThem() throws {
    XCTAssertEqual(
      try PolicyPlan.steps(parsing: "0-1 all, 2-6 nights 1, 7+ nothing", fee: 8),
      [
        Step(NoticeDays(from: 0, through: 1), keeps: .everything, fee: 8),
        Step(NoticeDays(from: 2, through: 6), keeps: .nights(1), fee: 8),
        Step(NoticeDays(from: 7, through: nil), keeps: .nothing, fee: 8),
      ])
    XCTAssertEqual(
      try PolicyPlan.steps(parsing: " 0 2 nights fee 5,1 1 NIGHT , 2+  37.5% fee 12.50"),
      [
        Step(NoticeDays(from: 0, through: 0), keeps: .nights(2), fee: 5),
        Step(NoticeDays(from: 1, through: 1), keeps: .nights(1)),
        Step(
          NoticeDays(from: 2, through: nil), keeps: .percent(37.5),
          fee: try XCTUnwrap(Decimal(string: "12.50"))),
      ])
  }

  func testWhatIsNoStepIsShown() throws {
    for text in ["", "all", "0-1", "0-1 some", "1-2-3 all", "x all", "0 fee 5", "0 all all", "0 %"]
    {
      XCTAssertThrowsError(try PolicyPlan.steps(parsing: text), text) {
        XCTAssertEqual($0 as? CancellationStepsError, .unreadable(text))
      }
    }
    XCTAssertThrowsError(try PolicyPlan.steps(parsing: "0-1 all, 2+ nigths 1")) {
      XCTAssertEqual("\($0)", "\"2+ nigths 1\" is not a cancellation policy step")
    }
  }

  func testStepsAreWrittenAsTheyAreRead() throws {
    let text = "0 all, 1-6 nights 1 fee 5, 7-13 37.5%, 14+ nothing"
    XCTAssertEqual(
      PolicyPlan(steps: try PolicyPlan.steps(parsing: text)).stepsText, text)
  }
}
