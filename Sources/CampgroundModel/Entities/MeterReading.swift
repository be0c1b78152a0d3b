import Foundation
import ObjectGraph

/// A reading of a campsite's meter.
///
///     try folios.setMeterRate(.electricity, price: 0.15, unit: "kWh")
///     let reading = try folios.readMeter(.electricity, of: site, showing: 1234.5)
///     print(reading.entry?.amount ?? "nothing charged")
public final class MeterReading: ManagedObject {
  /// What the meter counts.
  @Managed("kind") public var kind: MeterKind

  /// The position among the readings of the meter, from 1.
  @Managed("position") public var position: Int32

  /// The value shown, in the unit of the meter rate; it only decreases when the meter is replaced.
  @Managed("value") public var value: Decimal

  /// The business day of the reading.
  @Managed("day") public var day: CalendarDate

  /// The business day of the previous reading that it is compared with; nil for the first reading
  /// of a meter.
  @Managed("since") public var since: CalendarDate?

  /// The instant at which it was recorded.
  @Managed("readAt") public var readAt: Date

  /// The campsite; never nil once saved.
  @Managed("campSite") public var campSite: CampSite?

  /// The stay that pays for the usage since the previous reading, or that was on the site at the
  /// first reading; nil where nobody was.
  @Managed("reservation") public var reservation: Reservation?

  /// The folio line that charged it; nil while none did.
  @Managed("entry") public var entry: FolioEntry?

  /// Whether the charge was reversed: the reading is then ignored, and the next one is compared
  /// with the one before it.
  public var isTakenBack: Bool { entry?.reversedBy != nil }
}

extension MeterReading {
  /// The reading that the next one is compared with: the last one not reversed; nil for none.
  package static func last(
    _ kind: MeterKind, of site: CampSite, in context: ManagedObjectContext
  ) throws -> MeterReading? {
    try context.fetch(
      FetchRequest<MeterReading>(
        where: "campSite == %@ AND kind == %@ AND entry.reversedBy == nil", site, kind.rawValue,
        by: ["-position"], limit: 1)
    ).first
  }

  /// The position of the meter's next reading, counting reversed ones.
  package static func nextPosition(
    _ kind: MeterKind, of site: CampSite, in context: ManagedObjectContext
  ) throws -> Int32 {
    let request = try FetchRequest<MeterReading>(
      where: "campSite == %@ AND kind == %@", site, kind.rawValue, by: ["-position"], limit: 1)
    return (try context.fetch(request).first?.position ?? 0) &+ 1
  }
}
