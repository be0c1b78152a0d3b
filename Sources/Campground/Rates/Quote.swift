/// What a stay would cost, and what is to be paid when it is booked.
///
///     if let quote = try rates.quote(site, dates: dates, party: Party(adults: 2)) {
///       print(quote.total, quote.deposit ?? "nothing now")
///     }
public struct Quote: Hashable, Sendable {
  /// The bill that the stay would have.
  public let bill: Bill

  /// What is to be paid when the stay is booked, in minor units; nil where nothing is asked for.
  public let depositMinor: Int64?

  /// The lines by day; within a day the night, its discounts, fees, then taxes.
  public var lines: [Bill.Line] { bill.lines }

  /// The currency of all lines.
  public var currency: Currency { bill.currency }

  /// The sum of the lines.
  public var total: Money { bill.total }

  /// What is to be paid when the stay is booked; nil where nothing is asked for.
  public var deposit: Money? { depositMinor.map { Money(minorUnits: $0, currency) } }
}
