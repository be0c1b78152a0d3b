import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Stays with agreed prices, for tests about money. The clock of a desk stands at 2026-06-15.
extension Desk {
  /// A stay on a site of its own, with what was agreed for its nights from
  /// the arrival on, in cents.
  func stay(
    _ arrival: String = "2026-06-15", nights: [Int64], site name: String = "15",
    camper: String = "Ada Rivera", isInHouse: Bool = false
  ) throws -> Reservation {
    let site = try sites.add(name)
    let guest = try campers.addCamper(camper, phoneNumber: nil)
    var booking = Booking(
      site, for: guest, dates: try StayDates(arrival: day(arrival), nights: max(1, nights.count)))
    // Some of them began before today.
    booking.overridesRules = true
    let reservation = try reservations.reserve(booking)
    for (index, amount) in nights.enumerated() {
      agree(amount, on: try day(arrival).advanced(by: index), at: index, of: reservation)
    }
    if isInHouse { reservation.state = .checkedIn }
    try stack.mainContext.saveThrough()
    return reservation
  }

  /// Adds a line to what was agreed.
  func agree(
    _ amount: Int64, on day: CalendarDate, at position: Int, of reservation: Reservation,
    kind: ChargeKind = .lodging, _ text: String? = nil
  ) {
    let charge = StayCharge(context: stack.mainContext)
    charge.day = day.midnightUTC
    charge.position = Int32(clamping: position)
    charge.kind = kind
    charge.text = text ?? "Night of \(day)"
    charge.amountMinor = amount
    charge.reservation = reservation
  }

  /// What a reservation owes, as text.
  func due(_ reservation: Reservation) throws -> String {
    "\(try folios.balance(of: reservation).due)"
  }
}

extension XCTestCase {
  /// Checks that a call breaks that rule about money.
  @MainActor
  func assertBreaks<Result>(
    _ rule: LedgerRule, file: StaticString = #filePath, line: UInt = #line,
    _ body: () throws -> Result
  ) {
    assertBreaks(.ledger(rule), file: file, line: line, body)
  }

  /// A service as another program has it that works on the same file.
  @MainActor
  func otherDesk(on file: URL, now: Date? = nil) throws -> Desk {
    let store = PersistentStoreDescription(url: file)
    return Desk(
      try now.map { try TestStoreStack(store: store, now: $0) } ?? TestStoreStack(store: store),
      file: file)
  }
}

/// An amount in US dollars.
func usd(_ text: String) throws -> Money { try Money(parsing: text, .usd) }
