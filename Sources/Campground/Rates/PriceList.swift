import Foundation
import ObjectGraph

/// All that is needed to price stays at a campground, read once.
///
/// A value that no later change of the store reaches; asking it costs some microseconds a stay.
///
///     let prices = try PriceList(of: campground, in: context)
///     let quote = try prices.quote(PricedStay(site: site, dates: dates, partySize: 2))
public struct PriceList: Sendable {
  /// The currency of the prices.
  public let currency: Currency

  /// Reads the rules of a campground.
  ///
  /// - Throws: what a fetch throws.
  public init(of campground: Campground, in context: ManagedObjectContext) throws {
    currency = campground.currency
  }

  /// What a stay costs, or nil when one of its nights has no price.
  ///
  /// - Throws: `CampgroundError.invalidAmount` for an amount that is too large, or an agreed price in
  ///   another currency.
  public func quote(_ stay: PricedStay) throws(CampgroundError) -> Quote? {
    guard let rate = stay.ownRateMinor else { return nil }
    let lines = stay.dates.nights.map { night in
      QuoteLine(
        day: night, kind: .lodging, text: "Night", amountMinor: rate, currency: currency,
        taxGroup: QuoteLine.lodgingGroup)
    }
    return try Quote(lines: lines, currency: currency)
  }
}
