import Campground
import CommandKit

extension Command where Context == Session {
  /// The commands that book stays.
  static var aboutBooking: [Self] {
    [
      reserve, hold, noting(.requested, "request", "Note a request for a stay"),
      noting(.draft, "draft", "Note an idea of a stay"),
    ]
  }

  private static var reserve: Self {
    Command(
      "reserve", aliases: ["book"], "Book a campsite for a camper", .place, .booking, .dryRun,
      .siteChanges, .series,
      details: """
        The night of the departure date is free for the next guest. Months are counted from the \
        arrival: from January 31 one month is to February 28, two are to March 31. A party of 4 is \
        four adults; adults and children count them apart. What is known of the party is checked \
        against the site. An arrival that is past takes override. Nights of a hold that is over can \
        be booked, also before those on the waitlist, who are named. Of a class the best site is \
        assigned, and the stay may be moved within the class until it is locked or checked in; others \
        are, where that makes room, and are named. With every and times it books a series of stays, \
        each counted from the first, all of them or none. With then the stay goes on upon other \
        sites, under one code and on one bill. A price is what each night costs, those \
        that are added later, too; only a discount that is asked for is taken off it. A stay without \
        a rate and a price has no price.
        """,
      examples: [
        "reserve 15 for \"Johnny Appleseed\" from 2026-07-01 nights 3",
        "reserve 15 for Rivera from 2026-07-04 to 2026-07-07 adults 2 children 3 length 38 pets 1",
        "reserve class \"RV 50A\" for Rivera from 2026-07-04 nights 3 length 38",
        "reserve 15 for Rivera from 2026-07-01 nights 5 then 16 on 2026-07-03",
        "reserve 15 for Rivera from 2026-07-01 nights 3 price 40",
        "reserve 15 for Rivera from 2027-01-31 months 6",
        "reserve 15 for Rivera from 2027-01-31 nights 2 every month times 6 skip-taken",
      ]
    ) { session, place, terms, isTrial, changes, series in
      var booking = terms(place)
      booking.siteChanges = changes
      if let series {
        return try session.reserve(booking, months: terms.months, series, dryRun: isTrial)
      }
      return try session.book(booking, as: .reserved, "Reserved", dryRun: isTrial)
    }
  }

  private static var hold: Self {
    Command(
      "hold", "Keep nights for a camper for some minutes", .place, .booking, .dryRun,
      .minutesOfHold,
      details: """
        From its end on others may take the nights. It becomes a reservation with accept. Without \
        minutes it lasts as long as the campground's holds do.
        """,
      examples: ["hold 15 for Rivera from 2026-07-04 nights 2 minutes 30"]
    ) { session, place, terms, isTrial, minutes in
      try session.book(terms(place), as: .hold, "Held", minutes: minutes, dryRun: isTrial)
    }
  }

  private static func noting(
    _ status: ReservationStatus, _ name: String, _ summary: String
  ) -> Self {
    Command(
      name, summary, .place, .booking, .dryRun,
      details: "It keeps no nights until it is accepted.",
      examples: ["\(name) 15 for Rivera from 2026-07-04 nights 2"]
    ) { session, place, terms, isTrial in
      try session.book(terms(place), as: status, "Noted the \(name)", dryRun: isTrial)
    }
  }
}

extension Session {
  fileprivate func book(
    _ booking: Booking, as status: ReservationStatus, _ verb: String, minutes: Int? = nil,
    dryRun isTrial: Bool
  ) throws -> Answer {
    let call = { (service: ReservationService) in
      try service.book(booking, as: status, minutes: minutes)
    }
    guard !isTrial else { return answer(previewing: [try reservations.preview(call)]) }
    let made = try call(reservations)
    let unit = made.after.isByDay ? "day" : "night"
    let price =
      made.after.total == nil
      ? "\"reservation edit \(made.code) price AMOUNT\" gives each \(unit) a price" : nil
    let lines: [String?] =
      [made.deposit.map { "\($0)" }, price] + made.moves.map(\.description) + made.waitlistLines
    return .message(
      (["\(verb) \(made.code) · \(made.after)"] + lines.compactMap { $0 }.map { "  " + $0 })
        .joined(separator: "\n"),
      record: record(of: try reservations.find(made.code)) + Self.cells(of: made.deposit))
  }
}
