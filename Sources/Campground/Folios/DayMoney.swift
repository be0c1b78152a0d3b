/// The charges and payments of a business day, by payment method.
///
///     let money = try folios.money(of: day)
///     for way in money.byMethod { print(way.method, way.net) }      // cash $40.00
public struct DayMoney: Hashable, Sendable {
  /// The money of a day for one payment method.
  public struct Way: Hashable, Sendable {
    /// The payment method.
    public let method: PaymentMethod
    /// The number of lines.
    public let lineCount: Int
    /// The payments, less reversed ones.
    public let paid: Money
    /// The refunds, less reversed ones.
    public let refunded: Money
    /// The payments less the refunds.
    public let net: Money
  }

  /// The money that one person took and gave back.
  public struct Till: Hashable, Sendable {
    /// The person; nil where it is unknown.
    public let who: String?
    /// The money by payment method.
    public let byMethod: [Way]
  }

  /// The day.
  public let day: CalendarDate
  /// The day of the earliest line, if it is earlier: the first closed day includes everything before
  /// it.
  public let since: CalendarDate?
  /// Whether the day is closed.
  public let isClosed: Bool
  /// The charges.
  public let charged: Money
  /// The payments less the refunds.
  public let paid: Money
  /// The money by payment method, in the order of `PaymentMethod`; methods without a line are left
  /// out.
  public let byMethod: [Way]
  /// The same by person, in alphabetical order; money that nobody is named for comes first.
  public let byPerson: [Till]
}
