import Foundation
import ObjectGraph

/// Taking back a check-in or a check-out of the wrong guest, on the same business day.
extension StayBook {
  // MARK: Noting

  /// A record of a stay as it is before it is checked in or out.
  func record(of reservation: Reservation) throws -> DeskRecord {
    DeskRecord(
      businessDay: businessDay(of: reservation),
      lineCount: try Ledger.lines(about: reservation, in: context).count)
  }

  /// Notes in a stay how it is before it is checked out.
  ///
  /// - Parameter end: the day on which it ends by that.
  func noteCheckOut(of reservation: Reservation, on end: CalendarDate) throws {
    var record = try record(of: reservation)
    if end < reservation.departure { record.departure = reservation.departure.dayNumber }
    let open = Self.openLines(of: reservation).map { DeskRecord.Line($0) }
    record.open = open.isEmpty ? nil : open
    reservation.beforeCheckOut = try record.text()
  }

  /// What is agreed for a stay and not posted, in order.
  private static func openLines(of stay: Reservation) -> [QuoteLine] {
    guard stay.importedTotal == nil else { return Agreement.lines(of: stay) }
    return stay.charges.filter { !$0.isDeleted && $0.entry == nil }
      .sorted { $0.position < $1.position }.map { QuoteLine($0) }
  }

  // MARK: Taking back

  /// Makes a stay reserved again whose guest was checked in by mistake. An arrival that was moved is
  /// where it was.
  ///
  /// - Throws: `TakingBackRule`.
  func takeBackCheckIn(_ reservation: Reservation) throws {
    let record = try record(ofThe: .checkIn, reservation.beforeCheckIn, of: reservation)
    let charged = try lines(about: reservation, since: record).compactMap { line in
      line.reversedBy == nil ? line.charge.map { CalendarDate(midnightUTC: $0.day) } : nil
    }
    guard charged.isEmpty else {
      throw CampgroundError.takingBack(
        .charged(reservation.code, days: Set(charged).sorted()))
    }
    reservation.state = .reserved
    reservation.checkedInAt = nil
    reservation.beforeCheckIn = nil
    if let arrival = record.arrival {
      try moveArrivalBack(of: reservation, to: CalendarDate(dayNumber: arrival), record)
    }
  }

  /// Gives back the nights that an early check-in added; the others keep what was agreed for them.
  private func moveArrivalBack(
    of reservation: Reservation, to arrival: CalendarDate, _ record: DeskRecord
  ) throws {
    guard arrival < reservation.departure else {
      throw CampgroundError.takingBack(
        .withoutNight(
          reservation.code, arrival: arrival, departure: reservation.departure))
    }
    let dates = try StayDates(arrival: arrival, departure: reservation.departure)
    let kept = try agreed(on: reservation)
    let spans = try spans(of: reservation).moved(to: dates)
    letGo(reservation, keeping: spans)
    put(reservation, on: spans)
    reservation.noticeDate = record.noticeDay.map { CalendarDate(dayNumber: $0).midnightUTC }
    reservation.overriddenRules = record.withoutAdded(reservation.overriddenRules)
    try agree(on: reservation, keeping: kept)
  }

  /// Puts a guest back on the site who was checked out by mistake. Nights that were given back are
  /// taken again, and the lines that it wrote are taken back by others.
  ///
  /// - Throws: `TakingBackRule`; `CampgroundError.stillOnSite` where somebody else is on the site
  ///   by now, `.siteTaken` and `.siteRetired` where a night is not free any more, `.gone` where the
  ///   site was deleted.
  func takeBackCheckOut(_ reservation: Reservation) throws {
    _ = try record(ofThe: .checkOut, reservation.beforeCheckOut, of: reservation)
    let givenUp = reservation.segments.filter { !$0.isDeleted && $0.isGivenUp }
    let added = try givenUp.compactMap(\.span).sorted { $0.dates.arrival < $1.dates.arrival }
      .map { SiteSpan($0.dates, on: try context.current($0.checkedSite())) }
    let whole = try (spans(of: reservation) + added).joined
    guard let site = whole.span(on: today(reservation))?.site else {
      throw CampgroundError.gone("site \(reservation.siteName ?? "")")
    }
    // First: whoever is checked in after this look is noticed, and whoever was before is there.
    if let departure = whole.dates?.departure, departure <= today(reservation) {
      try meetCheckIns(on: site)
    }
    try requireNobody(on: site, but: [reservation])
    try takeBackLines(ofCheckOutOf: reservation)
    try occupy(added, by: reservation)
    for segment in givenUp { context.delete(segment) }
    put(reservation, on: whole)
    reservation.state = .checkedIn
    reservation.checkedOutAt = nil
    reservation.beforeCheckOut = nil
    try Ledger.adjustAllowances(
      of: reservation, reason: "check-out undone", in: context, now: now)
  }

