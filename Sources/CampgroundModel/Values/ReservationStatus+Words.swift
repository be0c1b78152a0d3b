extension ReservationStatus {
  /// The state as people say it: `checked in`, `no-show`.
  public var words: String {
    switch self {
    case .checkedIn: "checked in"
    case .checkedOut: "checked out"
    case .noShow: "no-show"
    case .draft, .hold, .requested, .reserved, .expired, .declined, .canceled:
      rawValue.lowercased()
    }
  }

  /// What a reservation in this state is: `R-1 is a hold`, `R-1 is checked in`.
  package var standing: String {
    switch self {
    case .draft, .hold, .noShow: "a \(words)"
    case .requested, .reserved, .checkedIn, .checkedOut, .expired, .declined, .canceled: words
    }
  }

  /// What is done to a reservation to bring it into this state: `R-1 can be checked in`.
  package var participle: String {
    switch self {
    case .draft: "made a draft"
    case .hold: "held"
    case .noShow: "marked a no-show"
    case .requested, .reserved, .checkedIn, .checkedOut, .expired, .declined, .canceled: words
    }
  }
}

extension Reservation {
  /// What the reservation is: `a hold`, `checked in`; the stored word where it is no known state.
  package var standing: String { state?.standing ?? status }
}
