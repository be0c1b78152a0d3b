import Campground
import CommandKit

extension Command where Context == Session {
  /// The commands that book stays.
  @CommandList<Session>
  static var aboutBooking: [Self] {
    Command(
      "reserve", aliases: ["book"], synonyms: ["walk-in", "booking", "new reservation", "rent"],
      "Book a site for a guest", .place, .booking, .dryRun,
      .siteChanges, .series,
      details: """
        The departure date's night is free for the next guest. A weekend without a length ends on \
        Sunday. Months count from the arrival date: \
        one month from January 31 ends on February 28, two on March 31. A party of 4 is four \
        adults; give adults and children to count them separately. The site has to suit the party. \
        A phone number after the name adds a new guest. With class instead of a site the best free \
        site is assigned, and the stay may move within its class until it is locked or checked in; \
        other stays move, too, if that makes room, and the answer names them. With then the stay \
        continues on other sites under the same code and on the same bill. With every and times it \
        books a series of stays, all or none, each date counted from the first stay. Nights of an \
        expired hold can be booked, even ahead of the waitlist; the answer names who is waiting. A \
        price applies to every night, including nights added later; only a discount given by name \
        comes off it. Nights that no rate prices are booked all the same; the answer names them.
        """,
      refuses: """
        a site that is taken, closed or unsuitable for the party, and dates in the past or against \
        the stay rules unless you add override
        """,
      examples: [
        "reserve 15 for \"Johnny Appleseed\" from 2026-07-01 nights 3",
        "reserve 15 for Rivera from 2026-07-04 to 2026-07-07 adults 2 children 3 length 38 pets 1",
        "reserve class \"RV 50A\" for Rivera from 2026-07-04 nights 3 length 38",
        "reserve 15 for \"Linda Green\" phone 559-555-0142 from 2026-07-04 nights 2",
        "reserve 15 for Rivera from 2026-07-01 nights 5 then 16 on 2026-07-03",
        "reserve 15 for Rivera from 2026-07-01 nights 3 price 40",
        "reserve 15 for Rivera from 2027-01-31 months 6",
        "reserve 15 for Rivera from 2027-01-31 nights 2 every month times 6 skip-taken",
      ]
    ) { session, place, terms, isTrial, changes, series in
      try terms([place], in: session, dryRun: isTrial) { bookings in
        var booking = bookings[0]
        booking.siteChanges = changes
        if let series {
          return try session.reserve(booking, months: terms.months, series, dryRun: isTrial)
        }
        return try session.book(booking, as: .reserved, "Reserved", dryRun: isTrial)
      }
    }

    Command(
      "hold", synonyms: ["keep", "option", "pencil in"],
      "Hold a site for a guest for a few minutes", .place, .booking, .dryRun,
      .minutesOfHold,
      details: """
        When the hold ends, others may book the nights. accept makes it a reservation. Without \
        minutes it lasts as long as the campground's holds do.
        """,
      refuses: """
        a site that is taken, closed or unsuitable for the party, and dates against the stay rules \
        unless you add override
        """,
      examples: ["hold 15 for Rivera from 2026-07-04 nights 2 minutes 30"]
    ) { session, place, terms, isTrial, minutes in
      try terms([place], in: session, dryRun: isTrial) {
        try session.book($0[0], as: .hold, "Held", minutes: minutes, dryRun: isTrial)
      }
    }

    noting(
      .requested, "request", synonyms: ["inquiry", "booking request"],
      "Record a request for a stay")

    noting(
      .draft, "draft", synonyms: ["tentative", "proposal"],
      "Record a tentative stay")
  }

  private static func noting(
    _ status: ReservationStatus, _ name: String, synonyms: [String], _ summary: String
  ) -> Self {
    Command(
      name, synonyms: synonyms, summary, .place, .booking, .dryRun,
      details: "It holds no nights until it is accepted.",
      examples: ["\(name) 15 for Rivera from 2026-07-04 nights 2"]
    ) { session, place, terms, isTrial in
      try terms([place], in: session, dryRun: isTrial) {
        try session.book($0[0], as: status, "Recorded \(name)", dryRun: isTrial)
      }
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
      ? "\"reservation edit \(made.code) price AMOUNT\" sets the price of each \(unit)" : nil
    let lines: [String?] =
      [made.deposit.map { "\($0)" }, made.unpricedWords, price] + made.moves.map(\.description)
      + made.waitlistLines
    return .message(
      (["\(verb) \(made.headline)"] + lines.compactMap { $0 }.map { "  " + $0 })
        .joined(separator: "\n"),
      record: record(of: try reservations.find(made.code)) + Self.cells(of: made.deposit))
  }
}
