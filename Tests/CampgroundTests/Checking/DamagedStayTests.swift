import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Stays and rules with values that only damage leaves in a store: an error, never the end of the
/// process. The clock stands at noon of 2026-06-15.
@MainActor
final class DamagedStayTests: XCTestCase {
  func testDatesThatNobodyCanWriteEndInAnError() async throws {
    let instants = [281_474_976_710_656.0, -9.3e18, 1e308, -1e308]
    for instant in instants {
      for key in ["dateFrom", "dateTo"] {
        try await eachStore { desk in
          let site = try desk.sites.add("15", rate: 40)
          _ = try desk.reservations.reserve(
            site, for: nil, dates: stay("2026-06-15", "2026-06-17"))
          try desk.stack.write { context in
            let segment = try XCTUnwrap(try context.fetch(FetchRequest<StaySegment>()).first)
            try segment.setValue(Date(timeIntervalSinceReferenceDate: instant), forKey: key)
            try context.save()
          }
          let reservation = try desk.find("R-1")
          let stored = try XCTUnwrap(reservation.segments.first).value(forKey: key) as? Date
          XCTAssertEqual(stored?.timeIntervalSinceReferenceDate, instant)
          _ = try? desk.folios.bill(of: reservation)
          _ = try? desk.reservations.checkIn("R-1")
          _ = try? desk.reservations.cancel("R-1")
          _ = try? desk.reservations.extend("R-1", by: 1)
        }
      }
    }
  }

  func testRulesThatWereChangedTooOftenAreChangedNoMore() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      _ = try desk.rates.addRate("Base", RatePlan(amount: 40))
      try desk.stack.write { context in
        try context.fetch(FetchRequest<Campground>()).first?.rulesRevision = .max
        try context.save()
      }
      let campground = try XCTUnwrap(site.campground)
      XCTAssertEqual(campground.rulesRevision, .max)
      assertBreaks(
        .refused, "the count of changes to the rules of \(campground.name) is damaged"
      ) { try desk.rates.addRate("Peak", RatePlan(amount: 60)) }
      XCTAssertEqual(try desk.rates.rates().map(\.name), ["Base"])
    }
  }
}
