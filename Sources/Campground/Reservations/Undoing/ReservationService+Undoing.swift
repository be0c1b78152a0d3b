import Foundation
import ObjectGraph

/// Undoing mistaken check-ins and check-outs on the same business day.
///
///     try service.checkOut("R-5")      // the wrong guest
///     try service.undoCheckOut("R-5")  // back on the site, with the nights and the bill
extension ReservationService {
  /// Undoes the check-in of a stay, which becomes Reserved again.
  ///
  /// An arrival that the check-in moved is moved back, and a guest who changed sites with it
  /// returns to the former one.
  ///
  /// - Throws: `CampgroundError.notDone` in any status other than CheckedIn, `.otherDay`,
  ///   `.chargedSince` once a night was posted, `.withoutNight`, `.unknownBefore`; where the site
  ///   changes back, as `undoCheckOut(_:)`.
  @discardableResult
  public func undoCheckIn(_ code: String) throws -> StayChange {
    try change(code) { try $0.undoCheckIn($1) }
  }

  /// Undoes the check-out of a stay, which puts the guest back on the site.
  ///
  /// Freed nights are taken again. Further lines undo what the check-out posted, kept and reversed,
  /// and the former terms apply. Stay rules are not checked.
  ///
  /// - Throws: `CampgroundError.notDone` in any status other than CheckedOut, `.otherDay`,
  ///   `.linesReversed`, `.unknownBefore`; `.siteTaken` where a night is no longer free,
  ///   `.stillOnSite` where another guest is on the site, `.siteRetired`, `.gone`.
  @discardableResult
  public func undoCheckOut(_ code: String) throws -> StayChange {
    try change(code) { try $0.undoCheckOut($1) }
  }

  /// Undoes the last check-in of a group: of all guests checked in at that instant, or of none.
  ///
  /// - Throws: `CampgroundError.unknown`; `.nobodyToUndo`, and as `undoCheckIn(_:)`.
  @discardableResult
  public func undoGroupCheckIn(_ name: String) throws -> [StayChange] {
    try undo(.checkIn, ofGroup: name, at: \.checkedInAt) { try $0.undoCheckIn($1) }
  }

  /// Undoes the last check-out of a group: of all guests checked out at that instant, or of none.
  ///
  /// - Throws: `CampgroundError.unknown`; `.nobodyToUndo`, and as `undoCheckOut(_:)`.
  @discardableResult
  public func undoGroupCheckOut(_ name: String) throws -> [StayChange] {
    try undo(.checkOut, ofGroup: name, at: \.checkedOutAt) { try $0.undoCheckOut($1) }
  }

  /// Restores the terms that stays had before a command changed them.
  ///
  /// - Throws: as `StayBook.putBack(_:)`.
  func putBack(_ changes: [AgreedChange]) throws -> [StayChange] {
    try changeAll { try $0.putBack(changes) }
  }

  /// Whether a stay is still as a command left it.
  func isAsLeft(by change: AgreedChange, _ stay: Reservation) throws -> Bool {
    try book(in: managedObjectContext).agreed(for: stay) == change.after
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
      }, orElse: (.nobodyToUndo, "has no guests \(step.participle); there is nothing to undo"),
      body)
  }
}
