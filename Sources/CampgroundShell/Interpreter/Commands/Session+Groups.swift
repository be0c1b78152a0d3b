import Campground
import CommandKit
import Foundation
import ObjectGraph
import Rendering

/// The commands about groups on one bill.
extension Session {
  func bookGroup(_ command: ParsedCommand) throws -> Answer {
    let name = try command.require(.name)
    let bookings = try bookings(of: command)
    guard !command.has(.dryRun) else {
      return answer(
        previewing: try reservations.preview { try $0.bookGroup(name, bookings) })
    }
    let made = try reservations.bookGroup(name, bookings)
    return try details(of: reservations.group(name), after: made)
  }

  func addToGroup(_ command: ParsedCommand) throws -> Answer {
    let name = try group(command).name
    let bookings = try bookings(of: command)
    guard !command.has(.dryRun) else {
      return answer(
        previewing: try reservations.preview { try $0.add(bookings, toGroup: name) })
    }
    let made = try reservations.add(bookings, toGroup: name)
    return try details(of: reservations.group(name), after: made)
  }

  func joinGroup(_ command: ParsedCommand) throws -> Answer {
    let code = try reservation(command).code
    let name = try group(command, .joined).name
    try reservations.join(code, group: name)
    return try details(of: reservations.group(name))
  }

  func leaveGroup(_ command: ParsedCommand) throws -> Answer {
    let reservation = try reservation(command)
    try reservations.leaveGroup(reservation.code)
    return .message(
      "\(reservation.code) has a bill of its own", record: record(of: reservation))
  }

  func chargeGroup(_ command: ParsedCommand) throws -> Answer {
    let group: ReservationGroup = try group(command)
    let shares = try folios.charge(
      command.require(.amount), for: command.require(.sharedItem), toGroup: group)
    warnOfNoShare(group.sharersNotBooked)
    return .table(
      ResultTable(
        columns: [.init("code"), .init("site"), .number("amount")],
        rows: shares.map { [.text($0.code), Cell($0.site), Cell($0.amount)] }),
      empty: "Nothing was charged")
  }

  /// Says which stays of a group have no share of a charge.
  private func warnOfNoShare(_ stays: [Reservation]) {
    guard let first = stays.first else { return }
    let codes = stays.map { "\($0.code) (\($0.status))" }.joined(separator: ", ")
    warn(
      Diagnostic(
        "left out, since not booked: \(codes)",
        hint: "\"charge \(first.code)\" charges one alone", severity: .warning))
  }

  func listGroups() throws -> Answer {
    var columns: [ResultTable.Column] = [
      .init("group"), .init("bill"), .init("payer"), .init("from"), .init("to"),
      .number("stays"), .number("due"), .number("credit"),
    ]
    let groups = try reservations.groups().map { ($0, try folios.balance(of: $0)) }
    let tellsIfBooked = format.isForPrograms || groups.contains { $1.notBooked.amount != 0 }
    if tellsIfBooked { columns.append(.number("if booked")) }
    let rows = groups.map { group, balance -> [Cell] in
      let stays = group.sharers
      return [
        .text(group.name), Cell(group.folio?.code), Cell(group.folio?.payer?.fullName),
        Cell(stays.map(\.arrival).min()), Cell(stays.map(\.departure).max()),
        Cell(stays.count),
      ] + Self.cells(of: balance).map(\.value)
        + (tellsIfBooked ? [Self.cellIfBooked(of: balance)] : [])
    }
    return .table(
      ResultTable(columns: columns, rows: rows),
      asides: tellsIfBooked ? ["bill", "payer", "stays"] : ["bill"], empty: "No groups yet")
  }

  func showGroup(_ command: ParsedCommand) throws -> Answer { try details(of: group(command)) }

  func cancelGroup(_ command: ParsedCommand) throws -> Answer {
    let name = try group(command).name
    return try carryOut(command, verb: "Canceled") {
      try $0.cancelGroup(name, reason: command[.reason])
    }
  }

  func payGroup(_ command: ParsedCommand) throws -> Answer {
    let group: ReservationGroup = try group(command)
    let parts = try folios.pay(
      command.require(.amount),
      by: PaymentMethod(rawValue: command.require(.method)) ?? .cash, forGroup: group,
      reference: command[.reference], on: command[.on])
    let table = ResultTable(
      columns: [.init("code"), .init("site"), .number("amount")],
      rows: parts.map { [.text($0.code), Cell($0.site), Cell($0.amount)] })
    let balance = try folios.balance(of: group)
    let record: Answer.Record =
      [("group", .text(group.name)), ("paid", Cell(balance.paid))] + Self.cells(of: balance)
    return .details(record, lists: [("payments", table)])
  }

  func checkInGroup(_ command: ParsedCommand) throws -> Answer {
    let name = try group(command).name
    if try isUndoing(command) {
      return try carryOut(command, verb: "Took back the check-in of") {
        try $0.takeBackGroupCheckIn(name)
      }
    }
    let isEarly = command.has(.early)
    let isOverriding = command.has(.overriding)
    return try carryOut(command, verb: "Checked in") {
      try $0.checkInGroup(name, early: isEarly, overridingRules: isOverriding)
    }
  }

  func checkOutGroup(_ command: ParsedCommand) throws -> Answer {
    let name = try group(command).name
    if try isUndoing(command) {
      return try carryOut(command, verb: "Took back the check-out of") {
        try $0.takeBackGroupCheckOut(name)
      }
    }
    return try carryOut(command, verb: "Checked out") { try $0.checkOutGroup(name) }
  }

  // MARK: Parts

  func group(
    _ command: ParsedCommand, _ key: ParameterKey<String> = .groupName
  ) throws -> ReservationGroup {
    try find(key, of: command, among: .group, orElse: "group book") {
      try reservations.group($0)
    }
  }

  /// A booking for each of the sites that a command lists.
  private func bookings(of command: ParsedCommand) throws -> [Booking] {
    let words = try command.require(.sites).split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    let guest = try camper(command, .guest)
    let dates = try stayDates(of: command)
    let party = try party(of: command)
    let discount = try offeredDiscount(of: command)
    let policy = try chosenPolicy(of: command)
    return try words.map { word in
      guard !word.isEmpty else {
        throw command.diagnostic(
          "there is no site between two commas", at: ParameterKey<String>.sites)
      }
      var booking = Booking(
        try campSites.find(word), for: guest, dates: dates, party: party, note: command[.note])
      booking.discount = discount
      booking.policy = policy
      booking.price = command[.price]
      booking.overridesRules = command.has(.overriding)
      return booking
    }
  }

  private func details(
    of group: ReservationGroup, after changes: [StayChange] = []
  ) throws -> Answer {
    let balance = try folios.balance(of: group)
    let record: Answer.Record =
      [
        ("group", .text(group.name)), ("bill", Cell(group.folio?.code)),
        ("payer", Cell(group.folio?.payer?.fullName)), ("charged", Cell(balance.charged)),
        ("to come", Cell(balance.toCome)), ("paid", Cell(balance.paid)),
      ] + Self.cells(of: balance) + [("if booked", Self.cellIfBooked(of: balance))]
    let stays = reservationTable(group.stays, leavingOut: "nights", "party")
    return .details(record, lists: [("stays", stays)] + Self.waitlistLists(of: changes))
  }
}
