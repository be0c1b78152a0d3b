import Foundation
import ObjectGraph

/// Undoing mistaken check-ins and check-outs, as long as their business day is open.
///
///     try service.checkOut("R-5")      // the wrong guest
///     try service.undoCheckOut("R-5")  // back on the site, with the nights and the bill
extension ReservationService {
  /// Undoes the check-in of a stay, which becomes Reserved again.
  ///
  /// An arrival that the check-in moved is moved back, and a guest who changed sites with it
  /// returns to the former one.
  ///
  /// - Throws: `CampgroundError.refused` in any status other than CheckedIn, and once its business
  ///   day is closed, a night was posted, or the stay was changed since; where the site changes
  ///   back, as `undoCheckOut(_:)`.
  @discardableResult
  public func undoCheckIn(_ code: String) throws -> StayChange {
    try change(code) { _ = try $0.undo(.checkIn, of: $1) }
  }

  /// Undoes the check-out of a stay, which puts the guest back on the site.
  ///
  /// Freed nights are taken again. Further lines undo what the check-out posted, kept and reversed,
  /// and the former terms apply. Stay rules are not checked.
  ///
  /// - Throws: `CampgroundError.refused` in any status other than CheckedOut, once its business day
  ///   is closed, its lines were reversed by hand, or the stay was changed since, and where another
  ///   guest is on the site; `.siteTaken` where a night is no longer free, `.unfit` for a retired
  ///   campsite, `.gone`.
  @discardableResult
  public func undoCheckOut(_ code: String) throws -> StayChange {
    try change(code) { _ = try $0.undo(.checkOut, of: $1) }
  }

  /// Undoes the last check-in of a group: of all guests checked in at that instant, or of none.
  ///
  /// - Throws: `CampgroundError.unknown`; `.refused` where there is nothing to undo, and as
  ///   `undoCheckIn(_:)`.
  @discardableResult
  public func undoGroupCheckIn(_ name: String) throws -> [StayChange] {
    try undo(.checkIn, ofGroup: name, at: \.checkedInAt) { _ = try $0.undo(.checkIn, of: $1) }
  }

  /// Undoes the last check-out of a group: of all guests checked out at that instant, or of none.
  ///
  /// - Throws: `CampgroundError.unknown`; `.refused` where there is nothing to undo, and as
  ///   `undoCheckOut(_:)`.
  @discardableResult
  public func undoGroupCheckOut(_ name: String) throws -> [StayChange] {
    try undo(.checkOut, ofGroup: name, at: \.checkedOutAt) { _ = try $0.undo(.checkOut, of: $1) }
  }

  /// Undoes events of stays; see `StayBook.undo(_:)`.
  func undo(_ events: [Event]) throws -> [StayChange] {
    try changeAll { book in try book.undo(events.map { try book.context.current($0) }) }
  }

  /// Deletes a stay that an import added, or cancels it if lines were posted for it, which are then
  /// reversed.
  ///
  /// - Returns: Whether it was deleted.
  /// - Throws: `CampgroundError.gone`.
  func withdraw(_ stay: Reservation, reason: String) throws -> Bool {
    try scope.change { scratch in
      let stay = try scratch.current(stay)
      guard stay.entries.isEmpty else {
        try StayBook(scope, in: scratch, for: "undo").takeBack(stay, reason: reason)
        return false
      }
      NightLedger.release(stay, in: scratch)
      // Events outlive the stay, and go on naming it.
      for event in stay.events { (event.name, event.reservation) = (stay.code, nil) }
      scratch.delete(stay)
      return true
    }
  }

  private func undo(
    _ step: DeskStep, ofGroup name: String, at instant: (Reservation) -> Date?,
    _ body: (StayBook, Reservation) throws -> Void
  ) throws -> [StayChange] {
    try changeStays(
      ofGroup: name,
      { stays in
        let done = stays.filter { $0.state == step.end && instant($0) != nil }
        let last = done.compactMap(instant).max()
        return done.filter { instant($0) == last }
      }, orElse: "has no guests \(step.participle); there is nothing to undo", body)
  }
}
