/// A rule that a stay would break, with the nights at fault.
public struct StayRuleViolation: Sendable, Hashable {
  /// The rule; nil for the built-in rule that nobody may arrive in the past.
  public let rule: StayRuleBook.Rule?

  /// The stay that breaks the rule.
  public let stay: ProposedStay

  /// The nights that break the rule, or the date of arrival or departure at fault; at least one.
  public let nights: [CalendarDate]

  /// The name of the rule; "past" for the built-in rule.
  public var name: String { rule?.name ?? "past" }

  /// What the rule demands; nil for the built-in rule.
  public var kind: StayRuleKind? { rule?.kind }

  init(of rule: StayRuleBook.Rule?, by stay: ProposedStay, _ nights: [CalendarDate]) {
    self.rule = rule
    self.stay = stay
    self.nights = nights
  }
}

extension StayRuleViolation: CustomStringConvertible {
  /// The rule, its demand and the fault of the stay, as one phrase.
  public var description: String {
    guard let rule else {
      return "arrival \(stay.dates.arrival) is in the past; today is \(stay.bookedOn)"
    }
    return "\"\(rule.name)\" \(demand(of: rule))"
  }

  private var unit: String { stay.part.isByDay ? "day" : "night" }

  private var span: String { stay.dates.span(byDay: stay.part.isByDay) }

  private func demand(of rule: StayRuleBook.Rule) -> String {
    let value = rule.value ?? 0
    let first = nights.first.map { "\($0)" } ?? ""
    let (nightCount, bookedOn) = (stay.dates.nightCount, stay.bookedOn)
    switch rule.kind {
    case .minimumPerNight:
      return "requires at least \(count(value)) if the \(unit) of \(first) is included; "
        + "\(span) has \(nightCount)"
    case .minimumInSeason:
      return "requires at least \(count(value)) within its dates; \(span) has "
        + "\(nights.count) of them, from \(first)"
    case .maximumNights:
      return "allows at most \(count(value)) if the \(unit) of \(first) is included; "
        + "\(span) has \(nightCount)"
    case .closedToArrival: return "allows no arrivals on \(first)"
    case .closedToDeparture: return "allows no departures on \(first)"
    case .gap:
      return "allows no gap of \(count(value)) or less; \(span) would leave \(count(nights.count)) "
        + "free from \(first)"
    case .bookingWindow:
      return "takes bookings at most \(value) \(value == 1 ? "month" : "months") ahead: on "
        + "\(bookedOn) for arrivals through \(bookedOn.adding(months: value)), not \(first)"
    case .advanceDays:
      return "takes bookings at least \(value) \(value == 1 ? "day" : "days") ahead: on "
        + "\(bookedOn) for arrivals from \(bookedOn.advanced(by: value)), not \(first)"
    }
  }

  private func count(_ nights: Int) -> String {
    nights == 1 ? "1 \(unit)" : "\(nights) \(unit)s"
  }
}
