/// The price of a proposed stay, and the deposit due on booking.
///
///     if let quote = try rates.quote(site, dates: dates, party: Party(adults: 2)) {
///       print(quote.total, quote.deposit ?? "nothing now")
///     }
public struct Quote: Hashable, Sendable {
  /// The bill that the stay would have.
  public let bill: Bill

  /// The sum of the lines, and how many nights no rate prices.
  public let price: StayPrice

  /// The deposit due on booking, in minor units; nil for none.
  public let depositMinor: Int64?

  /// The lines by day; within a day the night, its discounts, fees, then taxes.
  public var lines: [Bill.Line] { bill.lines }

  /// The currency of all lines.
  public var currency: Currency { bill.currency }

  /// The sum of the lines.
  public var total: Money { bill.total }

  /// The deposit due on booking; nil for none.
  public var deposit: Money? { depositMinor.map { Money(minorUnits: $0, currency) } }
}
