import ObjectGraph

/// A rule about stays as a value, without its row.
struct StayRuleTerms: Sendable, Hashable {
  let name: String
  let kind: StayRuleKind
  let value: Int
  let weekdays: Weekdays
  let from: CalendarDate?
  let through: CalendarDate?
  let season: SeasonSpan?
  let place: RuleScope

  init(_ rule: StayRule) {
    name = rule.name
    kind = rule.kind
    value = Int(rule.value ?? 0)
    weekdays = Weekdays(rawValue: rule.weekdays)
    from = rule.firstDate
    through = rule.lastDate
    season = rule.season?.span
    place = RuleScope(
      site: rule.campSite.map(SiteID.init), siteClass: rule.siteClass.map(ClassID.init),
      siteType: rule.siteType)
  }

  /// Whether the rule is for what a stay is booked on at all.
  func isFor(_ booked: BookedPlace) -> Bool { place.covers(booked) }

  /// Whether the rule is for a night, an arrival or a departure of that date.
  func covers(_ date: CalendarDate) -> Bool {
    if let from, date < from { return false }
    if let through, date > through { return false }
    return weekdays.covers(date.weekday) && (season?.contains(date) ?? true)
  }

  /// How a stay breaks the rule; nil where it does not.
  func violation(of stay: ProposedStay) -> StayRuleViolation? {
    guard isFor(stay.place) else { return nil }
    let nights = nightsAtFault(in: stay)
    guard !nights.isEmpty else { return nil }
    return StayRuleViolation(
      rule: name, kind: kind, value: kind.takesValue ? value : nil, nights: nights,
      dates: stay.dates, bookedOn: stay.bookedOn, isByDay: stay.isByDay)
  }

  private func nightsAtFault(in stay: ProposedStay) -> [CalendarDate] {
    let dates = stay.dates
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
        ? [] : covered(Self.leavingDay(dates, on: stay.siteType))
    case .gap: return gap(beside: stay)
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
    return former.hasArrived || former.arrived(under: self)
  }

  /// Whether the stay departs when it did, which the rule had its say about.
  private func keepsDeparture(_ stay: ProposedStay) -> Bool {
    guard let former = stay.former,
      Self.leavingDay(former.dates, on: former.places.last?.siteType)
        == Self.leavingDay(stay.dates, on: stay.siteType)
    else { return false }
    return former.departed(under: self)
  }

  /// The day on which guests leave: whoever has a site by the day leaves on the last one.
  private static func leavingDay(_ dates: StayDates, on siteType: String?) -> CalendarDate {
    siteType == CampSiteType.dayUse.rawValue ? dates.departure.advanced(by: -1) : dates.departure
  }

  /// The nights of the first gap that would be too short for anyone, before the stay or after it.
  /// What is booked by its class leaves none, since it floats.
  ///
  /// A stay that is changed is not at fault for the gap beside an end that it keeps on its
  /// campsite, and nobody for nights that are past, which can be let to nobody anyway.
  private func gap(beside stay: ProposedStay) -> [CalendarDate] {
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

  private func covered(_ nights: Range<CalendarDate>) -> [CalendarDate] { nights.filter(covers) }

  private func covered(_ date: CalendarDate) -> [CalendarDate] { covers(date) ? [date] : [] }
}
