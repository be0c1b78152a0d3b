/// What was charged and paid on a business day, by the ways in which money changed hands.
///
///     let money = try folios.money(of: day)
///     for way in money.byMethod { print(way.method, way.net) }      // cash $40.00
public struct DayMoney: Hashable, Sendable {
  /// The money of a day that changed hands in one way.
  public struct Way: Hashable, Sendable {
    /// The way.
    public let method: PaymentMethod
    /// How many lines there are.
    public let lineCount: Int
    /// What came in, less payments that were reversed.
    public let paid: Money
    /// What went out, less refunds that were reversed.
    public let refunded: Money
    /// What came in less what went out.
    public let net: Money
  }

  /// The day.
  public let day: CalendarDate
  /// Whether nothing is written for it any more.
  public let isClosed: Bool
  /// What was charged.
  public let charged: Money
  /// What was paid less what was refunded.
  public let paid: Money
  /// The money by the way in which it changed hands, in the order of `PaymentMethod`; ways without
  /// a line are left out.
  public let byMethod: [Way]
}
