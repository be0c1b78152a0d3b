import Foundation
import ObjectGraph

/// The deposit that is due when a stay is booked. Of all rules that apply, the most specific one is
/// used.
public final class DepositRule: PriceRule {
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
