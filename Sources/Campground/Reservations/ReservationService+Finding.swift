import Foundation
import ObjectGraph

extension ReservationService {
  /// The reservation with a code, `R-1`, `r-1` or `R-new1`, at any campground.
  ///
  /// - Throws: `CampgroundError.unknown`.
  public func find(_ code: String) throws -> Reservation {
    guard let stay: Reservation = try scope.object(coded: code, in: managedObjectContext) else {
      throw CampgroundError.unknown(.stay(code), "reservation \(code)", fix: .list(.stays))
    }
    return stay
  }

  /// The reservations of the campground that match all given criteria, by date of arrival and then
  /// by number.
  ///
  /// - Parameters:
  ///   - isTakenBack: whether to list the bookings that were undone, which are left out otherwise.
  ///   - site: only stays on the campsite, including those with nights there before the guest was
  ///     moved.
  ///   - from: only stays with a night on that date or later.
  ///   - limit: the most reservations to return, or 0 for all.
  ///   - offset: the number of reservations to skip.
  public func list(
    status: ReservationStatus? = nil, takenBack isTakenBack: Bool = false, site: CampSite? = nil,
    camper: Camper? = nil, from: CalendarDate? = nil, limit: Int = 0, offset: Int = 0
  ) throws -> Page<Reservation> {
    // A site or a camper is more specific than the campground: all of their stays are listed,
    // wherever they are.
    let isOfMany = try site == nil && camper == nil && hasSeveralCampgrounds()
    let campground = isOfMany ? try scope.campground(in: managedObjectContext) : nil
    func stays(at home: String, takenBack: Bool?) throws -> FetchPredicate {
      let (condition, value) = Self.condition(for: status, at: scope.clock.now)
      let stays = try FetchPredicate.all([
        condition: value, Self.hasNightsOnSite: site, "camper == %@": camper,
        "dateTo > %@": from?.midnightUTC, home: campground,
      ])
      guard let takenBack else { return stays }
      return CompoundPredicate(
        andPredicateWithSubpredicates: [stays, try Reservation.predicate(takenBack: takenBack)])
    }
    // Worded so that the index on campgrounds is not used: it would return half of all
    // reservations unsorted, while the index on dates returns the first ones at once.
    let request = FetchRequest<Reservation>(
      try stays(at: "NOT (campground != %@)", takenBack: isTakenBack), by: ["dateFrom", "number"],
      prefetching: ["segments.campSite", "camper"])
    // An index alone counts all of them, and another one leads to those that were called off.
    let takenBack = try stays(at: "NOT (campground != %@)", takenBack: true)
    return try managedObjectContext.page(
      of: request,
      counting: isTakenBack ? takenBack : stays(at: "campground == %@", takenBack: nil),
      leavingOut: isTakenBack ? nil : takenBack, limit: limit, offset: offset)
  }

  /// The condition for a status at an instant, and its argument, which is nil for any status: a hold
  /// that has lapsed counts as expired.
  private static func condition(
    for status: ReservationStatus?, at now: Date
  ) -> (format: String, argument: Any?) {
    switch status {
    case .hold:
      ("status == 'Hold' AND (holdExpiresAt == nil OR holdExpiresAt > %@)", now)
    case .expired:
      ("status == 'Expired' OR (status == 'Hold' AND holdExpiresAt <= %@)", now)
    default: ("status == %@", status?.rawValue)
    }
  }

  /// The condition for stays with nights on a campsite, including past ones of a guest who was
  /// moved.
  private static let hasNightsOnSite =
    "SUBQUERY(segments, $segment, $segment.campSite == %@ AND $segment.isGivenUp == NO).@count > 0"

  /// Whether the store has several campgrounds.
  ///
  /// With a single one, queries need not filter by it, and the index on dates returns its
  /// reservations in order.
  private func hasSeveralCampgrounds() throws -> Bool {
    try managedObjectContext.count(for: Campground.fetchRequest()) > 1
  }

  /// The reservations whose numbers begin with some digits, by number; without digits those that are
  /// not over, by date of arrival. Bookings that were undone are left out.
  ///
  /// - Parameter limit: the most reservations to return.
  package func stays(numbered digits: String, limit: Int) throws -> [Reservation] {
    guard let number = Int64(digits), digits.count < 10 else {
      guard digits.isEmpty, let campground = try scope.campground(in: managedObjectContext) else {
        return []
      }
      let request = FetchRequest<Reservation>(
        CompoundPredicate(andPredicateWithSubpredicates: [
          try .all([
            "NOT (campground != %@)": campground,
            "dateTo >= %@": scope.today(at: campground).midnightUTC,
          ]), try Reservation.predicate(takenBack: false),
        ]), by: ["dateFrom", "number"], limit: limit)
      return try managedObjectContext.fetch(request)
    }
    // 12, 120 to 129, 1200 to 1299, and so on.
    var stays: [Reservation] = []
    var (first, count) = (number, Int64(1))
    while stays.count < limit, first < 1_000_000_000 {
      let request = FetchRequest<Reservation>(
        CompoundPredicate(andPredicateWithSubpredicates: [
          try .all(["number >= %@": first, "number < %@": first + count]),
          try Reservation.predicate(takenBack: false),
        ]), by: ["number"], limit: limit - stays.count)
      stays += try managedObjectContext.fetch(request)
      (first, count) = (first * 10, count * 10)
      if number == 0 { break }
    }
    return stays
  }

  /// The reservations that `list` returns, without the page.
  public func reservations(
    status: ReservationStatus? = nil, site: CampSite? = nil, camper: Camper? = nil,
    limit: Int = 0
  ) throws -> [Reservation] {
    try list(status: status, site: site, camper: camper, limit: limit).rows
  }
}
