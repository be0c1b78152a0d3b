import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// A campground with one RV site, 15, that has no price of its own.
@MainActor
class PricingTestCase: XCTestCase {
  private(set) var desk: TestDesk!
  private(set) var site: CampSite!

  var rates: RateService { desk.rates }

  override func setUp() async throws {
    desk = TestDesk(try TestStoreStack())
    site = try desk.sites.add("15", features: CampSiteFeatures(type: .rv))
  }

  override func tearDown() async throws {
    site = nil
    desk = nil
  }

  /// A fresh campground with another currency.
  func useCurrency(_ code: String) throws {
    desk = TestDesk(try TestStoreStack())
    _ = try desk.campgrounds.add("Wawona", timeZone: .gmt, currency: Currency(code))
    site = try desk.sites.add("15", features: CampSiteFeatures(type: .rv))
  }

  func number(_ text: String) throws -> Decimal { try XCTUnwrap(Decimal(string: text)) }

  /// A season of every year, from month and day through month and day.
  @discardableResult
  func season(_ name: String, _ first: (Int, Int), _ last: (Int, Int)) throws -> Season {
    try rates.addSeason(
      name,
      SeasonSpan(
        from: .init(month: first.0, day: first.1), through: .init(month: last.0, day: last.1)))
  }

  func quote(
    _ arrival: String, _ departure: String, party adults: Int = 1, children: Int = 0,
    vehicles: Int? = nil, pets: Int = 0, discount: Discount? = nil
  ) throws -> Quote {
    try XCTUnwrap(
      rates.quote(
        site, dates: stay(arrival, departure),
        party: Party(adults: adults, children: children, vehicles: vehicles, pets: pets),
        discount: discount))
  }

  /// The amounts of the lines of a kind, in their order, without currency.
  func amounts(_ quote: Quote, _ kind: Bill.Line.Kind = .lodging) -> [String] {
    amounts(quote.lines, kind)
  }

  func amounts(_ lines: [Bill.Line], _ kind: Bill.Line.Kind = .lodging) -> [String] {
    lines.filter { $0.kind == kind }.map { $0.amount.description.filter { $0 != "$" } }
  }

  /// The sum of the lines of a kind.
  func sum(_ quote: Quote, _ kind: Bill.Line.Kind = .lodging) throws -> String {
    let lines = quote.lines.filter { $0.kind == kind }
    return try lines.reduce(Money(0, quote.currency)) { try $0 + $1.amount }.description
  }
}
