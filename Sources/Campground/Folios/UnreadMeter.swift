import ObjectGraph

/// A meter that was not read on the day when a guest leaves the campsite.
public struct UnreadMeter: Hashable, Sendable {
  /// What the meter counts.
  public let kind: MeterKind

  /// The name of the campsite.
  public let site: String

  /// The business day of its last reading.
  public let lastRead: CalendarDate

  /// The code of the stay that pays for the usage since then.
  public let code: String

  /// The meters of a stay's campsite that have a rate, and were last read before a day.
  static func meters(
    leftBy stay: Reservation, on day: CalendarDate, in context: ManagedObjectContext
  ) throws -> [UnreadMeter] {
    guard let site = stay.campSite, let campground = stay.campground else { return [] }
    return try context.fetch(
      MeterRate.self, where: "campground == %@ AND isActive == YES", campground
    ).map(\.kind).sorted { $0.rawValue < $1.rawValue }
      .compactMap { kind in
        guard let last = try MeterReading.last(kind, of: site, in: context) else { return nil }
        return last.day >= day
          ? nil : UnreadMeter(kind: kind, site: site.name, lastRead: last.day, code: stay.code)
      }
  }
}
