import Campground
import CommandKit
import Rendering

/// The answers about bills.
extension Session {
  /// A bill with its lines and, if several stays share it, the share of each.
  ///
  /// - Parameters:
  ///   - record: the owner of the bill, and its balance.
  ///   - form: the parts of the bill to show.
  func details(
    of folio: Folio?, _ record: Answer.Record, as form: BillForm
  ) throws -> Answer {
    let members = folio.map { $0.reservations.sorted { $0.number < $1.number } } ?? []
    let isShared = members.count > 1
    // Programs add up lines themselves, and need the lines of the ledger.
    let isItemized = form != .whole || format.isForPrograms
    let lines = try folio.map { try folios.bill(of: $0, itemized: isItemized) } ?? []
    let ledger = try table(of: lines, isShared: isShared)
    guard form != .lines else { return .table(ledger, empty: Self.noLines) }
    let isEmpty = ledger.rows.isEmpty && !format.isForPrograms
    var lists = [(title: "lines", table: ledger)]
    if isShared, let folio {
      lists.append((title: "stays", table: try table(of: members, on: folio)))
    }
    return .details(record + (isEmpty ? [("lines", .text(Self.noLines))] : []), lists: lists)
  }

  private static let noLines = "Nothing has been charged or paid yet"

  /// The payments due for a stay if there is more than one; otherwise empty.
  func paymentsTable(of reservation: Reservation) throws -> ResultTable {
    let payments = try folios.duePayments(for: reservation)
    let columns: [ListColumn<DuePayment>] = [
      .init("by") { Cell($0.day) }, .init("what") { .text($0.reason.rawValue) },
      .number("amount") { Cell($0.amount) }, .number("paid") { Cell($0.paid) },
      .number("open") { Cell($0.open) },
    ]
    return columns.table(of: payments.count < 2 ? [] : payments)
  }

  /// The fields of a balance.
  static func record(of balance: Balance) -> Answer.Record {
    [("charged", Cell(balance.charged)), ("to come", Cell(balance.toCome))]
      + standing(of: balance)
  }

  /// The fields for what was paid, and for the balance.
  static func standing(of balance: Balance) -> Answer.Record {
    [("paid", Cell(balance.paid))] + cells(of: balance)
      + [("if booked", cellIfBooked(of: balance))]
  }

  /// The balance due and the credit, one of which is zero.
  static func cells(of balance: Balance) -> Answer.Record {
    [("due", Cell(balance.owed)), ("credit", Cell(balance.credit))]
  }

  /// The deposit, and the date it is due; nulls for none.
  static func cells(of deposit: Deposit?) -> Answer.Record {
    [("deposit", Cell(deposit?.amount)), ("deposit due", Cell(deposit?.due))]
  }

  /// The balance of a stay's bill. If the stay shares the bill, the balance of the whole bill comes
  /// first, since that is what is collected or refunded: `group Scouts: credit $20.00 · R-1 alone:
  /// credit $60.00`.
  static func standing(of code: String, _ balance: Balance, on bill: GroupBill?) -> String {
    bill.map { "group \($0.name): \($0.balance) · \(code) alone: \(balance)" } ?? "\(balance)"
  }

  /// The same for programs: `due` and `credit` are those of the bill; the stay's share follows.
  static func cells(of balance: Balance, on bill: GroupBill?) -> Answer.Record {
    guard let bill else { return cells(of: balance) }
    return cells(of: bill.balance) + cells(of: balance).map { ("share \($0.name)", $0.value) }
  }

  /// What would be due if drafts, holds and requests were booked; null if there are none.
  static func cellIfBooked(of balance: Balance) -> Cell {
    balance.notBooked.amount == 0 ? .null : Cell(balance.dueIfBooked)
  }

  /// The lines with the running balance; on a shared bill, each names its stay.
  private func table(of lines: [BillLine], isShared: Bool) throws -> ResultTable {
    let isForPrograms = format.isForPrograms
    var balance = Money(0, lines.first?.amount.currency ?? .usd)
    let entries = lines.flatMap(\.entries).filter { $0.number > 0 }
      .sorted { $0.comesBefore($1) }
    let places = Dictionary(
      zip(entries.map(\.objectID), 1...), uniquingKeysWith: { first, _ in first })
    let isSigned = isForPrograms || entries.contains { $0.who != nil }
    let rows = try lines.map { line -> [Cell] in
      balance = try balance + line.amount
      let numbers = line.entries.compactMap { places[$0.objectID] }
      let words = isForPrograms ? line.entries.first?.text ?? "" : line.text
      let shared = [Cell(line.reservation?.code), Cell(line.siteName)]
      let payment = [
        Cell(line.kind.rawValue), Cell(line.method?.rawValue), Cell(line.reference),
      ]
      return [isForPrograms ? Cell(numbers.first) : .text(Self.range(of: numbers)), Cell(line.day)]
        + (isShared || isForPrograms ? shared : []) + [.text(words)]
        + (isForPrograms ? payment : [])
        + [Cell(line.remark)] + (isSigned ? [Cell(line.who)] : [])
        + [Cell(line.amount), Cell(balance)]
    }
    let shared: [ResultTable.Column] = [.init("code"), .init("site")]
    let payment: [ResultTable.Column] = [.init("kind"), .init("method"), .init("reference")]
    let ends: [ResultTable.Column] =
      [.init("reason")] + (isSigned ? [.init("by", rank: .second)] : []) + [
        .number("amount"), .number("balance"),
      ]
    return ResultTable(
      columns: [.number("line"), .init("day")] + (isShared || isForPrograms ? shared : [])
        + [.init("text")] + (isForPrograms ? payment : []) + ends, rows: rows)
  }

  /// `3`, `3, 5`, `3…9`: the numbers of lines that are combined into one.
  private static func range(of numbers: [Int]) -> String {
    guard numbers.count > 2, let first = numbers.first, let last = numbers.last else {
      return numbers.map(String.init).joined(separator: ", ")
    }
    return "\(first)…\(last)"
  }

  /// The balances of the stays on a shared bill, and their total.
  private func table(of members: [Reservation], on folio: Folio) throws -> ResultTable {
    let columns: [ListColumn<(stay: Reservation?, balance: Balance)>] = [
      .init("code") { .text($0.stay?.code ?? "all") },
      .init("guest") { Cell($0.stay?.camper?.fullName) },
      .init("site") { Cell($0.stay?.siteWords) },
      .number("charged") { Cell($0.balance.charged) },
      .number("to come") { Cell($0.balance.toCome) }, .number("paid") { Cell($0.balance.paid) },
      .number("due") { Cell($0.balance.owed) }, .number("credit") { Cell($0.balance.credit) },
    ]
    return columns.table(
      of: try members.map { (stay: $0, balance: try folios.balance(of: $0)) }
        + [(stay: nil, balance: try folios.balance(of: folio))])
  }
}

extension Balance {
  /// The balance due; zero if the guest has a credit.
  var owed: Money { due.amount > 0 ? due : Money(0, due.currency) }
}
