import Campground
import CommandKit
import ObjectGraph
import Rendering

/// The commands that change stays, each shown before it is accepted where somebody can answer.
extension Session {
  // MARK: States

  func acceptReservation(_ command: ParsedCommand) throws -> Answer {
    let reservation = try reservation(command)
    let code = reservation.code
    let isRequest = reservation.state == .requested
    let isOverriding = command.has(.overriding)
    return try carryOut(command, "Reserved") { service in
      isRequest
        ? try service.accept(code, overridingRules: isOverriding)
        : try service.reserve(code, overridingRules: isOverriding)
    }
  }

  func holdReservation(_ command: ParsedCommand) throws -> Answer {
    let known = try reservation(command)
    let code = known.code
    guard known.state != .hold else {
      return try carryOut(command, "Prolonged") {
        try $0.prolong(code, minutes: command[.minutes])
      }
    }
    let isOverriding = command.has(.overriding)
    return try carryOut(command, "Held") {
      try $0.hold(code, minutes: command[.minutes], overridingRules: isOverriding)
    }
  }

  func declineReservation(_ command: ParsedCommand) throws -> Answer {
    let code = try reservation(command).code
    return try carryOut(command, "Declined") { try $0.decline(code, reason: command[.reason]) }
  }

  func expireReservations(_ command: ParsedCommand) throws -> Answer {
    guard command[.code] == nil else {
      let code = try reservation(command).code
      return try carryOut(command, "Ended") { try $0.expire(code) }
    }
    let ended = try reservations.expireOverdue().map { try reservations.find($0.code) }
    return .table(reservationTable(ended), empty: "Nothing is over that was not ended")
  }

  func checkIn(_ command: ParsedCommand) throws -> Answer {
    let code = try reservation(command).code
    if try isUndoing(command) {
      return try carryOut(command, "Took back the check-in of") { try $0.takeBackCheckIn(code) }
    }
    let isEarly = command.has(.early)
    let isOverriding = command.has(.overriding)
    return try carryOut(command, "Checked in") {
      try $0.checkIn(code, early: isEarly, overridingRules: isOverriding)
    }
  }

  func checkOut(_ command: ParsedCommand) throws -> Answer {
    let code = try reservation(command).code
    if try isUndoing(command) {
      return try carryOut(command, "Took back the check-out of") { try $0.takeBackCheckOut(code) }
    }
    return try carryOut(command, "Checked out") { try $0.checkOut(code) }
  }

  /// Whether a check-in or a check-out is to be taken back.
  ///
  /// - Throws: a diagnostic at what is for doing it alone.
  func isUndoing(_ command: ParsedCommand) throws(Diagnostic) -> Bool {
    guard command.has(.undoing) else { return false }
    for key in [ParameterKey<Bool>.early, .overriding] where command.has(key) {
      throw command.diagnostic(
        "\(key.name) is for checking in, and undo takes that back", hint: "leave one of them out",
        at: key)
    }
    return true
  }

  func noteNoShow(_ command: ParsedCommand) throws -> Answer {
    let code = try reservation(command).code
    return try carryOut(command, "Noted the no-show of") {
      try $0.noShow(code, reason: command[.reason])
    }
  }

  func noteLateArrival(_ command: ParsedCommand) throws -> Answer {
    let stay = try reservation(command)
    let code = stay.code
    guard !command.has(.undoing) else {
      for key in ["at", "on"] where command.arguments[key] != nil {
        throw command.diagnostic(
          "undo takes back when the guest is expected, too", hint: "leave one of them out",
          at: ParameterKey<Bool>.undoing)
      }
      return try carryOut(command, "No longer guaranteed:") { try $0.withdrawGuarantee(code) }
    }
    let time: TimeOfDay? = command[.at]
    let day: CalendarDate? = command[.on]
    let isKnown = time != nil || day != nil
    let expected = WallTime(
      day ?? stay.arrival, minute: time?.minute ?? Int(stay.campground?.checkInMinute ?? 0))
    return try carryOut(command, "Guaranteed") {
      try $0.guarantee(code, expected: isKnown ? expected : nil)
    }
  }

  func cancelReservation(_ command: ParsedCommand) throws -> Answer {
    // Found first, so that an unknown code is shown at its place.
    let code = try reservation(command).code
    return try carryOut(command, "Canceled") { try $0.callOff(code, reason: command[.reason]) }
  }

