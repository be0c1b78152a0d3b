extension StayRuleBook {
  /// A rule about the length and the days of a stay.
  public struct Rule: Sendable, Hashable {
    public var name: String
    /// What it demands.
    public var kind: StayRuleKind
    /// The number of nights, months or days that it demands; nil where its kind has none.
    public var value: Int?
    /// What it is for: nights, arrivals or departures, as its kind wants.
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

  /// Whether the stay arrives on this campsite, and not when it did before: the rule had its say
  /// about that.
  private func looksAtArrival(of stay: ProposedStay) -> Bool {
    guard stay.keepsArrival, let former = stay.former else { return stay.isFirst }
    return stay.isFirst && !former.hasArrived && !wasFor(former.parts.first)
  }

  /// Whether the stay departs from this campsite, and not when it did before.
  private func looksAtDeparture(of stay: ProposedStay) -> Bool {
    let last = stay.former?.parts.last
    return stay.isLast && !(wasFor(last) && last?.leavingDay == stay.part.leavingDay)
  }

  private func wasFor(_ part: StayPart?) -> Bool { part.map { scope.covers($0.place) } ?? false }

  /// The nights of the first gap that would be too short for anyone, before the stay or after it.
  /// What is booked by its class leaves none, since it floats.
  ///
  /// A stay that is changed is not at fault for the gap beside an end that it keeps on its
  /// campsite, and nobody for nights that are past, which can be let to nobody anyway.
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
