import ObjectGraph

/// Stays that belong together and are on one bill: a scout troop.
///
///     let group = try reservations.group("Scout troop 7")
///     print(group.stays.map(\.code), try folios.balance(of: group).due)
public final class ReservationGroup: ManagedObject {
  /// The name, unique in the campground whatever its capitals.
  @Managed("name") public var name: String

  /// The campground; never nil in a saved group.
  @Managed("campground") public var campground: Campground?

  /// The bill of all its stays, opened with the group; never nil in a saved group.
  @Managed("folio") public var folio: Folio?

  /// The stays, those that were canceled included; `stays` has them in order.
  @Managed("reservations") public var reservations: Set<Reservation>
}

extension ReservationGroup: CampgroundRule {
  /// What it is called in messages.
  public static let noun = "group"
}

extension ReservationGroup {
  /// The stays by arrival, then by site and number.
  public var stays: [Reservation] { reservations.byArrival }

  /// The stays that did not come to nothing.
  public var sharers: [Reservation] {
    stays.filter(\.isOwedFor)
  }

  /// The stays that are booked, which share what the whole group is charged; drafts, holds and
  /// requests owe nothing yet.
  public var bookedSharers: [Reservation] { sharers.filter(\.isBooked) }

  /// The drafts, holds and requests, which what the whole group is charged leaves out.
  public var sharersNotBooked: [Reservation] { sharers.filter { !$0.isBooked } }
}

extension Set<Reservation> {
  /// Those that are there by arrival, then by site and number.
  package var byArrival: [Reservation] {
    filter { !$0.isDeleted }
      .map { ($0.dateFrom, $0.campSite?.siteNumber ?? .max, $0.siteName ?? "", $0.number, $0) }
      .sorted { ($0.0, $0.1, $0.2, $0.3) < ($1.0, $1.1, $1.2, $1.3) }
      .map(\.4)
  }
}
