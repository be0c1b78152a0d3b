import Campground
import CommandKit
import Foundation

extension Command where Context == Session {
  /// The command for guests who arrive without a reservation.
  static var walkIn: Self {
    Command(
      "walkin", aliases: ["walk-in"],
      synonyms: ["walk in", "drive in", "no reservation", "tonight"],
      "Reserve a site from today and check the guest in", .place, .walkIn, .siteGuest,
      details: """
        Reserves the site from today and checks the guest in, together or not at all. With a phone \
        number a new guest is added; without one the guest has to be known. Rates, stay rules and \
        the party work as for reserve.
        """,
      examples: [
        "walkin 15 for \"Johnny Appleseed\" nights 2",
        "walkin 15 for \"Rosa Diaz\" phone 559-555-0142 nights 1 adults 2",
      ]
    ) { session, place, terms, guest in
      let (change, added, record) = try session.desk.together {
        let (camper, isNew) = try guest(session)
        let today = try session.today()
        let made = try session.reservations.book(
          try terms(place, for: camper, from: today), as: .reserved)
        let change = try session.reservations.checkIn(made.code)
        return (
          change, isNew ? camper.fullName : nil,
          session.record(of: try session.reservations.find(made.code))
        )
      }
      session.warnOfReadiness(of: change.code)
      let lines = [
        added.map { "Added camper \($0)" }, "Checked in \(change.headline)",
        "  " + Session.standing(of: change.code, change.balance, on: change.groupBill),
      ]
      return .message(lines.compactMap { $0 }.joined(separator: "\n"), record: record)
    }
  }
}

/// The values that a command gives for a stay from today.
struct WalkInTerms {
  let length: StayLength
  let party: Party
  let note: String?
  let price: Decimal?
  let isOverriding: Bool

  /// The booking, for a stay from today.
  func callAsFunction(
    _ place: Booking.Place, for camper: Camper, from today: CalendarDate
  ) throws -> Booking {
    var booking = Booking(
      place, for: camper, dates: try length.dates(from: today), party: party, note: note)
    booking.price = price
    booking.overridesRules = isOverriding
    return booking
  }
}

extension Argument where Context == Session, Value == WalkInTerms {
  fileprivate static var walkIn: Self {
    .group(.stayLength(), .party, .note, .nightPrice, .overriding) {
      WalkInTerms(length: $0, party: $1, note: $2, price: $3, isOverriding: $4)
    }
  }
}
