import Campground
import CommandKit

extension Command where Context == Session {
  /// The command for guests who arrive without a reservation.
  static var walkIn: Self {
    Command(
      "walkin", aliases: ["walk-in"],
      synonyms: ["walk in", "drive in", "no reservation", "tonight"],
      "Reserve a site from today and check the guest in", .place,
      .stayLength(), .party, .note, .nightPrice, .overriding, .siteGuest,
      details: """
        Reserves the site from today and checks the guest in, together or not at all. With a phone \
        number a new guest is added; without one the guest has to be known. Rates, stay rules and \
        the party work as for reserve.
        """,
      examples: [
        "walkin 15 for \"Johnny Appleseed\" nights 2",
        "walkin 15 for \"Rosa Diaz\" phone 559-555-0142 nights 1 adults 2",
      ]
    ) { session, place, length, party, note, price, isOverriding, guest in
      let (change, added, record) = try session.desk.together {
        let (camper, isNew) = try guest(session)
        var booking = Booking(
          place, for: camper, dates: try length.dates(from: session.today()), party: party,
          note: note)
        booking.price = price
        booking.overridesRules = isOverriding
        let made = try session.reservations.book(booking, as: .reserved)
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
    .advising { word in
      PaymentMethod(rawValue: word) == nil ? nil : "take the payment afterwards: pay CODE \(word)"
    }
  }
}
