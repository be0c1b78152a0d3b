import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Reports whose figures are worked out by hand. The clock stands at 2026-06-15.
@MainActor
class ReportTestCase: XCTestCase {
  func reports(_ desk: TestDesk) -> ReportService {
    ReportService(
      managedObjectContext: desk.stack.mainContext, storeStack: desk.stack, clock: desk.stack.clock)
  }

  func period(_ first: String, _ last: String) throws -> ReportPeriod {
    try ReportPeriod(from: day(first), through: day(last))
  }

  func dollars(_ text: String) throws -> Money {
    Money(try XCTUnwrap(Decimal(string: text)), .usd)
  }

  func site(_ desk: TestDesk, _ name: String, _ type: CampSiteType? = nil) throws
    -> CampSite
  {
    var features = CampSiteFeatures()
    features.type = type
    return try desk.sites.add(name, features: features)
  }
}
