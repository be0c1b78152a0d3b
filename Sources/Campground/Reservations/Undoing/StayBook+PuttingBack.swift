import ObjectGraph

/// Restoring stays after a command is undone.
extension StayBook {
  /// The present agreed facts of a stay.
  func agreed(for stay: Reservation) throws -> AgreedStay { AgreedStay(stay, try facts(of: stay)) }

  /// The agreed facts of a stay before the running command changes it; nil where no undo is
  /// recorded.
  func agreedBefore(_ stay: Reservation) throws -> AgreedStay? {
    scope.doneWork == nil ? nil : try agreed(for: stay)
  }

  /// Records for the running command what it changed about a stay.
  func noteChange(of stay: Reservation, since before: AgreedStay?) throws {
    guard let before, let work = scope.doneWork else { return }
    work.note(AgreedChange(stay: stay.objectID, before: before, after: try agreed(for: stay)))
  }

  /// Restores the former campsites, dates, terms and parties of stays, all at once, so that one may
  /// take what another leaves. Stay rules are not checked.
  ///
  /// - Throws: `CampgroundError.siteTaken` and `.siteRetired` where a night is no longer free,
  ///   `.stillOnSite` where another guest is there, `.nightsStayed` for nights spent elsewhere
  ///   since, `.gone` where the campsite or the class was deleted, `.hasLines` where the stay
  ///   changes its bill and has lines on the present one.
  func putBack(_ changes: [AgreedChange]) throws -> [StayChange] {
    let stays: [Reservation] = try changes.map { try context.existing($0.stay) }
    let snapshots = try stays.map { try StaySnapshot($0, of: self) }
    let spans = try changes.map { change in
      try change.before.places.map { place in
        guard let id = place.site else { throw CampgroundError.gone("the former site") }
        return SiteSpan(place.dates, on: try context.existing(id))
      }
    }
    for (stay, spans) in zip(stays, spans) {
      try requireSpent(spans, by: stay)
      try letGo(stay, keeping: spans)
    }
    for ((stay, spans), change) in zip(zip(stays, spans), changes) {
      if stay.state?.occupiesNights == true {
        try occupy(spans.clipped(from: firstOpenNight(of: stay)), by: stay)
      }
      if stay.state == .checkedIn, let site = spans.span(on: today(stay))?.site {
        try requireNobody(on: site, but: stays)
      }
      try putBack(stay, change.before, on: spans)
    }
    return try zip(snapshots, stays).map { try $0.change(to: $1, of: self) }
  }

  /// Checks that past nights were spent on the campsites that they would be restored to.
  private func requireSpent(_ spans: [SiteSpan], by stay: Reservation) throws {
    let firstOpen = try firstOpenNight(of: stay)
    let isSpent = stay.siteSpans.clipped(to: firstOpen).allSatisfy { span in
      span.dates.nights.allSatisfy { spans.has($0, on: span.site) }
    }
    try refuse(
      unless: isSpent && spans.dates.map({ $0.arrival >= min(firstOpen, stay.arrival) }) ?? true,
      with: .nightsStayed(
        code: stay.code, arrival: stay.arrival, through: firstOpen, fix: .moveRest(stay.code)))
  }

  private func putBack(
    _ stay: Reservation, _ agreed: AgreedStay, on spans: [SiteSpan]
  ) throws {
    if stay.siteClass?.objectID != agreed.siteClass {
      stay.siteClass = try agreed.siteClass.map { try context.existing($0) }
    }
    if stay.isLocked != agreed.isLocked { stay.isLocked = agreed.isLocked }
    if stay.camper?.objectID != agreed.camper {
      try change(guestOf: stay, to: agreed.camper.map { try context.existing($0) })
    }
    if stay.group?.objectID != agreed.group {
      if stay.group != nil { try leaveGroup(stay) }
      if let group = agreed.group { try join(stay, to: context.existing(group)) }
    }
    if stay.isGuaranteed != agreed.isGuaranteed { stay.isGuaranteed = agreed.isGuaranteed }
    if stay.expectedAt != agreed.expectedAt { stay.expectedAt = agreed.expectedAt }
    if stay.party != agreed.party { stay.party = agreed.party }
    if stay.note != agreed.note { stay.note = agreed.note }
    if stay.policy != agreed.policy { stay.policy = agreed.policy }
    if stay.policyRevision != agreed.policyRevision { stay.policyRevision = agreed.policyRevision }
    if stay.depositMinor != agreed.depositMinor { stay.depositMinor = agreed.depositMinor }
    for rule in stay.rulesSetAside where !agreed.overriddenRules.contains(rule.position) {
      context.delete(rule)
    }
    var facts = try facts(of: stay)
    facts.nights = agreed.nights
    facts.formerNights = agreed.formerNights
    facts.givenUp = agreed.givenUp
    facts.changeFees = agreed.changeFees
    facts.noticeArrival = agreed.noticeArrival
    try write(facts, to: stay, on: spans)
    if stay.state == .reserved || stay.state == .checkedIn {
      try post(stay, through: CalendarDate(dayNumber: .min), reason: "undone")
    }
  }
}