  func reinstateReservation(_ command: ParsedCommand) throws -> Answer {
    let code = try reservation(command).code
    let isOverriding = command.has(.overriding)
    return try carryOut(command, "Reinstated") {
      try $0.reinstate(code, overridingRules: isOverriding)
    }
  }

  // MARK: Dates, sites, parties

  func extendReservation(_ command: ParsedCommand) throws -> Answer {
    let (code, nights) = try nightsToDeparture(command, isLonger: true)
    let isOverriding = command.has(.overriding)
    return try carryOut(command, "Extended") {
      try $0.extend(
        code, by: nights, overridingRules: isOverriding, repricing: command.has(.reprice))
    }
  }

  func shortenReservation(_ command: ParsedCommand) throws -> Answer {
    let (code, nights) = try nightsToDeparture(command, isLonger: false)
    let isOverriding = command.has(.overriding)
    return try carryOut(command, "Shortened") {
      try $0.shorten(
        code, by: nights, overridingRules: isOverriding, repricing: command.has(.reprice))
    }
  }

  /// By how many nights a stay changes at its end, from what is given as `nights`, `months` or `to`.
  private func nightsToDeparture(
    _ command: ParsedCommand, isLonger: Bool
  ) throws -> (code: String, nights: Int) {
    let reservation = try reservation(command)
    let end = reservation.departure
    func nights(to departure: CalendarDate) -> Int {
      isLonger ? end.distance(to: departure) : departure.distance(to: end)
    }
    if let months = command[.months], let dates = reservation.dates {
      let departure = dates.departure(addingMonths: isLonger ? months : -months)
      return (reservation.code, nights(to: departure))
    }
    guard let departure: CalendarDate = command[.to] else {
      return (reservation.code, try command.require(.nights))
    }
    let nights = nights(to: departure)
    guard nights > 0 else {
      let place = end < departure ? "before" : "after"
      throw command.diagnostic(
        "\(reservation.code) ends on \(end)"
          + (end == departure ? " already" : ", \(place) \(departure)"),
        hint: "reservation dates gives a stay any other dates", at: ParameterKey<CalendarDate>.to)
    }
    return (reservation.code, nights)
  }

  func changeDates(_ command: ParsedCommand) throws -> Answer {
    let code = try reservation(command).code
    let dates = try stayDates(of: command)
    let isOverriding = command.has(.overriding)
    return try carryOut(command, "Changed") {
      try $0.changeDates(
        code, to: dates, overridingRules: isOverriding, repricing: command.has(.reprice))
    }
  }

  func moveReservation(_ command: ParsedCommand) throws -> Answer {
    let code = try reservation(command).code
    let site = try campSite(command, .destination)
    let isOverriding = command.has(.overriding)
    return try carryOut(command, "Moved") {
      try $0.move(
        code, to: site, overridingRules: isOverriding, repricing: command.has(.reprice))
    }
  }

  func repriceReservation(_ command: ParsedCommand) throws -> Answer {
    let code = try reservation(command).code
    return try carryOut(command, "Repriced") { try $0.reprice(code) }
  }

  func swapReservations(_ command: ParsedCommand) throws -> Answer {
    let code = try reservation(command).code
    let other = try reservation(command, .otherCode).code
    let isOverriding = command.has(.overriding)
    return try carryOut(command, verb: "Moved") {
      try $0.swap(code, with: other, overridingRules: isOverriding)
    }
  }

  func editReservation(_ command: ParsedCommand) throws -> Answer {
    let code = try reservation(command).code
    let names = command.syntax.options.map(\.name).filter { $0 != "dry-run" }
    guard names.contains(where: { command.arguments[$0] != nil }) else {
      throw command.text.diagnostic(
        "\(command.syntax.name) needs something to change",
        hint: "it takes \(names.joined(separator: ", "))", at: command.text.end)
    }
    let guest = command[.guest] == nil ? nil : try camper(command, .guest)
    let discount = try discountChoice(of: command)
    let policy = try chosenPolicy(of: command)
    let hasParty = CommandSyntax.party.contains { command.arguments[$0.name] != nil }
    return try carryOut(command, "Changed") { service in
      let party =
        try hasParty
        ? party(of: command, else: service.find(code).party) : nil
      return try service.edit(
        code, camper: guest, party: party, note: command[.note], discount: discount,
        price: command[.price], policy: policy)
    }
  }

