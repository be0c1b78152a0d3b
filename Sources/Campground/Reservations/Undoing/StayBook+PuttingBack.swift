import ObjectGraph

/// Undoing what events changed about stays.
extension StayBook {
  /// Undoes events of stays, all at once, so that one may take what another leaves: the former
  /// status, campsites, dates, terms and party apply again, and further lines undo what the events
  /// posted. Stay rules are not checked.
  ///
  /// - Parameter events: the latest first.
  /// - Throws: `UndoRefusal` where a stay was changed since; `CampgroundError.siteTaken` where a
  ///   night is no longer free, `.unfit` where the campsite was retired; `.refused` where another
  ///   guest is there, for nights spent elsewhere since, and where the stay changes its bill and
  ///   has lines on the present one; `.gone` where the campsite or the class was deleted.
  func undo(_ events: [Event]) throws -> [StayChange] {
    let restoration = Restoration(in: context, undoing: events, at: now)
    var stays: [Reservation] = []
    for case let stay? in events.map(\.reservation) where !stays.contains(stay) {
      stays.append(stay)
    }
    let snapshots = try stays.map { try StaySnapshot($0, of: self) }
    let former = stays.map(\.siteSpans)
    for event in events {
      guard let stay = event.reservation else { continue }
      try restoration.requireAsLeft(by: event)
      try requireNothingPosted(since: event, for: stay)
      try reverseLines(of: event, about: stay)
      try changeBill(of: stay, back: event, by: restoration)
      try restoration.putBack([event])
      context.processPendingChanges()
      note(event.kind?.undoing ?? .changed, of: stay)
      event.isTakenBack = true
      if event.kind == .reinstated { stay.lastEnd(before: event)?.isTakenBack = false }
    }
    for (stay, spans) in zip(stays, former) { try requireSpent(stay, since: spans) }
    for stay in stays {
      try letGo(stay, keeping: stay.state?.occupiesNights == true ? stay.siteSpans : [])
    }
    for stay in stays {
      if stay.state?.occupiesNights == true {
        let spans = try spans(of: stay)
        for night in stay.nights where !night.isDeleted { night.heldUntil = stay.holdExpiresAt }
        try occupy(spans.clipped(from: firstOpenNight(of: stay)), by: stay)
        if stay.state == .checkedIn, let site = spans.span(on: today(stay))?.site {
          try requireNobody(on: site, but: stays)
        }
      }
      let reversed = events.filter { $0.reservation === stay && $0.kind == .reversed }
        .flatMap { $0.posting?.entries ?? [] }.filter { $0.reservation === stay }.compactMap(
          \.night)
      if stay.state?.isFinal == true {
        try post(stay, reason: "undone")
      } else if stay.state == .reserved || stay.state == .checkedIn {
        try post(
          stay, through: reversed.max() ?? CalendarDate(dayNumber: .min), reason: "undone")
      }
      // The total of a settled stay is what the ledger has.
      try noteTotal(of: stay)
    }
    return try zip(snapshots, stays).map { try $0.change(to: $1, of: self) }
  }

  /// Gives a stay its former guest and group, as far as they follow from more than its own values:
  /// the payer of its bill, and which bill it is on.
  private func changeBill(
    of stay: Reservation, back event: Event, by restoration: Restoration
  ) throws {
    let image = event.images.first { $0.kind == .changed && $0.entityName == "Reservation" }
    guard let before = try image?.valuesBefore() else { return }
    func object<Object: ManagedObject>(_ value: ImageValue?) throws -> Object? {
      guard case .object(let name) = value else { return nil }
      return try restoration.find(name) as? Object
    }
    if let camper = before["camper"] { try change(guestOf: stay, to: object(camper)) }
    if let group = before["group"] {
      if stay.group != nil { try leaveGroup(stay) }
      if let group: ReservationGroup = try object(group) { try join(stay, to: group) }
    }
  }

  /// Checks that past nights were spent on the campsites that they were before.
  private func requireSpent(_ stay: Reservation, since former: [SiteSpan]) throws {
    let firstOpen = try firstOpenNight(of: stay)
    let spans = stay.siteSpans
    let isSpent = former.clipped(to: firstOpen).allSatisfy { span in
      span.dates.nights.allSatisfy { spans.has($0, on: span.site) }
    }
    try refuse(
      unless: isSpent && spans.dates.map({ $0.arrival >= min(firstOpen, stay.arrival) }) ?? true,
      with: .nightsStayed(
        code: stay.code, arrival: stay.arrival, through: firstOpen, fix: .moveRest(stay.code)))
  }

  /// Checks that no night was posted since a check-in, except those held for a late arrival, which
  /// are owed anyway.
  private func requireNothingPosted(since event: Event, for stay: Reservation) throws {
    guard event.kind == .checkedIn else { return }
    let charged = try Ledger.lines(about: stay, in: context).filter {
      $0.reversedBy == nil && $0.reverses == nil && $0.kind == .lodging
        && $0.postedAt >= event.happenedAt
    }
    let nights = charged.compactMap(\.night).filter { $0 >= event.date }
    guard let line = charged.first(where: { $0.night.map(nights.contains) == true }) else { return }
    let days = Set(nights).sorted().map { "\($0)" }.listed()
    let audit = line.posting?.events.first { $0.kind == .nightsPosted }
    throw UndoRefusal(
      about: [.stay(stay.code)], why: "\(stay.code) was charged for \(days) after its check-in",
      fix: audit.map { .advice("\"undo \($0.code)\" undoes the night audit") }
        ?? .checkOutToday(stay.code))
  }

  /// Reverses the lines that an event wrote for a stay; a payment or a charge by hand is not one of
  /// them.
  private func reverseLines(of event: Event, about stay: Reservation) throws {
    guard event.kind == .checkedOut else { return }
    let written = (event.posting?.entries ?? []).filter { $0.reservation === stay }
      .sorted { $0.comesBefore($1) }
    let gone = written.filter { $0.reversedBy != nil }
    guard gone.isEmpty else {
      let lines = gone.compactMap(\.lineNumber)
      let words = lines.map { "\($0)" }.listed()
      throw UndoRefusal(
        about: [.stay(stay.code)] + lines.map { .line($0) },
        why: "the charges of the check-out of \(stay.code) have been reversed by hand"
          + (lines.isEmpty ? "" : ": line\(lines.count == 1 ? "" : "s") \(words)"),
        fix: .chargeRest(stay.code))
    }
    let page = page(of: stay)
    for line in written { try page.reverse(line, reason: "check-out undone") }
  }
}

extension Reservation {
  /// The cancellation, or the event that made it a no-show, before another event.
  fileprivate func lastEnd(before other: Event) -> Event? {
    events.filter { ($0.kind == .canceled || $0.kind == .noShow) && $0.number < other.number }
      .max { $0.number < $1.number }
  }
}

extension Event.Kind {
  /// The kind of the event that undoes one of this kind.
  fileprivate var undoing: Self {
    switch self {
    case .checkedIn: .checkInUndone
    case .checkedOut: .checkOutUndone
    case .canceled, .noShow: .reinstated
    default: .changed
    }
  }
}
