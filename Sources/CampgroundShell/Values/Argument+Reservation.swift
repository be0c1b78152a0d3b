import Campground
import CommandKit

/// What commands about stays have in common.
extension Argument where Context == Session, Value == Reservation {
  /// The stay that a command is about.
  static var stay: Self { .required("code", .reservation) }
}

extension Argument where Context == Session, Value == String? {
  /// Why something is done.
  static var reason: Self { .option("reason", .text, "reason to record") }

  /// Whatever else there is to say.
  static var note: Self { .option("note", .text, "any remark") }
}

extension Argument where Context == Session, Value == Int? {
  /// How long a hold lasts.
  static var minutesOfHold: Self {
    .option("minutes", .integer(in: 1...10_080), "length of the hold in minutes")
  }
}

extension Argument where Context == Session, Value == Bool {
  /// Whether nights that were agreed get the prices of now.
  static var repricing: Self {
    .flag("reprice", "charge today's prices for nights already agreed")
  }

  /// Takes back what a command did to the wrong guest.
  static func undoing(_ step: String) -> Self {
    .flag("undo", "undo today's \(step)")
  }
}

/// How guests are checked in.
enum CheckIn {
  case anew(isEarly: Bool, isOverriding: Bool)
  case takenBack
}

extension Argument where Context == Session, Value == CheckIn {
  /// How guests are checked in, or that it is taken back.
  static var checkIn: Self {
    .group(
      .flag("early", "check in before the arrival date, if the nights are free"),
      .undoing("check-in"), .overriding
    ) { isEarly, isUndoing, isOverriding in
      guard isUndoing else { return .anew(isEarly: isEarly, isOverriding: isOverriding) }
      guard !isEarly, !isOverriding else {
        let name = isEarly ? "early" : "override"
        throw ValueFault(
          "\(name) and undo cannot be given together",
          hint: "leave one of them out", at: name)
      }
      return .takenBack
    }
  }
}

// MARK: Booking

/// What a command says of a stay that is to be booked, but for the place.
struct BookingTerms {
  fileprivate let booking: (Booking.Place, Camper) -> Booking

  /// Finds the guest, or adds one with a phone number.
  private let guest: SiteGuest

  /// How many months the stay has; nil where its length is told in another way.
  let months: Int?

  fileprivate init(
    months: Int?, for guest: @escaping SiteGuest,
    booking: @escaping (Booking.Place, Camper) -> Booking
  ) {
    (self.months, self.guest, self.booking) = (months, guest, booking)
  }

  /// Books with what `make` gets, the guest with it where that is a new one, or nothing at all.
  @MainActor
  func callAsFunction(
    _ places: [Booking.Place], in session: Session, dryRun isTrial: Bool,
    _ make: ([Booking]) throws -> Answer
  ) throws -> Answer {
    try session.serve(guest, dryRun: isTrial) { camper in
      try make(places.map { booking($0, camper) })
    }
  }
}

extension Argument where Context == Session, Value == BookingTerms {
  /// Whom a place is booked for, when, and what else is agreed.
  static var booking: Self {
    .group(
      .siteGuest, .stayPeriod, .party, .note, .discount, .policyOrNone, .nightPrice, .overriding
    ) { guest, period, party, note, discount, policy, price, isOverriding in
      BookingTerms(
        months: period.months, for: guest,
        booking: { place, guest in
          var booking = Booking(place, for: guest, dates: period.dates, party: party, note: note)
          booking.discount = discount
          booking.policy = policy
          booking.price = price
          booking.overridesRules = isOverriding
          return booking
        })
    }
  }
}
