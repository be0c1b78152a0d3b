import Foundation
import ObjectGraph

/// A tax on the charges of a group, by percentage or by amount.
public final class Tax: ScopedRule {
  public override class var noun: String { "tax" }

  /// The group of charges that is taxed: `lodging`, `goods`.
  @Managed("group") public var group: String

  /// The percentage of the group's total; nil for a tax by amount.
  @Managed("percent") public var percent: Decimal?

  /// The amount in minor units; nil for a tax by percentage.
  @Managed("amountMinor") public var amountMinor: Int64?

  /// What the amount is multiplied by; unused for a percentage.
  @Managed("basis") public var basis: ChargeBasis

  /// The first day on which this version is charged; nil for always. Earlier nights are charged the
  /// previous version.
  @Managed("effectiveFrom") public var effectiveFrom: CalendarDate?

  /// The number of nights from which a stay is exempt; nil if no stay is.
  @Managed("exemptFromNights") public var exemptFromNights: Int16?

  /// Whether money kept for unused nights is also taxed.
  @Managed("taxesKeptMoney") public var taxesKeptMoney: Bool
}