  /// Lets one of two saves fail, the second, where somebody checks another guest in on the site
  /// meanwhile: where no night of this stay is to come, none of theirs is in the way of it.
  ///
  /// Whoever checks in looks at the row of the site, and here it is written: neither value of the
  /// mark means anything, but its change is noticed. Whoever was faster changed a row that is looked
  /// at here.
  private func meetCheckIns(on site: CampSite) throws {
    site.isBeingRetired = site.isBeingRetired == nil ? false : nil
    let today = CalendarDate(now, in: site.campground?.timeZone ?? .current)
    let last = today.advanced(by: ReservationService.mostDaysEarly)
    let request = Reservation.fetchRequest()
    request.predicate = try FetchPredicate(
      format: "campSite == %@ AND status == %@ AND dateFrom <= %@ AND dateTo > %@", site,
      ReservationStatus.reserved.rawValue, last.midnightUTC, today.midnightUTC)
    for stay in try context.fetch(request) where !context.isWatched(stay) {
      try context.detectConflicts(for: stay)
    }
  }

  // MARK: Parts

  /// What a check-in or check-out found that is taken back now.
  private func record(
    ofThe step: DeskStep, _ text: String?, of reservation: Reservation
  ) throws -> DeskRecord {
    guard reservation.state == step.end else {
      throw CampgroundError.takingBack(
        .notDone(reservation.code, status: reservation.status, step))
    }
    guard let record = DeskRecord(text: text), let known = reservation.campground else {
      throw CampgroundError.takingBack(.unknown(reservation.code, step))
    }
    // Read as the store has it: the save notices when somebody closes the day.
    let day = try Ledger.current(known, in: context).businessDay(at: now)
    guard record.businessDay == day.dayNumber else {
      throw CampgroundError.takingBack(
        .otherDay(
          reservation.code, step, on: CalendarDate(dayNumber: record.businessDay), now: day))
    }
    return record
  }

  /// The lines about a reservation that were written since a record was made.
  private func lines(
    about reservation: Reservation, since record: DeskRecord
  ) throws -> [FolioEntry] {
    let lines = try Ledger.lines(about: reservation, in: context)
    return Array(lines.sorted { $0.comesBefore($1) }.dropFirst(record.lineCount))
  }

  /// Takes back what a check-out wrote about a stay, and agrees anew on what it charged, dropped or
  /// took back: what was on the bill before is put on it again.
  private func takeBackLines(ofCheckOutOf stay: Reservation) throws {
    guard let record = DeskRecord(text: stay.beforeCheckOut),
      let instant = stay.checkedOutAt
    else { return }
    let written = try lines(about: stay, since: record).filter {
      $0.postedAt == instant && $0.isWrittenByCheckOut
    }
    let gone = written.filter { $0.reversedBy != nil }
    guard gone.isEmpty else {
      throw CampgroundError.takingBack(
        .linesTakenBack(stay.code, lines: gone.map(\.number).filter { $0 > 0 }))
    }
    let currency = stay.campground?.currency ?? .usd
    let reversed = written.compactMap(\.reverses?.charge).map { QuoteLine($0) }
    if !written.isEmpty {
      let page = try page(of: stay)
      for line in written where line.reverses == nil {
        try page.reverse(line, reason: "check-out undone")
      }
    }
    let open = (record.open ?? []).map { $0.quoteLine(in: currency) }
    guard !open.isEmpty || !written.isEmpty else { return }
    let rows = try Agreement.restore(reversed + open, of: stay, in: context)
    try Ledger.post(
      rows.prefix(reversed.count), on: businessDay(of: stay), in: context, now: now)
  }
}

extension FolioEntry {
  /// Whether a line is of a sort that check-outs write: what was agreed, taken back or not. What a
  /// clerk takes back is waived.
  fileprivate var isWrittenByCheckOut: Bool {
    if let reversed = reverses { return reversed.charge.map { $0.isWaived != true } ?? false }
    return charge != nil
  }
}
