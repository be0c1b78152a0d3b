import Foundation
import ObjectGraph

/// A fee or a tax that applies to a range of nights.
public class DatedCharge: PriceRule {
  /// What the amount is multiplied by; unused for a percentage.
  @Managed("basis") public final var basis: ChargeBasis

  /// Midnight UTC of the first night that it applies to; nil for no start.
  @Managed("dateFrom") public final var dateFrom: Date?

  /// Midnight UTC of the last night that it applies to; nil for no end.
  @Managed("dateUntil") public final var dateUntil: Date?

  /// The first night that it applies to; nil for no start.
  public final var firstNight: CalendarDate? { dateFrom.map(CalendarDate.init(midnightUTC:)) }

  /// The last night that it applies to; nil for no end.
  public final var lastNight: CalendarDate? { dateUntil.map(CalendarDate.init(midnightUTC:)) }
}