  // MARK: Asking

  /// Carries out a change of one stay.
  func carryOut(
    _ command: ParsedCommand, _ verb: String, _ call: (ReservationService) throws -> StayChange
  ) throws -> Answer {
    try carryOut(command, verb: verb) { [try call($0)] }
  }

  func carryOut(
    _ command: ParsedCommand, verb: String, _ call: (ReservationService) throws -> [StayChange]
  ) throws -> Answer {
    try carryOut(verb, dryRun: command.has(.dryRun), call)
  }

  /// Carries out changes: where somebody can answer they are shown first, unless nothing but a state
  /// comes of them; what is done then is what was shown.
  func carryOut(
    _ verb: String, dryRun isTrial: Bool, _ call: (ReservationService) throws -> [StayChange]
  ) throws -> Answer {
    let service = reservations
    guard !isTrial else { return answer(previewing: try service.preview(call)) }
    guard let ask else { return try answer(try call(service), verb) }
    let shown = try service.preview(call)
    if shown.contains(where: Self.needsConsent) {
      try write(answer(previewing: shown))
      guard ask("Do it?") else { return .text("Nothing was changed\n") }
    }
    return try answer(try call(service.accepting(shown)), verb)
  }

  private static func needsConsent(_ change: StayChange) -> Bool {
    isAboutMoney(change)
      || !change.moves.isEmpty || !change.freedNights.isEmpty || !change.takenNights.isEmpty
      || isAboutPolicy(change)
      || (change.before != nil && change.before?.price != change.after.price)
      || (isCheckOut(change) && change.balance.due.amount > 0) || !change.unreadMeters.isEmpty
      || change.overstay != nil
  }

  private static func isAboutMoney(_ change: StayChange) -> Bool {
    change.oldLines != change.newLines
  }

  private static func isAboutPolicy(_ change: StayChange) -> Bool {
    change.before.map { $0.policy != change.after.policy } ?? false
  }

  /// Whether the guest leaves by it, who is told what is due in any case.
  private static func isCheckOut(_ change: StayChange) -> Bool {
    change.after.status == .checkedOut && change.before?.status != .checkedOut
  }

  /// What would come of a call that was not made.
  func answer(previewing changes: [StayChange]) -> Answer {
    answer(
      changes, isDone: false, repricingBy: { _ in "reprice" },
      headedBy: { "Would be \($0.code) · \($0.after.status?.rawValue ?? "") · \($0.after)" })
  }

  private func answer(_ changes: [StayChange], _ verb: String) throws -> Answer {
    answer(
      changes, isDone: true, repricingBy: { "reservation reprice \($0.code)" },
      headedBy: { "\(Self.verb(verb, for: $0)) \($0.code) · \($0.after)" })
  }

  /// What a stay is called off by, which depends on how far it had come.
  private static func verb(_ verb: String, for change: StayChange) -> String {
    guard verb == "Canceled" else { return verb }
    return switch change.before?.status {
    case .hold: "Released"
    case .draft, .requested: "Ended"
    default: verb
    }
  }

  private func answer(
    _ changes: [StayChange], isDone: Bool, repricingBy remedy: (StayChange) -> String,
    headedBy heading: (StayChange) -> String
  ) -> Answer {
    let texts = changes.map { change in
      var change = change
      // While more changes of the same bill follow, it is not yet what it comes to.
      if changes.count > 1 { change.groupBill = nil }
      return heading(change) + "\n"
        + Self.details(of: change, isDone: isDone, repricingBy: remedy(change))
    }
    guard let first = changes.first, changes.count == 1 else {
      return .messages(
        texts.joined() + Self.lines(ofBillsOf: changes),
        records: changes.map { Self.record(of: $0) })
    }
    return .message(String(texts[0].dropLast()), record: Self.record(of: first))
  }

  /// How the bills that several stays share stand after all changes, a line each.
  private static func lines(ofBillsOf changes: [StayChange]) -> String {
    var bills: [GroupBill] = []
    for bill in changes.compactMap(\.groupBill) {
      bills.removeAll { $0.name == bill.name }
      bills.append(bill)
    }
    return bills.map { "Group \($0.name): \($0.balance)\n" }.joined()
  }

