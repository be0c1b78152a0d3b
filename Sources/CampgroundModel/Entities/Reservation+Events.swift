import Foundation

/// What the events of a stay say of it. The first of these reads them, with one query where they
/// were not fetched along.
extension Reservation {
  /// What was done and not undone since; nil for nothing.
  package func event(_ kinds: Event.Kind...) -> Event? {
    events.first { event in
      !event.isDeleted && !event.isTakenBack && event.kind.map(kinds.contains) == true
    }
  }

  /// When it was noted, as a draft, a hold, a request or a reservation, or imported.
  public var madeAt: Date? { (event(.added, .imported) ?? event(.reserved))?.happenedAt }

  /// When it became reserved; nil before.
  public var reservedAt: Date? { event(.reserved, .imported)?.happenedAt }

  /// When the guest was checked in; nil where that was undone.
  public var checkedInAt: Date? { event(.checkedIn)?.happenedAt }

  /// When the guest was checked out; nil where that was undone, and of a stay that was over when
  /// it was imported.
  public var checkedOutAt: Date? { event(.checkedOut)?.happenedAt }

  /// When it was canceled, or its guest did not come; nil where it was reinstated.
  public var canceledAt: Date? { event(.canceled, .noShow)?.happenedAt }

  /// Why it was canceled, declined or given up.
  public var reason: String? { event(.canceled, .noShow, .declined, .expired)?.reason }
}
