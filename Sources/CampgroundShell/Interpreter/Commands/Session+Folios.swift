import Campground
import Foundation
import ObjectGraph
import Rendering

/// The commands about what is charged and paid.
extension Session {
  func pay(_ command: ParsedCommand) throws -> Answer {
    let stay = try reservation(command)
    let amount = try command.require(.amount)
    guard try command.require(.method) == PaymentMethod.voucher.rawValue else {
      let line = try folios.pay(
        amount, by: method(command[.method]) ?? .cash, for: stay, reference: command[.reference],
        on: command[.on])
      return try answer(about: line, of: stay, "Paid")
    }
    guard let code = command[.reference] else {
      throw command.text.diagnostic(
        "a voucher is redeemed by its code", hint: "write it behind reference",
        at: command.text.end)
    }
    let line = try folios.redeem(code, amount: amount, for: stay, on: command[.on])
    return try answer(about: line, of: stay, "Paid")
  }

  func refund(_ command: ParsedCommand) throws -> Answer {
    let stay = try reservation(command)
    let (amount, reason) = (try command.require(.amount), try command.require(.reason))
    let isCredit = command[.refundMethod] == "credit"
    let before = try folios.balance(of: stay)
    let line =
      isCredit
      ? try folios.refundAsCredit(amount, to: stay, reason: reason, on: command[.on])
      : try folios.refund(
        amount, to: stay, by: method(command[.refundMethod]), reason: reason,
        reference: command[.reference], on: command[.on])
    let off = try before.charged - folios.balance(of: stay).charged
    return try answer(
      about: line, of: stay, isCredit ? "Kept" : "Refunded",
      off.amount > 0 ? "\(off) taken off the bill" : nil)
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
    let reversal = try folios.reverse(
      line, reason: try command.require(.reason), on: command[.on])
    guard let stay = line.reservation else {
      return .message("Took line \(line.number) back", record: record(of: reversal))
    }
    return try answer(about: reversal, of: stay, "Took back", line.text)
  }

  func showFolio(_ command: ParsedCommand) throws -> Answer {
    let stay = try reservation(command)
    let balance = try folios.balance(of: stay)
    let lines = try stay.folio.map { try folios.lines(of: $0) } ?? []
    let record: Answer.Record = [
      ("code", .text(stay.code)), ("folio", Cell(stay.folio?.code)),
      ("camper", Cell(stay.folio?.payer?.fullName ?? stay.camper?.fullName)),
      ("charged", Cell(balance.charged)), ("to come", Cell(balance.toCome)),
      ("paid", Cell(balance.paid)), ("due", Cell(balance.due)),
    ]
    return .details(record, lists: [("lines", try table(of: lines))])
  }

  // MARK: As text

  private func method(_ word: String?) -> PaymentMethod? {
    word.flatMap(PaymentMethod.init(rawValue:))
  }

  /// `Paid $100.00 by card for R-1 · line 3 · $35.00 due`
  private func answer(
    about line: FolioEntry, of stay: Reservation, _ verb: String, _ notes: String?...
  ) throws -> Answer {
    let amount = Money(line.amount.amount.magnitude, line.amount.currency)
    let way: String? =
      line.voucher.map { "voucher \($0.code)" }
      ?? (line.kind == .reversal ? nil : line.method?.rawValue)
    let start = "\(verb) \(amount)" + (way.map { " by \($0)" } ?? "") + " for \(stay.code)"
    let number = line.number > 0 ? "line \(line.number)" : nil
    let parts = [start] + notes + [number, Self.words(for: try folios.balance(of: stay))]
    return .message(
      parts.compactMap { $0 }.joined(separator: " · "),
      record: record(of: line) + [("due", Cell(try folios.balance(of: stay).due))])
  }

  /// `$35.00 due`, `$10.00 to the good`, `nothing due`
  static func words(for balance: Balance) -> String {
    if balance.due.amount == 0 { return "nothing due" }
    return balance.due.amount < 0
      ? "\(balance.credit) to the good" : "\(balance.due) due"
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

  /// The lines with the balance after each.
  private func table(of lines: [FolioEntry]) throws -> ResultTable {
    var balance = Money(0, lines.first?.amount.currency ?? .usd)
    let shown = ["line", "day", "text", "reason", "amount"]
    let rows = try lines.map { line -> [Cell] in
      balance = try balance + line.amount
      return record(of: line).filter { shown.contains($0.name) }.map(\.value) + [Cell(balance)]
    }
    return ResultTable(
      columns: Self.lineColumns.filter { shown.contains($0.name) } + [.number("balance")],
      rows: rows)
  }
}
