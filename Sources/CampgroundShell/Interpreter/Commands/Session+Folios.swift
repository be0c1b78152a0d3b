import Campground
import CommandKit
import Foundation
import ObjectGraph
import Rendering

/// The commands about what is charged and paid.
extension Session {
  func pay(_ command: ParsedCommand) throws -> Answer {
    let stay = try reservation(command)
    let amount = try command.require(.amount)
    guard try isWanted(amount, of: stay) else { return .text("Nothing was changed\n") }
    guard try command.require(.method) == PaymentMethod.voucher.rawValue else {
      let line = try folios.pay(
        amount, by: method(command[.method]) ?? .cash, for: stay, reference: command[.reference],
        on: command[.on])
      warnOfNothingBooked(stay)
      return try answer(about: line, of: stay, "Paid")
    }
    guard let code = command[.reference] else {
      throw command.text.diagnostic(
        "a voucher is redeemed by its code", hint: "write it behind reference",
        at: command.text.end)
    }
    let line = try folios.redeem(code, amount: amount, for: stay, on: command[.on])
    warnOfNothingBooked(stay)
    return try answer(about: line, of: stay, "Paid")
  }

  /// Asks, where somebody can answer, whether more is to be paid for a stay than it owes.
  private func isWanted(_ amount: Decimal, of stay: Reservation) throws -> Bool {
    let balance = try folios.balance(of: stay)
    let owed = max(balance.dueIfBooked.amount, 0)
    guard let ask, amount > owed else { return true }
    let more = Money(amount - owed, balance.due.currency)
    return ask(
      owed == 0
        ? "\(stay.code) owes nothing. Take \(more) as a credit?"
        : "\(stay.code) owes \(Money(owed, more.currency)). Keep \(more) as a credit?")
  }

  /// Says that money was taken for what will not be: a guest who pays takes the stay for booked.
  private func warnOfNothingBooked(_ stay: Reservation) {
    let what: String
    switch stay.state {
    case .hold:
      guard let end = stay.holdExpiresAt, stay.isLapsed(at: clock.now) else { return }
      what =
        "the hold \(stay.code) ended at \(WallTime(end, in: stay.campground?.timeZone ?? .gmt))"
    case .expired: what = "\(stay.code) has expired"
    case .declined: what = "\(stay.code) was declined"
    case .draft, .requested, .reserved, .checkedIn, .checkedOut, .canceled, .noShow, nil: return
    }
    warn(
      Diagnostic(
        "\(what), and nothing is booked by it",
        hint: "reserve books anew, refund gives the money back", severity: .warning))
  }

  func refund(_ command: ParsedCommand) throws -> Answer {
    let stay = try reservation(command)
    let (amount, reason) = (try command.require(.amount), try command.require(.reason))
    let isCredit = command[.refundMethod] == "credit"
    let isAllowed = command.has(.allowing)
    let line =
      isCredit
      ? try folios.refundAsCredit(
        amount, to: stay, reason: reason, allowing: isAllowed, on: command[.on])
      : try folios.refund(
        amount, to: stay, by: method(command[.refundMethod]), reason: reason,
        reference: command[.reference], allowing: isAllowed, on: command[.on])
    return try answer(
      about: line, of: stay, isCredit ? "Kept" : "Refunded", isAllowed ? "off the bill" : nil)
  }

  func allow(_ command: ParsedCommand) throws -> Answer {
    let stay = try reservation(command)
    let before = try folios.balance(of: stay)
    let line = try folios.allow(
      try command.require(.amount), to: stay, reason: try command.require(.reason),
      taxGroup: command[.taxGroup], on: command[.on])
    let taxes = try before.charged - folios.balance(of: stay).charged + line.amount
    return try answer(
      about: line, of: stay, "Took off", taxes.amount > 0 ? "\(taxes) of taxes" : nil)
  }

  func credit(_ command: ParsedCommand) throws -> Answer {
    let stay = try reservation(command)
    let line = try folios.credit(
      command[.amount], to: stay, lastDay: command[.until], reason: command[.reason],
      on: command[.on])
    return try answer(about: line, of: stay, "Kept")
  }

  func charge(_ command: ParsedCommand) throws -> Answer {
    let stay = try reservation(command)
    let before = try folios.balance(of: stay)
    let line = try folios.charge(
      try command.require(.amount), for: try command.require(.item), to: stay,
      taxGroup: command[.taxGroup], on: command[.on])
    let taxes = try folios.balance(of: stay).charged - before.charged - line.amount
    return try answer(
      about: line, of: stay, "Charged", line.text, taxes.amount > 0 ? "\(taxes) of taxes" : nil)
  }

  func reverse(_ command: ParsedCommand) throws -> Answer {
    let line = try folios.line(Int64(clamping: try command.require(.line)))
    let written = try line.folio.map { try folios.lines(of: $0).count } ?? 0
    let reversal = try folios.reverse(
      line, reason: try command.require(.reason), on: command[.on])
    guard let stay = line.reservation, let folio = line.folio else {
      return .message("Took line \(line.number) back", record: record(of: reversal))
    }
    let others = try folios.lines(of: folio).dropFirst(written).filter {
      $0 !== reversal && $0.reservation === stay
    }
    let currency = line.amount.currency
    let taxes = try total(of: others, currency) { ($0.reverses ?? $0).kind == .tax }
    return try answer(
      about: reversal, of: stay, "Took back", line.text,
      taxes.amount == 0 ? nil : "\(-taxes) of taxes with it")
  }

  private func total(
    of lines: some Sequence<FolioEntry>, _ currency: Currency,
    where isMeant: (FolioEntry) -> Bool
  ) throws -> Money {
    try lines.filter(isMeant).reduce(Money(0, currency)) { try $0 + $1.amount }
  }

  // MARK: As text

  private func method(_ word: String?) -> PaymentMethod? {
    word.flatMap(PaymentMethod.init(rawValue:))
  }

  /// `Paid $100.00 by card for R-1 · line 3 · balance due $35.00`
  private func answer(
    about line: FolioEntry, of stay: Reservation, _ verb: String, _ notes: String?...
  ) throws -> Answer {
    let amount = Money(line.amount.amount.magnitude, line.amount.currency)
    let way: String? =
      line.voucher.map { "voucher \($0.code)" }
      ?? (line.kind == .reversal ? nil : line.method?.rawValue)
    let start = "\(verb) \(amount)" + (way.map { " by \($0)" } ?? "") + " for \(stay.code)"
    let number = line.number > 0 ? "line \(line.number)" : nil
    let day = try line.date == today() ? nil : "on \(line.date)"
    let balance = try folios.balance(of: stay)
    let bill = try folios.groupBill(of: stay)
    let standing = Self.standing(of: stay.code, balance, on: bill)
    let parts = [start] + notes + [number, day, standing]
    return .message(
      parts.compactMap { $0 }.joined(separator: " · "),
      record: record(of: line) + Self.cells(of: balance, on: bill))
  }

  // MARK: As rows

  private static let lineColumns: [ResultTable.Column] = [
    .number("line"), .init("day"), .init("text"), .init("kind"), .init("method"),
    .init("reference"), .init("reason"), .number("amount"),
  ]

  private func record(of line: FolioEntry) -> Answer.Record {
    let values: [Cell] = [
      Cell(line.number), Cell(line.date), .text(line.text), .text(line.kind.rawValue),
      Cell(line.method?.rawValue), Cell(line.reference), Cell(line.reason), Cell(line.amount),
    ]
    return zip(Self.lineColumns, values).map { ($0.name, $1) }
  }
}
