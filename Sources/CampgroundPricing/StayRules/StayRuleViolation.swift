/// A rule that a stay would break, with its value and the nights that are at fault.
public struct StayRuleViolation: Sendable, Hashable {
  /// The name of the rule.
  public let rule: String

  /// What the rule demands; nil for the rule that every campground has, that nobody
  /// arrives on a day that is past.
  public let kind: StayRuleKind?

  /// The number of the rule; nil where its kind has none.
  public let value: Int?

  /// The nights that the rule is broken by, or the date of arrival or departure that it is about.
  public let nights: [CalendarDate]

  /// The dates of the stay.
  public let dates: StayDates

  /// The calendar date on which the stay is booked.
  public let bookedOn: CalendarDate

  /// Whether the stay is on a campsite that is let by the day.
  public let isByDay: Bool
}

extension StayRuleViolation {
  /// The name of the rule that every campground has.
  static let pastRule = "past"

  /// How a stay breaks the rule that nobody arrives on a day that is past; nil where it does not,
  /// or had that arrival before.
  init?(pastArrivalOf stay: ProposedStay) {
    let arrival = stay.dates.arrival
    guard stay.isFirst, arrival < stay.bookedOn, !stay.allowsPast,
      arrival != stay.former?.dates.arrival
    else { return nil }
    self.init(Self.pastRule, nil, nil, by: stay, [arrival])
  }

  init(
    _ rule: String, _ kind: StayRuleKind?, _ value: Int?, by stay: ProposedStay,
    _ nights: [CalendarDate]
  ) {
    self.rule = rule
    self.kind = kind
    self.value = value
    self.nights = nights
    dates = stay.dates
    bookedOn = stay.bookedOn
    isByDay = stay.isByDay
  }
}

extension StayRuleViolation: CustomStringConvertible {
  /// The rule, what it demands and what the stay has, as one phrase.
  public var description: String {
    guard let kind else {
      return "arrival \(dates.arrival) is in the past; today is \(bookedOn)"
    }
    return "\"\(rule)\" \(demand(of: kind))"
  }

  private var unit: String { isByDay ? "day" : "night" }

  private var span: String { dates.span(byDay: isByDay) }

  private func demand(of kind: StayRuleKind) -> String {
    let value = value ?? 0
    let first = nights.first.map { "\($0)" } ?? ""
    switch kind {
    case .minimumPerNight:
      return "asks for at least \(count(value)) with the \(unit) of \(first), "
        + "and \(span) has \(dates.nightCount)"
    case .minimumInSeason:
      return "asks for at least \(count(value)) in its dates, and \(span) has "
        + "\(nights.count) there, from \(first)"
    case .maximumNights:
      return "allows at most \(count(value)) with the \(unit) of \(first), "
        + "and \(span) has \(dates.nightCount)"
    case .closedToArrival: return "lets nobody arrive on \(first)"
    case .closedToDeparture: return "lets nobody depart on \(first)"
    case .gap:
      return "allows no gap of \(count(value)) or less, and \(count(nights.count)) "
        + "from \(first) would be left free beside \(span)"
    case .bookingWindow:
      return "takes bookings at most \(value) \(value == 1 ? "month" : "months") ahead: on "
        + "\(bookedOn) for arrivals up to \(bookedOn.adding(months: value)), not on \(first)"
    case .advanceDays:
      return "takes bookings at least \(value) \(value == 1 ? "day" : "days") ahead: on "
        + "\(bookedOn) for arrivals from \(bookedOn.advanced(by: value)) on, not on \(first)"
    }
  }

  private func count(_ nights: Int) -> String {
    nights == 1 ? "1 \(unit)" : "\(nights) \(unit)s"
  }
}
