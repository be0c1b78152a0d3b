import ObjectGraph

extension Folio {
  /// The stays on the bill, by arrival, then by site and number.
  public var stays: [Reservation] {
    reservations.filter { !$0.isDeleted }
      .map { ($0.dateFrom, $0.campSite?.siteNumber ?? .max, $0.siteName ?? "", $0.number, $0) }
      .sorted { ($0.0, $0.1, $0.2, $0.3) < ($1.0, $1.1, $1.2, $1.3) }
      .map(\.4)
  }

  /// The stays that did not come to nothing.
  public var sharers: [Reservation] {
    stays.filter(\.isOwedFor)
  }

  /// The stays that are booked, which share what the whole group is charged; drafts, holds and
  /// requests owe nothing yet.
  public var bookedSharers: [Reservation] { sharers.filter(\.isBooked) }

  /// The drafts, holds and requests, which what the whole group is charged leaves out.
  public var sharersNotBooked: [Reservation] { sharers.filter { !$0.isBooked } }

  /// What people call the bill: the group's name, or the code.
  public var label: String { name ?? code }
}

/// What falls to one stay of an amount that a group shares.
public struct GroupShare: Hashable, Sendable {
  /// The reservation's code.
  public let code: String
  /// The name of the campsite.
  public let site: String?
  /// The share.
  public let amount: Money
}
