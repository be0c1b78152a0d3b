import Foundation
import ObjectGraph

/// Taking back a check-in or a check-out of the wrong guest, on the same business day.
extension StayBook {
  // MARK: Noting

  /// A record of a stay as it is before it is checked in or out.
  func record(of reservation: Reservation) throws -> DeskRecord {
    DeskRecord(
      businessDay: businessDay(of: reservation),
      lineCount: try Ledger.lines(aboutPart: reservation, in: context).count)
  }

  /// Notes in a stay, and in the parts that it gives up, how they are before it is checked out.
  ///
  /// - Parameter end: the day on which it ends by that.
  func noteCheckOut(of reservation: Reservation, on end: CalendarDate) throws {
    let isEarly = end < reservation.departure
    let behind =
      isEarly ? StayChain(of: reservation).parts.drop { $0 !== reservation }.dropFirst() : []
    for part in [reservation] + behind {
      var record = try record(of: part)
      if isEarly, part === reservation { record.departure = part.departure.dayNumber }
      let open = Self.openLines(of: part).map { DeskRecord.Line($0) }
      record.open = open.isEmpty ? nil : open
      part.beforeCheckOut = try record.text()
    }
  }

  /// What is agreed for a part and not posted, in order.
  private static func openLines(of part: Reservation) -> [QuoteLine] {
    guard part.importedTotal == nil else { return Agreement.lines(of: part) }
    return part.charges.filter { !$0.isDeleted && $0.entry == nil }
      .sorted { $0.position < $1.position }.map { QuoteLine($0) }
  }

  // MARK: Taking back

  /// Makes a stay reserved again whose guest was checked in by mistake. An arrival that was moved is
  /// where it was, and the guest is on the site again that the check-in ended.
  ///
  /// - Throws: `TakingBackRule`; for the part before as `takeBackCheckOut(_:)`.
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
    if record.endsPartBefore == true, let previous = StayChain.part(before: reservation) {
      try takeBackCheckOut(previous)
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
    letGo(reservation, keeping: dates, on: try site(of: reservation))
    reservation.take(dates)
    reservation.noticeDate = record.noticeDay.map { CalendarDate(dayNumber: $0).midnightUTC }
    reservation.overriddenRules = record.withoutAdded(reservation.overriddenRules)
    try agree(on: reservation, keeping: kept)
  }

  /// Puts a guest back on the site who was checked out by mistake. Nights that were given back are
  /// taken again, parts of the stay that were called off with it are reserved again, and the lines
  /// that it wrote are taken back by others.
  ///
  /// - Throws: `TakingBackRule`; `CampgroundError.stillOnSite` where somebody else is on the site
  ///   by now, `.siteTaken` and `.siteRetired` where a night is not free any more, `.gone` where the
  ///   site was deleted.
  func takeBackCheckOut(_ reservation: Reservation) throws {
    let record = try record(ofThe: .checkOut, reservation.beforeCheckOut, of: reservation)
    if let next = StayChain.part(after: reservation),
      next.state == .checkedIn || next.state == .checkedOut
    {
      throw CampgroundError.takingBack(
        .wentOn(reservation.code, as: next.code, site: next.siteName ?? ""))
    }
    let site = try site(of: reservation)
    let departure = record.departure.map { CalendarDate(dayNumber: $0) }
    // First: whoever is checked in after this look is noticed, and whoever was before is there.
    if (departure ?? reservation.departure) <= today(reservation) { try meetCheckIns(on: site) }
    try requireNobody(on: site, but: [reservation])
    let givenUp = partsGivenUp(with: reservation)
    for part in [reservation] + givenUp { try takeBackLines(ofCheckOutOf: part) }
    if let departure {
      try occupy(
        StayDates(arrival: reservation.departure, departure: departure), by: reservation, on: site)
      reservation.departure = departure
    }
    for part in givenUp {
      try occupy(part.checkedDates(), by: part, on: self.site(of: part))
      part.state = .reserved
      part.canceledAt = nil
      part.reason = nil
      part.beforeCheckOut = nil
    }
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
    let lines = try Ledger.lines(aboutPart: reservation, in: context)
    return Array(lines.sorted { $0.comesBefore($1) }.dropFirst(record.lineCount))
  }

  /// The parts behind one that were called off when its guest was checked out, in their order.
  private func partsGivenUp(with reservation: Reservation) -> [Reservation] {
    let parts = reservation.billedTogether
    return parts.drop { $0 !== reservation }.dropFirst().prefix { part in
      part.state == .canceled && part.canceledAt == reservation.checkedOutAt
        && part.beforeCheckOut != nil
    }.map { $0 }
  }

  /// Takes back what a check-out wrote about a part, and agrees anew on what it charged, dropped or
  /// took back: what was on the bill before is put on it again.
  private func takeBackLines(ofCheckOutOf part: Reservation) throws {
    guard let record = DeskRecord(text: part.beforeCheckOut),
      let instant = part.checkedOutAt ?? part.canceledAt
    else { return }
    let written = try lines(about: part, since: record).filter {
      $0.postedAt == instant && $0.isWrittenByCheckOut
    }
    let gone = written.filter { $0.reversedBy != nil }
    guard gone.isEmpty else {
      throw CampgroundError.takingBack(
        .linesTakenBack(part.code, lines: gone.map(\.number).filter { $0 > 0 }))
    }
    let currency = part.campground?.currency ?? .usd
    let reversed = written.compactMap(\.reverses?.charge).map { QuoteLine($0) }
    if !written.isEmpty {
      let page = try page(of: part)
      for line in written where line.reverses == nil {
        try page.reverse(line, reason: "check-out undone")
      }
    }
    let open = (record.open ?? []).map { $0.quoteLine(in: currency) }
    guard !open.isEmpty || !written.isEmpty else { return }
    let rows = try Agreement.restore(reversed + open, of: part, in: context)
    try Ledger.post(
      rows.prefix(reversed.count), on: businessDay(of: part), in: context, now: now)
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
