import Foundation
import ObjectGraph

/// Handles money: payments, charges, refunds and closing days.
///
///     let folios = FolioService(managedObjectContext: stack.mainContext, storeStack: stack)
///     try folios.pay(100, by: .card, for: reservation, reference: "4242")
///     print(try folios.balance(of: reservation).due)      // $35.00
///
/// Lines are dated the campground's business day and never change. That is today, or the day after
/// the last closed one if today is already closed or the clock was set back. A closed day accepts
/// no lines: a request to post to it is refused with the day to use instead.
public final class FolioService: Service {
  // MARK: Reading

  /// The balance of a reservation: what was posted, what is to come, and what was paid.
  ///
  /// For a stay that was canceled, declined or expired, expired holds included, only posted lines
  /// count.
  public func balance(of reservation: Reservation) throws -> Balance {
    try Ledger.balance(
      of: reservation, in: managedObjectContext, at: scope.clock.now)
  }

  /// The balance of a whole folio.
  public func balance(of folio: Folio) throws -> Balance {
    try Ledger.balance(of: folio, in: managedObjectContext, at: scope.clock.now)
  }

  /// The lines of a folio in the order in which they were written.
  public func lines(of folio: Folio) throws -> [FolioEntry] {
    try Ledger.lines(of: folio, in: managedObjectContext)
  }

  /// The line with a number on the bill of a reservation, which may be shared with other
  /// reservations.
  ///
  /// - Throws: `CampgroundError.unknown`.
  public func line(_ number: Int, of reservation: Reservation) throws -> FolioEntry {
    let lines = try reservation.folio.map { try self.lines(of: $0) } ?? []
    guard number > 0, let line = lines.dropFirst(number - 1).first, line.number > 0 else {
      throw CampgroundError.unknown(
        .line(number), "line \(number) on the bill of \(reservation.code)", fix: .showLines)
    }
    return line
  }

  /// Writes lines that concern a reservation and saves them.
  ///
  /// - Parameter action: the action that the posting records.
  func write(
    about reservation: Reservation, on day: CalendarDate?, for action: String,
    _ body: (LedgerPage) throws -> FolioEntry
  ) throws -> FolioEntry {
    try scope.write { scratch in
      try body(LedgerPage(for: reservation, on: day, by: scope.pen(action, in: scratch)))
    }
  }
}
