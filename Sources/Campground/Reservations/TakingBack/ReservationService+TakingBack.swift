import Foundation
import ObjectGraph

/// Check-ins and check-outs that were a mistake, undone on the same business day.
///
///     try service.checkOut("R-5")             // the wrong guest
///     try service.takeBackCheckOut("R-5")     // is back on the site, with the nights and the bill
extension ReservationService {
  /// Makes a stay Reserved again whose guest was checked in by mistake.
  ///
  /// An arrival that the check-in moved is where it was, and a guest who changed the site by it is
  /// on the former one again.
  ///
  /// - Throws: `CampgroundError.notDone` in any other state than CheckedIn, `.otherDay`,
  ///   `.chargedSince` once a night was posted, `.withoutNight`, `.unknownBefore`; where a site is
  ///   changed back to as `takeBackCheckOut(_:)`.
  @discardableResult
  public func takeBackCheckIn(_ code: String) throws -> StayChange {
    try change(code) { try $0.takeBackCheckIn($1) }
  }

  /// Puts a guest back on the site who was checked out by mistake.
  ///
  /// Nights that were refunded are taken again. What the check-out posted, kept and took back is
  /// undone by further lines, and is agreed as before. No rule about stays is asked.
  ///
  /// - Throws: `CampgroundError.notDone` in any other state than CheckedOut, `.otherDay`,
  ///   `.linesTakenBack`, `.unknownBefore`;
  ///   `.siteTaken` where a night is not free any more, `.stillOnSite` where another
  ///   guest is on the site, `.siteRetired`, `.gone`.
  @discardableResult
  public func takeBackCheckOut(_ code: String) throws -> StayChange {
    try change(code) { try $0.takeBackCheckOut($1) }
  }

  /// Takes back the last check-in of a group: of all who were checked in at that instant, or of
  /// none.
  ///
  /// - Throws: `CampgroundError.unknown`; `.nobodyToTakeBack`, and as `takeBackCheckIn(_:)`.
  @discardableResult
  public func takeBackGroupCheckIn(_ name: String) throws -> [StayChange] {
    try takeBack(.checkIn, ofGroup: name, at: \.checkedInAt) { try $0.takeBackCheckIn($1) }
  }

  /// Takes back the last check-out of a group: of all who were checked out at that instant, or of
  /// none.
  ///
  /// - Throws: `CampgroundError.unknown`; `.nobodyToTakeBack`, and as `takeBackCheckOut(_:)`.
  @discardableResult
  public func takeBackGroupCheckOut(_ name: String) throws -> [StayChange] {
    try takeBack(.checkOut, ofGroup: name, at: \.checkedOutAt) { try $0.takeBackCheckOut($1) }
  }

  /// Gives stays back what was agreed for them before a command changed them.
  ///
  /// - Throws: as `StayBook.putBack(_:)`.
  func putBack(_ changes: [AgreedChange]) throws -> [StayChange] {
    try changeAll { try $0.putBack(changes) }
  }

  /// Whether a stay is still what a command made of it.
  func isAsLeft(by change: AgreedChange, _ stay: Reservation) throws -> Bool {
    try book(in: managedObjectContext).agreed(for: stay) == change.after
  }

  private func takeBack(
    _ step: DeskStep, ofGroup name: String, at instant: (Reservation) -> Date?,
    _ body: (StayBook, Reservation) throws -> Void
  ) throws -> [StayChange] {
    let known = try group(name)
    return try changeAll { book in
      let done = try book.context.current(known).stays.filter { $0.state == step.end }
      guard let last = done.compactMap(instant).max() else {
        throw CampgroundError(
          .nobodyToTakeBack, about: [.named("group", known.name)],
          "group \"\(known.name)\" has no guests \(step.participle); there is nothing to undo",
          fix: .showGroup)
      }
      return try done.filter { instant($0) == last }.map { stay in
        try book.changing(stay) { try body(book, $0) }
      }
    }
  }
}
