extension StayRuleBook {
  /// A rule about the length or the days of a stay.
  public struct Rule: Sendable, Hashable {
    public var name: String
    /// What the rule demands.
    public var kind: StayRuleKind
    /// The number of nights, months or days demanded; nil for kinds without a number.
    public var value: Int?
    /// The nights, arrivals or departures that the rule covers, depending on its kind.
    public var scope: RuleScope

    public init(
      _ name: String, _ kind: StayRuleKind, _ value: Int? = nil, for scope: RuleScope = .all
    ) {
      self.name = name
      self.kind = kind
      self.value = value
      self.scope = scope
    }
  }
}

extension StayRuleBook.Rule {
  /// How a stay breaks the rule; nil where it does not.
  func violation(of stay: ProposedStay) -> StayRuleViolation? {
    guard scope.covers(stay.part.place) else { return nil }
    let nights = nightsAtFault(in: stay)
    return nights.isEmpty ? nil : StayRuleViolation(of: self, by: stay, nights)
  }

  private func nightsAtFault(in stay: ProposedStay) -> [CalendarDate] {
    let dates = stay.dates
    let value = value ?? 0
    switch kind {
    case .minimumPerNight:
      return dates.nightCount < value ? covered(stay.part.dates.nights) : []
    case .minimumInSeason:
      let inside = covered(dates.nights)
      return inside.count < value && !covered(stay.part.dates.nights).isEmpty ? inside : []
    case .maximumNights:
      return dates.nightCount > value ? covered(stay.part.dates.nights) : []
    case .closedToArrival: return looksAtArrival(of: stay) ? covered(dates.arrival) : []
    case .closedToDeparture:
      return looksAtDeparture(of: stay) ? covered(stay.part.leavingDay) : []
    case .gap: return gap(of: value, beside: stay)
    case .bookingWindow:
      let isLate = dates.arrival > stay.bookedOn.adding(months: value)
      return isLate && looksAtArrival(of: stay) ? covered(dates.arrival) : []
    case .advanceDays:
      let isSoon = dates.arrival < stay.bookedOn.advanced(by: value)
      return isSoon && looksAtArrival(of: stay) ? covered(dates.arrival) : []
    }
  }

  /// Whether the rule checks the arrival: the stay begins on this campsite, and the rule did not
  /// already pass this arrival.
  private func looksAtArrival(of stay: ProposedStay) -> Bool {
    guard stay.keepsArrival, let former = stay.former else { return stay.isFirst }
    return stay.isFirst && !former.hasArrived && !wasFor(former.parts.first)
  }

  /// Whether the rule checks the departure: the stay ends on this campsite, and the rule did not
  /// already pass this departure.
  private func looksAtDeparture(of stay: ProposedStay) -> Bool {
    let last = stay.former?.parts.last
    return stay.isLast && !(wasFor(last) && last?.leavingDay == stay.part.leavingDay)
  }

  private func wasFor(_ part: StayPart?) -> Bool { part.map { scope.covers($0.place) } ?? false }

  /// The nights of the first gap, before or after the stay, that would be too short to sell. A stay
  /// booked by class leaves none, because it floats.
  ///
  /// A changed stay does not answer for the gap next to an end that it keeps on the same campsite,
  /// and no stay answers for past nights, which cannot be sold anyway.
  private func gap(of value: Int, beside stay: ProposedStay) -> [CalendarDate] {
    let (former, part) = (stay.former, stay.part.dates)
    let beside = former?.parts.filter { $0.place.site == stay.part.place.site }.map(\.dates) ?? []
    var gaps: [Range<CalendarDate>] = []
    if let freeFrom = stay.freeFrom, freeFrom < part.arrival, former?.hasArrived != true,
      !beside.contains(where: { $0.arrival == part.arrival })
    {
      gaps.append(freeFrom..<part.arrival)
    }
    if let takenFrom = stay.takenFrom, part.departure < takenFrom,
      !beside.contains(where: { $0.departure == part.departure })
    {
      gaps.append(part.departure..<takenFrom)
    }
    return gaps.lazy.filter { $0.count <= value }
      .map { covered($0).filter { $0 >= stay.today } }.first { !$0.isEmpty } ?? []
  }

  private func covered(_ nights: Range<CalendarDate>) -> [CalendarDate] {
    nights.filter(scope.covers)
  }

  private func covered(_ date: CalendarDate) -> [CalendarDate] { scope.covers(date) ? [date] : [] }
}
