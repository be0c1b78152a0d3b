import Foundation
import ObjectGraph

/// The guests who have been on a campsite since a reading of its meter, by arrival: one of them
/// pays for the usage since then.
struct MeterUsers {
  private struct User {
    let stay: Reservation
    /// The date of the first night there.
    let from: CalendarDate
    /// The date of departure from the site; nil while the guest is there.
    let until: CalendarDate?

    var told: MeteredStay { MeteredStay(code: stay.code, from: from, until: until) }
  }

  private let site: CampSite
  private let last: MeterReading?
  /// The date of the last reading, or the date on which it was recorded if that is earlier.
  private let since: CalendarDate?
  private let day: CalendarDate
  private let users: [User]

  /// Finds the guests.
  ///
  /// - Parameters:
  ///   - last: the last reading; nil for the first one of a meter, for which only the present guest
  ///     matters.
  ///   - day: the date of the new reading.
  init(
    of site: CampSite, since last: MeterReading?, through day: CalendarDate,
    in context: ManagedObjectContext
  ) throws {
    self.site = site
    self.last = last
    self.day = day
    let zone = site.campground?.timeZone ?? .gmt
    let since = last.map { reading in
      min(reading.day, CalendarDate(reading.readAt, in: zone))
    }
    self.since = since
    let stays = try Self.stays(on: site, from: min(since ?? day, day), through: day, in: context)
    users = stays.compactMap { Self.user($0, of: site, through: day, zone) }
      .filter { user in user.from <= day && user.until.map { $0 >= since ?? day } ?? true }
      .sorted { ($0.from, $0.stay.number) < ($1.from, $1.stay.number) }
  }

  /// The guest on the site now; nil for nobody.
  var guest: Reservation? { users.last { $0.until == nil }?.stay }

  /// Checks that a stay is among them.
  ///
  /// - Throws: `CampgroundError.refused`.
  func require(_ stay: Reservation) throws(CampgroundError) {
    guard !users.contains(where: { $0.stay === stay }) else { return }
    throw CampgroundError(
      about: [.stay(stay.code)] + users.map { .metered($0.told) },
      "\(stay.code) was not on site \(site.name)"
        + (since.map { " since its meter was read on \($0)" } ?? "")
        + (users.isEmpty ? "" : "; the guests were \(Self.words(for: users))"),
      fix: .advice("choose a stay that was on the site"))
  }

  /// The stay that pays; nil where nobody was there.
  ///
  /// A guest who left on the day of the last reading has paid with it, unless they were still there
  /// and nobody has arrived since. For a reading dated a certain day, a guest who arrived on that
  /// day does not count.
  ///
  /// - Parameter wanted: the day that the reading was given for; nil for now.
  /// - Throws: `CampgroundError.refused` where several stays used the meter.
  func payer(
    of kind: MeterKind, onDay wanted: CalendarDate?
  ) throws(CampgroundError) -> Reservation? {
    guard let last, let since else { return guest }
    var present = users.filter { user in user.until.map { $0 > since } ?? true }
    if let wanted {
      let before = present.filter { $0.from < wanted }
      if !before.isEmpty { present = before }
    }
    guard let user = present.last else {
      guard since >= day else { return nil }
      return users.last { ($0.stay.checkedOutAt ?? .distantPast) > last.readAt }?.stay
    }
    try refuse(
      unless: present.allSatisfy({ $0.stay === user.stay }),
      about: [.property("reading")] + present.map { .metered($0.told) },
      "the \(kind.rawValue) meter of site \(site.name) was last read on \(since); "
        + "\(Self.words(for: present)) have used it since: name the stay that pays, or first "
        + "enter the reading from when the guests changed",
      fix: .nameMeterPayer(present[0].stay.code, change: present[0].told.until))
    return user.stay
  }

  private static func words(for users: [User]) -> String {
    users.map { "\($0.told)" }.listedToTheLast()
  }

  // MARK: Finding

  /// The stays that had nights on the site, are still there, or left it late.
  private static func stays(
    on site: CampSite, from first: CalendarDate, through day: CalendarDate,
    in context: ManagedObjectContext
  ) throws -> [Reservation] {
    let sleepers = try context.fetch(
      ReservationNight.self, where: "campSite == %@ AND night BETWEEN {%@, %@}", site,
      first.dayNumber, day.dayNumber, prefetching: ["reservation"]
    ).compactMap(\.reservation)
    let others = try context.fetch(
      Reservation.self,
      where: "ANY segments.campSite == %@ AND (status == %@ OR (status == %@ AND "
        + "(dateTo >= %@ OR SUBQUERY(events, $event, $event.kind == 'checkedOut' "
        + "AND $event.happenedAt >= %@).@count > 0)))", site,
      ReservationStatus.checkedIn.rawValue, ReservationStatus.checkedOut.rawValue,
      first.midnightUTC, first.advanced(by: -1).midnightUTC)
    var seen: Set<Reservation> = []
    return (sleepers + others).filter { seen.insert($0).inserted }
  }

  /// When a stay was on the site; nil for one that never was, or has not begun.
  private static func user(
    _ stay: Reservation, of site: CampSite, through day: CalendarDate, _ zone: TimeZone
  ) -> User? {
    guard stay.state == .checkedIn || stay.state == .checkedOut else { return nil }
    let spans = stay.siteSpans
    guard let first = spans.first(where: { $0.site === site }),
      let last = spans.last(where: { $0.site === site })
    else { return nil }
    let from = first.dates.arrival
    let end = last.dates.departure
    if end < stay.departure, stay.state == .checkedOut || end <= day {
      // The guest moved on to another campsite.
      return User(stay: stay, from: from, until: end)
    }
    guard stay.state == .checkedOut else { return User(stay: stay, from: from, until: nil) }
    let left = stay.checkedOutAt.map { CalendarDate($0, in: zone) } ?? stay.leavingDay
    return User(stay: stay, from: from, until: max(from, left))
  }
}
