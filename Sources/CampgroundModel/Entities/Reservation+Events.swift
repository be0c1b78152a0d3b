import Foundation

/// What the events of a stay say about it. The first property read costs one query, unless the
/// events were fetched along with the stay.
extension Reservation {
  /// An event of one of some kinds that has not been undone; nil for none.
  package func event(_ kinds: Event.Kind...) -> Event? {
    events.first { event in
      !event.isDeleted && !event.isTakenBack && event.kind.map(kinds.contains) == true
    }
  }

  /// When the stay was first recorded, as a draft, a hold, a request or a reservation, or imported.
  public var madeAt: Date? { (event(.added, .imported) ?? event(.reserved))?.happenedAt }

  /// When it became reserved; nil before.
  public var reservedAt: Date? { event(.reserved, .imported)?.happenedAt }

  /// When the guest was checked in; nil where that has been undone.
  public var checkedInAt: Date? { event(.checkedIn)?.happenedAt }

  /// When the guest was checked out; nil where that has been undone, or where the stay had already
  /// ended when it was imported.
  public var checkedOutAt: Date? { event(.checkedOut)?.happenedAt }

  /// When the stay was canceled or became a no-show; nil after it was reinstated.
  public var canceledAt: Date? { event(.canceled, .noShow)?.happenedAt }

  /// Why the stay was canceled, marked a no-show, declined or let expire.
  public var reason: String? { event(.canceled, .noShow, .declined, .expired)?.reason }
}
