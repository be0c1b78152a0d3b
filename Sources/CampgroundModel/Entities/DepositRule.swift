import Foundation
import ObjectGraph

/// The deposit that is due when a stay is booked. Of all rules that apply, the most specific one is
/// used.
///
/// A deposit is for a stay, which gets one rule, so its first night decides: the season, the weekday
/// and the dates are those of the arrival, and the place is the one where the stay begins.
public final class DepositRule: ScopedRule {
  public override class var noun: String { "deposit rule" }

  /// The percentage of the total.
  @Managed("percent") public var percent: Decimal?

  /// An amount in minor units.
  @Managed("amountMinor") public var amountMinor: Int64?

  /// The number of nights, from the first, whose price is due.
  @Managed("nights") public var nights: Int16?

  /// The minimum length of the stay in nights; nil for any.
  @Managed("minimumNights") public var minimumNights: Int16?
}
