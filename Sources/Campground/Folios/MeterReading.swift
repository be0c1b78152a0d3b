import Foundation
import ObjectGraph

/// What a meter of a campsite showed.
///
///     try folios.setMeterRate(.electricity, price: 0.15, unit: "kWh")
///     let reading = try folios.readMeter(.electricity, of: site, showing: 1234.5)
///     print(reading.entry?.amount ?? "nothing charged")
public final class MeterReading: ManagedObject {
  /// What the meter counts.
  @Managed("kind") public var kind: MeterKind

  /// The place among the readings of the meter, from 1.
  @Managed("position") public var position: Int32

  /// What it showed, in the unit of the meter rate; it never goes back but when the meter is replaced.
  @Managed("value") public var value: Decimal

  /// Midnight UTC of the business day of the reading.
  @Managed("day") public var day: Date

  /// The instant at which it was noted.
  @Managed("readAt") public var readAt: Date

  /// The campsite; never nil in a saved reading.
  @Managed("campSite") public var campSite: CampSite?

  /// The stay at which it was read, which pays for what was used since the reading before.
  @Managed("reservation") public var reservation: Reservation?

  /// The line of the folio by which it was charged; nil while it was not.
  @Managed("entry") public var entry: FolioEntry?
}