  /// What a change comes to, a line each, indented.
  ///
  /// - Parameter remedy: what to write for the prices of today.
  private static func details(
    of change: StayChange, isDone: Bool, repricingBy remedy: String
  ) -> String {
    var lines: [String] = []
    if let before = change.before,
      before.dates != change.after.dates
        || before.siteWords != change.after.siteWords
        || before.promise != change.after.promise && change.after.promise != .open
    {
      lines.append("was \(before)")
    }
    lines += change.moves.map { "\($0)" }
    if let (night, site) = change.priceOfOtherSite {
      lines.append("nights from \(night) on have the prices of site \(site)")
    }
    let bill = BillChange(change)
    lines += bill.dropped.map { "- \($0)" } + bill.added.map { "+ \($0)" }
    if let before = change.before, before.price != change.after.price {
      lines.append(Self.words(aboutPriceOf: change.after, was: before))
    }
    if let discount = change.discountForNoNight {
      lines.append("\(discount) is for none of the nights to come")
    }
    if isAboutPolicy(change) {
      let former = change.before?.policy.map { ", was \($0)" } ?? ""
      lines.append("policy \(change.after.policy ?? "none")\(former)")
    }
    if isAboutMoney(change) || isCheckOut(change) {
      let parts: [String?] = [
        change.before == nil || change.oldLines == change.newLines
          ? nil : "difference \(change.difference)",
        change.fee.amount == 0 ? nil : "fee \(change.fee)",
        standing(of: change.code, change.balance, on: change.groupBill),
      ]
      lines.append(parts.compactMap { $0 }.joined(separator: " · "))
    }
    if let terms = change.keptUnder { lines.append(terms) }
    if let overstay = change.overstay {
      lines += Self.lines(about: overstay, of: change, isDone: isDone)
    }
    lines += change.unreadMeters.map { meter in
      let site = CommandText.quoted(meter.site)
      let kind = meter.kind.rawValue
      return "the \(kind) meter was last read on \(meter.lastRead); what was used since is charged "
        + "by: meter add \(site) \(kind) VALUE for \(meter.code)"
    }
    if let total = change.totalAtCurrentPrices {
      lines.append("at today's prices \(total): \"\(remedy)\" takes them")
    }
    if isAboutDeposit(change), let deposit = change.deposit { lines.append("\(deposit)") }
    lines += waitlistLines(of: change)
    return lines.map { "  \($0)\n" }.joined()
  }

  /// `price $40.00 a night, was $45.00`
  private static func words(aboutPriceOf stay: StayChange.Stay, was before: StayChange.Stay)
    -> String
  {
    let price = stay.price.map { "price \($0) a \(stay.isByDay ? "day" : "night")" }
    return (price ?? "price by the rates") + (before.price.map { ", was \($0)" } ?? "")
  }

  /// Who of the waitlist is offered what became free, and who waits for what was taken.
  static func waitlistLines(of change: StayChange) -> [String] {
    change.offers.map { "offered to \($0)" }
      + change.passedOver.map { "taken before \($0), who waits for it" }
  }

  /// The same of several changes, as the last list of an answer; none where nobody waits.
  static func waitlistLists(of changes: [StayChange]) -> [(String, ResultTable)] {
    let lines = changes.flatMap(waitlistLines)
    guard !lines.isEmpty else { return [] }
    return [
      ("waitlist", ResultTable(columns: [.init("waitlist")], rows: lines.map { [.text($0)] }))
    ]
  }

  private static func isAboutDeposit(_ change: StayChange) -> Bool {
    change.oldLines != change.newLines
      || (change.after.status == .reserved && change.before?.status != .reserved)
  }

  private static func record(of change: StayChange) -> Answer.Record {
    let stay = change.after
    return [
      ("code", .text(change.code)),
      ("site", stay.promise == .open ? .null : Cell(stay.siteWords)),
      ("from", Cell(stay.dates?.arrival)),
      ("to", Cell(stay.dates?.departure)), ("nights", Cell(stay.dates?.nightCount)),
      ("status", Cell(stay.status?.rawValue)), ("total", Cell(stay.total)),
      ("difference", Cell(change.difference)), ("fee", Cell(change.fee)),
      ("policy", Cell(stay.policy)), ("terms", Cell(change.keptUnder)),
      ("class", Cell(stay.siteClass)),
      (
        "moves",
        change.moves.isEmpty
          ? .null : .text(change.moves.map(\.description).joined(separator: "; "))
      ),
    ] + cells(of: change.deposit) + cells(of: change.balance, on: change.groupBill)
  }
}
