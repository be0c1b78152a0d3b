import ObjectGraph

/// A fee or a tax that applies to a range of nights.
public class DatedCharge: PriceRule {
  /// What the amount is multiplied by; unused for a percentage.
  @Managed("basis") public final var basis: ChargeBasis

  /// The first night that it applies to; nil for no start.
  @Managed("dateFrom") public final var firstNight: CalendarDate?

  /// The last night that it applies to; nil for no end.
  @Managed("dateUntil") public final var lastNight: CalendarDate?
}
