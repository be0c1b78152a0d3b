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

  /// What it showed, in the unit of the meter rate; it never goes back but
  /// when the meter is replaced.
  @Managed("value") public var value: Decimal

  /// Midnight UTC of the business day of the reading.
  @Managed("day") public var day: Date

  /// Midnight UTC of the business day of the reading that it was compared with; nil for
  /// the first one of a meter.
  @Managed("since") public var since: Date?

  /// The instant at which it was noted.
  @Managed("readAt") public var readAt: Date

  /// The campsite; never nil in a saved reading.
  @Managed("campSite") public var campSite: CampSite?

  /// The stay that pays for what was used since the reading before, or was there at the first
  /// one; nil where nobody was.
  @Managed("reservation") public var reservation: Reservation?

  /// The line of the folio by which it was charged; nil while it was not.
  @Managed("entry") public var entry: FolioEntry?

  /// Whether its charge was reversed: the reading is as if it had never been, and the next one is
  /// compared with the one before it.
  public var isTakenBack: Bool { entry?.reversedBy != nil }
}

extension MeterReading {
  /// What a meter is compared with: the last reading that was not reversed; nil for none.
  package static func last(
    _ kind: MeterKind, of site: CampSite, in context: ManagedObjectContext
  ) throws -> MeterReading? {
    let request = MeterReading.fetchRequest()
    request.predicate = try FetchPredicate(
      format: "campSite == %@ AND kind == %@ AND entry.reversedBy == nil", site, kind.rawValue)
    request.sortDescriptors = [FetchSortDescriptor(key: "position", ascending: false)]
    request.fetchLimit = 1
    return try context.fetch(request).first
  }

  /// The place of the next reading of a meter, behind those that were reversed, too.
  package static func nextPosition(
    _ kind: MeterKind, of site: CampSite, in context: ManagedObjectContext
  ) throws -> Int32 {
    let request = MeterReading.fetchRequest()
    request.predicate = try FetchPredicate(
      format: "campSite == %@ AND kind == %@", site, kind.rawValue)
    request.sortDescriptors = [FetchSortDescriptor(key: "position", ascending: false)]
    request.fetchLimit = 1
    return (try context.fetch(request).first?.position ?? 0) &+ 1
  }
}
