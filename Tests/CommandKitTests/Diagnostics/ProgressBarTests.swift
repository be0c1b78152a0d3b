import XCTest

@testable import CommandKit

final class ProgressBarTests: XCTestCase {
  private func line(_ fraction: Double, columns: Int) -> String {
    ProgressBar.line("Migrating a.sqlite", fraction, columns: columns)
  }

  func testTheBarHasItsLabelAndWhatIsDone() {
    XCTAssertEqual(
      line(0.25, columns: 80),
      "Migrating a.sqlite " + String(repeating: "█", count: 10)
        + String(repeating: "░", count: 30) + " 25 %")
    XCTAssertTrue(line(7, columns: 80).hasSuffix("█ 100 %"))
  }

  func testItFitsIntoTheTerminalAndTheLabelGoesFirst() {
    XCTAssertEqual(line(0.5, columns: 40), "Migrating a.sqlite " + "███████░░░░░░░" + " 50 %")
    XCTAssertEqual(line(0.5, columns: 27), "██████████░░░░░░░░░░ 50 %")
    XCTAssertEqual(line(1, columns: 5), " 100 %")
  }
}
