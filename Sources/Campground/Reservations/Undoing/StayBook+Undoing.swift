import Foundation
import ObjectGraph

/// Undoing the check-in or check-out of the wrong guest, on the same business day.
extension StayBook {
  /// Undoes the check-in of a stay, which becomes reserved again. An arrival that was moved is
  /// moved back.
  ///
  /// - Throws: `CampgroundError.notDone`, `.otherDay`, `.chargedSince`, `.withoutNight`.
  func undoCheckIn(_ reservation: Reservation) throws {
    let event = try event(ofThe: .checkIn, of: reservation)
    let charged = try Ledger.lines(about: reservation, in: context).filter {
      $0.reversedBy == nil && $0.reverses == nil && $0.kind == .lodging
        && $0.postedAt >= event.happenedAt
    }.compactMap(\.night)
      // Earlier nights were held for a late arrival, and are owed anyway.
      .filter { $0 >= event.date }
    guard charged.isEmpty else {
      let days = Set(charged).sorted().map { "\($0)" }
      throw CampgroundError(
        .chargedSince, about: [.stay(reservation.code)],
        "\(reservation.code) was charged for \(days.listed()) after its check-in",
        fix: .checkOutToday(reservation.code))
    }
    reservation.state = .reserved
    event.isTakenBack = true
    note(.checkInUndone, of: reservation)
    try moveArrivalBack(of: reservation, event)
  }

  /// Takes back the nights that an early check-in added, and puts back what they took from the
  /// facts; the others keep their terms.
  private func moveArrivalBack(of reservation: Reservation, _ event: Event) throws {
    guard let arrival = event.change(of: "dateFrom")?.dateBefore else { return }
    try refuse(
      unless: arrival < reservation.departure, .withoutNight,
      about: [.stay(reservation.code), .date(arrival)],
      "\(reservation.code) was due on \(arrival) before its check-in, and now ends on "
        + "\(reservation.departure)", fix: .extend(reservation.code))
    let dates = try StayDates(arrival: arrival, departure: reservation.departure)
    let spans = try spans(of: reservation).moved(to: dates)
    try letGo(reservation, keeping: spans)
    var facts = try facts(of: reservation)
    facts.takeBack(event.earlyArrival, until: arrival)
    if let notice = event.change(of: "noticeDate") { facts.noticeArrival = notice.dateBefore }
    for rule in event.overriddenRules { context.delete(rule) }
    try write(facts, to: reservation, on: spans)
  }

  /// Undoes the check-out of a stay: freed nights are taken again, and the lines that the check-out
  /// wrote are reversed.
  ///
  /// - Throws: `CampgroundError.notDone`, `.otherDay`, `.linesReversed`; `.stillOnSite` where
  ///   another guest is on the site now, `.siteTaken` and `.siteRetired` where a night is no longer
  ///   free, `.gone` where the site was deleted.
  func undoCheckOut(_ reservation: Reservation) throws {
    let event = try event(ofThe: .checkOut, of: reservation)
    let end = event.change(of: "dateTo")?.dateBefore ?? reservation.departure
    let added = try current(
      reservation.segments.filter { !$0.isDeleted && $0.isGivenUp }
        .compactMap(\.span).sorted { $0.dates.arrival < $1.dates.arrival }
        .clipped(from: reservation.departure, to: end))
    let whole = try (spans(of: reservation) + added).joined
    let site =
      try whole.span(on: today(reservation))?.site ?? whole.last?.site
      ?? refused(with: .gone("site \(reservation.siteName ?? "")"))
    try requireNobody(on: site, but: [reservation])
    try reverseLines(of: event, about: reservation)
    try occupy(added, by: reservation)
    try restoreNights(until: end, of: reservation, event, on: whole)
    reservation.state = .checkedIn
    event.isTakenBack = true
    note(.checkOutUndone, of: reservation)
    try noteTotal(of: reservation)
  }

  /// Restores the nights of a stay that its check-out gave up.
  private func restoreNights(
    until end: CalendarDate, of reservation: Reservation, _ event: Event, on spans: [SiteSpan]
  ) throws {
    let departure = reservation.departure
    guard departure < end else { return }
    var facts = try facts(of: reservation)
    facts.nights += facts.formerNights.filter { $0.date >= departure && $0.date < end }
    facts.formerNights.removeAll { $0.date >= departure && $0.date < end }
    if let notice = event.change(of: "noticeDate") { facts.noticeArrival = notice.dateBefore }
    if facts.givenUp.last?.occasion == .leftEarly { facts.givenUp.removeLast() }
    try write(facts, to: reservation, on: spans)
  }

  // MARK: Helpers

  /// The check-in or check-out that is being undone.
  private func event(ofThe step: DeskStep, of reservation: Reservation) throws -> Event {
    let code = reservation.code
    let about = [CampgroundError.Subject.stay(code)]
    try refuse(
      unless: reservation.state == step.end, .notDone, about: about,
      "\(code) is not \(step.participle); there is nothing to undo",
      fix: step == .checkIn && reservation.state == .checkedOut ? .undoCheckOutFirst(code) : nil)
    let fix: CampgroundError.Fix =
      step == .checkIn
      ? .checkOutToday(code) : .advice("book a new stay for the guest from today")
    guard let kind = step.end.eventKind, let event = reservation.event(kind),
      let known = reservation.campground
    else {
      throw CampgroundError(
        .unknownBefore, about: about,
        "the state of \(code) before its \(step) is not known", fix: fix)
    }
    // Read from the store, so that the save notices if someone closes the day.
    let day = try Ledger.current(known, in: context).businessDay(at: now)
    try refuse(
      unless: event.date == day, .otherDay, about: about + [.date(event.date)],
      "\(code) was \(step.participle) on \(event.date); the business day is \(day), and "
        + "a \(step) can only be undone the same day", fix: fix)
    return event
  }

  /// Reverses the lines that a check-out wrote for a stay.
  private func reverseLines(of event: Event, about stay: Reservation) throws {
    let written = (event.posting?.entries ?? []).filter { $0.reservation === stay }
      .sorted { $0.comesBefore($1) }
    let gone = written.filter { $0.reversedBy != nil }
    guard gone.isEmpty else {
      let lines = gone.compactMap(\.lineNumber)
      let words = lines.map { "\($0)" }.listed()
      throw CampgroundError(
        .linesReversed, about: [.stay(stay.code)] + lines.map { .line($0) },
        "the charges of the check-out of \(stay.code) have been reversed by hand"
          + (lines.isEmpty ? "" : ": line\(lines.count == 1 ? "" : "s") \(words)"),
        fix: .chargeRest(stay.code))
    }
    let page = page(of: stay)
    for line in written { try page.reverse(line, reason: "check-out undone") }
  }
}
