import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// What is past was spent where it was spent: a stay without a night left changes no campsite.
@MainActor
final class PastStayTests: XCTestCase {
  func testAGuestWhoStayedLongerThanBookedIsMovedAfterAnExtensionOnly() async throws {
    try await eachStore { desk in
      _ = try desk.stay(nights: [4_000, 4_000], isInHouse: true)
      let other = try desk.sites.add("17", rate: 90)
      let late = try desk.reservations(on: "2026-06-19")
      assertBreaks("R-1 has no nights left; it was due to end on 2026-06-17") {
        try late.move("R-1", to: other)
      }
      try late.extend("R-1", by: 3)
      try late.move("R-1", to: other)
      XCTAssertEqual(
        try desk.takenNights,
        [
          "15 on 2026-06-15", "15 on 2026-06-16", "15 on 2026-06-17", "15 on 2026-06-18",
          "17 on 2026-06-19",
        ])
    }
  }

  func testAStayWithoutANightLeftIsNotSwapped() async throws {
    try await eachStore { desk in
      _ = try desk.stay(nights: [4_000, 4_000], isInHouse: true)
      let other = try desk.sites.add("17", rate: 90)
      _ = try desk.reservations.reserve(other, for: nil, dates: stay("2026-06-18", "2026-06-20"))
      let late = try desk.reservations(on: "2026-06-17")
      let refusal = "R-1 has no nights left; it was due to end on 2026-06-17"
      assertBreaks(refusal) { try late.swap("R-1", with: "R-2") }
      assertBreaks(refusal) { try late.swap("R-2", with: "R-1") }
    }
  }

  func testAReservationWhoseNightsArePastIsNotMoved() async throws {
    try await eachStore { desk in
      _ = try desk.stay(nights: [4_000])
      let other = try desk.sites.add("17", rate: 90)
      assertBreaks("R-1 has no nights left; it was due to end on 2026-06-16") {
        try desk.reservations(on: "2026-06-16").move("R-1", to: other)
      }
    }
  }
}
