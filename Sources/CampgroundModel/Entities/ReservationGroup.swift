import ObjectGraph

/// Stays that belong together and share one bill, such as a scout troop.
///
///     let group = try reservations.group("Scout troop 7")
///     print(group.stays.map(\.code), try folios.balance(of: group).due)
public final class ReservationGroup: CampgroundRule {
  public override class var noun: String { "group" }

  /// The bill of all its stays, which is opened with the group; never nil once saved.
  @Managed("folio") public var folio: Folio?

  /// The stays, canceled ones included; `stays` has them in order.
  @Managed("reservations") public var reservations: Set<Reservation>
}

extension ReservationGroup {
  /// The stays by arrival, then by site and number.
  public var stays: [Reservation] { reservations.byArrival }

  /// The stays whose bill is still due.
  public var sharers: [Reservation] {
    stays.filter(\.isOwedFor)
  }

  /// The booked stays, which share the charges of the whole group; drafts, holds and requests owe
  /// nothing yet.
  public var bookedSharers: [Reservation] { sharers.filter(\.isBooked) }

  /// The drafts, holds and requests, which do not share the charges of the whole group.
  public var sharersNotBooked: [Reservation] { sharers.filter { !$0.isBooked } }
}

extension Set<Reservation> {
  /// The reservations that are not deleted, by arrival, then by site and number.
  package var byArrival: [Reservation] {
    filter { !$0.isDeleted }
      .map { ($0.arrival, NaturalName($0.siteName), $0.number, $0) }
      .sorted { ($0.0, $0.1, $0.2) < ($1.0, $1.1, $1.2) }
      .map(\.3)
  }
}
