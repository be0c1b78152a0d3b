import ObjectGraph

/// A line of what a stay costs, before or after it was agreed. Stored as a `StayCharge`.
public struct QuoteLine: Hashable, Sendable {
  /// The group of charges that nights and their discounts are taxed with.
  public static let lodgingGroup = "lodging"

  /// The business day that it belongs to: the date of the night, or of the arrival for what is
  /// charged once.
  public var day: CalendarDate

  /// What it is for.
  public var kind: ChargeKind

  /// The words of the bill.
  public var text: String

  /// The amount in minor units; below zero for a discount.
  public var amountMinor: Int64

  /// The currency of the amount.
  public var currency: Currency

  /// The group of charges that it is taxed with, or of a tax; nil for none.
  public var taxGroup: String?

  /// Whether it is given back when the stay is called off.
  public var isRefundable: Bool

  /// The week or the month that a night was priced by; nil for everything else.
  public var period: RatePeriod?

  /// The fee or the tax that it is from; nil for everything else.
  public var source: ChargeSource?

  /// Makes a line.
  public init(
    day: CalendarDate, kind: ChargeKind, text: String, amountMinor: Int64, currency: Currency,
    taxGroup: String? = nil, isRefundable: Bool = true, period: RatePeriod? = nil,
    source: ChargeSource? = nil
  ) {
    self.day = day
    self.kind = kind
    self.text = text
    self.amountMinor = amountMinor
    self.currency = currency
    self.taxGroup = taxGroup
    self.isRefundable = isRefundable
    self.period = period
    self.source = source
  }

  /// Makes the line that an agreed charge is; one that was waived costs nothing.
  public init(_ charge: StayCharge) {
    self.init(
      day: CalendarDate(midnightUTC: charge.day), kind: charge.kind, text: charge.text,
      amountMinor: charge.isWaived == true ? 0 : charge.amountMinor,
      currency: charge.reservation?.campground?.currency ?? .usd, taxGroup: charge.taxGroup,
      isRefundable: charge.isRefundable, period: charge.period, source: charge.source)
  }

  /// The amount.
  public var amount: Money { Money(minorUnits: amountMinor, currency) }

  /// Whether it is part of the price of a night: the night itself or a discount on it.
  public var isPriceOfNight: Bool { kind == .lodging || kind == .discount }
}
