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
    guard scope.covers(stay.place) else { return nil }
    let nights = nightsAtFault(in: stay)
    return nights.isEmpty ? nil : StayRuleViolation(of: self, by: stay, nights)
  }

  private func nightsAtFault(in stay: ProposedStay) -> [CalendarDate] {
    let dates = stay.dates
    let value = value ?? 0
    switch kind {
    case .minimumPerNight:
      return dates.nightCount < value ? covered(stay.part.nights) : []
    case .minimumInSeason:
      let inside = covered(dates.nights)
      return inside.count < value && !covered(stay.part.nights).isEmpty ? inside : []
    case .maximumNights:
      return dates.nightCount > value ? covered(stay.part.nights) : []
    case .closedToArrival:
      return !stay.isFirst || keepsArrival(stay) ? [] : covered(dates.arrival)
    case .closedToDeparture:
      return !stay.isLast || keepsDeparture(stay)
        ? [] : covered(Self.leavingDay(dates, byDay: stay.isByDay))
    case .gap: return gap(of: value, beside: stay)
    case .bookingWindow:
      guard stay.isFirst, !keepsArrival(stay) else { return [] }
      return dates.arrival > stay.bookedOn.adding(months: value) ? covered(dates.arrival) : []
    case .advanceDays:
      guard stay.isFirst, !keepsArrival(stay) else { return [] }
      return dates.arrival < stay.bookedOn.advanced(by: value) ? covered(dates.arrival) : []
    }
  }

  /// Whether the stay arrives when it did, which the rule had its say about.
  private func keepsArrival(_ stay: ProposedStay) -> Bool {
    guard let former = stay.former, former.dates.arrival == stay.dates.arrival else { return false }
    return former.hasArrived || wasFor(former.places.first)
  }

  /// Whether the stay departs when it did, which the rule had its say about.
  private func keepsDeparture(_ stay: ProposedStay) -> Bool {
    guard let former = stay.former, let last = former.places.last else { return false }
    return wasFor(last)
      && Self.leavingDay(former.dates, byDay: last.isByDay)
        == Self.leavingDay(stay.dates, byDay: stay.isByDay)
  }

  private func wasFor(_ place: FormerStay.Place?) -> Bool {
    place.map { scope.covers($0.booked) } ?? false
  }

  /// The day on which guests leave: whoever has a site by the day leaves on the last one.
  private static func leavingDay(_ dates: StayDates, byDay isByDay: Bool) -> CalendarDate {
    isByDay ? dates.departure.advanced(by: -1) : dates.departure
  }

  /// The nights of the first gap that would be too short for anyone, before the stay or after it.
  /// What is booked by its class leaves none, since it floats.
  ///
  /// A stay that is changed is not at fault for the gap beside an end that it keeps on its
  /// campsite, and nobody for nights that are past, which can be let to nobody anyway.
  private func gap(of value: Int, beside stay: ProposedStay) -> [CalendarDate] {
    let former = stay.former
    let beside = former?.places.filter { $0.booked.site == stay.place.site }.map(\.dates) ?? []
    var gaps: [Range<CalendarDate>] = []
    if let freeFrom = stay.freeFrom, freeFrom < stay.part.arrival, former?.hasArrived != true,
      !beside.contains(where: { $0.arrival == stay.part.arrival })
    {
      gaps.append(freeFrom..<stay.part.arrival)
    }
    if let takenFrom = stay.takenFrom, stay.part.departure < takenFrom,
      !beside.contains(where: { $0.departure == stay.part.departure })
    {
      gaps.append(stay.part.departure..<takenFrom)
    }
    return gaps.lazy.filter { $0.count <= value }
      .map { covered($0).filter { $0 >= stay.today } }.first { !$0.isEmpty } ?? []
  }

  private func covered(_ nights: Range<CalendarDate>) -> [CalendarDate] {
    nights.filter(scope.covers)
  }

  private func covered(_ date: CalendarDate) -> [CalendarDate] { scope.covers(date) ? [date] : [] }
}
