import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// Pairs of lines that cancel out.
@MainActor
final class CorrectionTests: XCTestCase {
  func testALineAndItsReversalAreLeftOutOnlyTogether() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_000])
      let wood = try desk.folios.charge(12, for: "firewood", to: stay)
      let reversal = try desk.folios.reverse(wood, reason: "typo")
      XCTAssertEqual([wood, reversal].withoutCorrections, [])
      XCTAssertEqual([wood].withoutCorrections, [wood])
      XCTAssertEqual([reversal].withoutCorrections, [reversal])
    }
  }
}
