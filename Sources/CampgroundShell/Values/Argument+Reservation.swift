import Campground
import CommandKit

/// Arguments that commands about stays share.
extension Argument where Context == Session {
  /// The stay that a command is about.
  static var stay: Argument<Session, Reservation> { .required("code", .reservation) }

  /// The reason for an action.
  static var reason: Argument<Session, String?> { .option("reason", .text, "reason to record") }

  /// A remark.
  static var note: Argument<Session, String?> { .option("note", .text, "any remark") }

  /// The length of a hold.
  static var minutesOfHold: Argument<Session, Int?> {
    .option("minutes", .integer(in: 1...10_080), "length of the hold in minutes")
  }

  /// Whether nights already agreed get current prices.
  static var repricing: Argument<Session, Bool> {
    .flag("reprice", "charge today's prices for nights already agreed")
  }

  /// Undoes a step that was taken for the wrong guest.
  static func undoing(_ step: String) -> Argument<Session, Bool> {
    .flag("undo", "undo today's \(step)")
  }
}

/// What a check-out command does.
enum CheckOut {
  case checkOut(leavingUnpriced: Bool)
  case undo
}

extension Argument where Context == Session, Value == CheckOut {
  /// The options of a check-out, or `undo`.
  static var checkOut: Self {
    .group(
      .flag("unpriced", "leave nights that no rate prices unbilled"), .undoing("check-out")
    ) { leavesUnpriced, isUndoing in
      guard isUndoing else { return .checkOut(leavingUnpriced: leavesUnpriced) }
      guard !leavesUnpriced else {
        throw ValueFault(
          "unpriced and undo cannot be given together", hint: "leave one of them out",
          at: "unpriced")
      }
      return .undo
    }
  }
}

/// What a check-in command does.
enum CheckIn {
  case checkIn(isEarly: Bool, isOverriding: Bool)
  case undo
}

extension Argument where Context == Session, Value == CheckIn {
  /// The options of a check-in, or `undo`.
  static var checkIn: Self {
    .group(
      .flag("early", "check in before the arrival date, if the nights are free"),
      .undoing("check-in"), .overriding
    ) { isEarly, isUndoing, isOverriding in
      guard isUndoing else { return .checkIn(isEarly: isEarly, isOverriding: isOverriding) }
      guard !isEarly, !isOverriding else {
        let name = isEarly ? "early" : "override"
        throw ValueFault(
          "\(name) and undo cannot be given together",
          hint: "leave one of them out", at: name)
      }
      return .undo
    }
  }
}

// MARK: Booking

/// The values that a command gives for a new stay, except for its place.
struct BookingTerms {
  /// The length of the stay in months; nil if it is given in another way.
  let months: Int?

  /// Finds the guest, or adds one with a phone number.
  fileprivate let guest: SiteGuest

  fileprivate let booking: (Booking.Place, Camper) -> Booking

  /// Books the stays that `make` gets. A new guest is added along with them, or nothing is done at
  /// all.
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
  /// The guest, the dates and the terms of a booking.
  static var booking: Self {
    .group(
      .siteGuest, .stayPeriod, .party, .note, .discount, .policyOrNone, .nightPrice, .overriding
    ) { guest, period, party, note, discount, policy, price, isOverriding in
      BookingTerms(
        months: period.months, guest: guest,
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
