import Foundation
import ObjectGraph

/// Money that belongs to the bearer of the code, or of one camper alone.
///
///     let voucher = try folios.issueVoucher(50, for: camper, lastDay: nil)
///     try folios.redeem(voucher.code, for: reservation)
///     print(voucher.remaining)
public final class Voucher: ManagedObject {
  /// The code, unique in the campground.
  @Managed("code") public var code: String

  /// What it was worth when it was issued, in minor units.
  @Managed("amountMinor") public var amountMinor: Int64

  /// What was paid with it, in minor units; two who redeem it at once meet here.
  @Managed("redeemedMinor") public var redeemedMinor: Int64

  /// Midnight UTC of the last day on which it is taken; nil for no end.
  @Managed("expires") public var expires: Date?

  /// Where it comes from.
  @Managed("note") public var note: String?

  /// The campground; never nil in a saved one.
  @Managed("campground") public var campground: Campground?

  /// Whose it is; nil for the bearer.
  @Managed("camper") public var camper: Camper?

  /// The lines that issued and redeemed it.
  @Managed("entries") public var entries: Set<FolioEntry>

  /// What is left of it.
  public var remaining: Money {
    Money(
      minorUnits: amountMinor.subtractingReportingOverflow(redeemedMinor).partialValue,
      campground?.currency ?? .usd)
  }

  /// The last calendar date on which it is taken; nil for no end.
  public var lastDay: CalendarDate? { expires.map { CalendarDate(midnightUTC: $0) } }

  /// What it was worth when it was issued.
  public var amount: Money { Money(minorUnits: amountMinor, campground?.currency ?? .usd) }
}
