import ObjectGraph

/// A voucher for an amount of money. Either anyone who has the code may use it, or only one camper.
///
///     let voucher = try folios.issueVoucher(50, for: camper, lastDay: nil)
///     try folios.redeem(voucher.code, for: reservation)
///     print(voucher.remaining)
public final class Voucher: ManagedObject {
  /// The code, unique in the campground.
  @Managed("code") public var code: String

  /// The value when it was issued, in minor units.
  @Managed("amountMinor") public var amountMinor: Int64

  /// The amount redeemed, in minor units. Two clerks who redeem it at the same time conflict on
  /// this property.
  @Managed("redeemedMinor") public var redeemedMinor: Int64

  /// The last calendar date on which it is accepted; nil for no expiry.
  @Managed("expires") public var lastDay: CalendarDate?

  /// Where the voucher comes from.
  @Managed("note") public var note: String?

  /// The campground; never nil once saved.
  @Managed("campground") public var campground: Campground?

  /// The owner; nil where anyone who has the code may use it.
  @Managed("camper") public var camper: Camper?

  /// The folio lines that issued and redeemed it.
  @Managed("entries") public var entries: Set<FolioEntry>

  /// The value left.
  public var remaining: Money {
    Money(
      minorUnits: amountMinor.subtractingReportingOverflow(redeemedMinor).partialValue,
      campground?.currency ?? .usd)
  }

  /// The value when it was issued.
  public var amount: Money { Money(minorUnits: amountMinor, campground?.currency ?? .usd) }
}
