extension ReservationStatus {
  /// The status as people say it: `checked in`, `no-show`.
  public var words: String {
    switch self {
    case .checkedIn: "checked in"
    case .checkedOut: "checked out"
    case .noShow: "no-show"
    case .draft, .hold, .requested, .reserved, .expired, .declined, .canceled:
      rawValue.lowercased()
    }
  }

  /// The complement in `R-1 is a hold`, `R-1 is checked in`.
  package var standing: String {
    switch self {
    case .draft, .hold, .noShow: "a \(words)"
    case .requested, .reserved, .checkedIn, .checkedOut, .expired, .declined, .canceled: words
    }
  }

  /// The participle for the change to this status: `R-1 can be checked in`.
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
  /// The status in words, `a hold`, `checked in`, `taken back`; the stored value if it is unknown.
  package var standing: String { isTakenBack ? "taken back" : state?.standing ?? status }
}
