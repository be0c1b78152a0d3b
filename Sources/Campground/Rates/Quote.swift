/// What a stay costs, line by line.
///
///     let prices = try PriceList(of: campground, in: context)
///     if let quote = try prices.quote(PricedStay(site: site, dates: dates, partySize: 2)) {
///       print(quote.total, quote.deposit ?? "nothing now")
///     }
public struct Quote: Hashable, Sendable {
  /// The lines by day; within a day the night, its discounts, fees, then taxes.
  public let lines: [QuoteLine]

  /// The currency of all lines.
  public let currency: Currency

  /// The sum of the lines in minor units.
  public let totalMinor: Int64

  /// What is to be paid when the stay is booked, in minor units; nil where nothing is asked for.
  public let depositMinor: Int64?

  /// Makes a quote of lines.
  ///
  /// - Throws: `CampgroundError.invalidAmount` when the sum is too large, or when a line is of
  ///   another currency.
  public init(
    lines: [QuoteLine], currency: Currency, depositMinor: Int64? = nil
  ) throws(CampgroundError) {
    if let other = lines.first(where: { $0.currency != currency }) {
      throw .invalidAmount(.differentCurrencies(currency, other.currency))
    }
    self.lines = lines
    self.currency = currency
    self.depositMinor = depositMinor
    do {
      totalMinor = try MinorUnits.sum(of: lines.lazy.map(\.amountMinor))
    } catch {
      throw error.reported(in: currency)
    }
  }

  /// The sum of the lines.
  public var total: Money { Money(minorUnits: totalMinor, currency) }

  /// What is to be paid when the stay is booked; nil where nothing is asked for.
  public var deposit: Money? { depositMinor.map { Money(minorUnits: $0, currency) } }
}
