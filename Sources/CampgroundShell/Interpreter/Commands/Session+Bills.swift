import Campground
import CommandKit
import ObjectGraph
import Rendering

/// What commands tell of bills.
extension Session {
  /// A bill with its lines; where several stays are on it, also what each of them comes to.
  ///
  /// - Parameters:
  ///   - record: whose it is, and how it stands.
  ///   - form: what of it is told.
  func details(
    of folio: Folio?, _ record: Answer.Record, as form: BillForm
  ) throws -> Answer {
    let members = folio.map { $0.reservations.sorted { $0.number < $1.number } } ?? []
    let isShared = members.count > 1
    // Programs add up by themselves, and want what the ledger has.
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

  /// What is to be paid for a stay, where that is more than one payment.
  func paymentsTable(of reservation: Reservation) throws -> ResultTable {
    let payments = try folios.duePayments(for: reservation)
    let columns: [ListColumn<DuePayment>] = [
      .init("by") { Cell($0.day) }, .init("what") { .text($0.reason.rawValue) },
      .number("amount") { Cell($0.amount) }, .number("paid") { Cell($0.paid) },
      .number("open") { Cell($0.open) },
    ]
    return columns.table(of: payments.count < 2 ? [] : payments)
  }

  /// How a bill stands.
  static func record(of balance: Balance) -> Answer.Record {
    [("charged", Cell(balance.charged)), ("to come", Cell(balance.toCome))]
      + standing(of: balance)
  }

  /// What was paid, and what is left to be.
  static func standing(of balance: Balance) -> Answer.Record {
    [("paid", Cell(balance.paid))] + cells(of: balance)
      + [("if booked", cellIfBooked(of: balance))]
  }

  /// What is due and what the guest has as a credit, one of which is zero.
  static func cells(of balance: Balance) -> Answer.Record {
    [("due", Cell(balance.owed)), ("credit", Cell(balance.credit))]
  }

  /// The deposit that a guest is asked for, and by when; nulls where there is none.
  static func cells(of deposit: Deposit?) -> Answer.Record {
    [("deposit", Cell(deposit?.amount)), ("deposit due", Cell(deposit?.due))]
  }

  /// How a stay's bill stands; where it shares one with others, that of all of them comes
  /// first, for that is what is collected and given back: `group Scouts: credit $20.00 ·
  /// R-1 alone: credit $60.00`.
  static func standing(of code: String, _ balance: Balance, on bill: GroupBill?) -> String {
    bill.map { "group \($0.name): \($0.balance) · \(code) alone: \(balance)" } ?? "\(balance)"
  }

  /// The same for programs: `due` and `credit` are the bill's, beside them there is the share.
  static func cells(of balance: Balance, on bill: GroupBill?) -> Answer.Record {
    guard let bill else { return cells(of: balance) }
    return cells(of: bill.balance) + cells(of: balance).map { ("share \($0.name)", $0.value) }
  }

  /// What would be due if drafts, holds and requests were booked; null where there are none.
  static func cellIfBooked(of balance: Balance) -> Cell {
    balance.notBooked.amount == 0 ? .null : Cell(balance.dueIfBooked)
  }

  /// The lines with the balance after each; on a shared bill each says whose it is.
  private func table(of lines: [BillLine], isShared: Bool) throws -> ResultTable {
    let isForPrograms = format.isForPrograms
    var balance = Money(0, lines.first?.amount.currency ?? .usd)
    let entries = lines.flatMap(\.entries).filter { $0.number > 0 }
      .sorted { $0.comesBefore($1) }
    let places = Dictionary(
      zip(entries.map(\.objectID), 1...), uniquingKeysWith: { first, _ in first })
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
        + [Cell(line.reason), Cell(line.amount), Cell(balance)]
    }
    let shared: [ResultTable.Column] = [.init("code"), .init("site")]
    let payment: [ResultTable.Column] = [.init("kind"), .init("method"), .init("reference")]
    let ends: [ResultTable.Column] = [.init("reason"), .number("amount"), .number("balance")]
    return ResultTable(
      columns: [.number("line"), .init("day")] + (isShared || isForPrograms ? shared : [])
        + [.init("text")] + (isForPrograms ? payment : []) + ends, rows: rows)
  }

  /// `3`, `3, 5`, `3…9`: the numbers of what is shown as one line.
  private static func range(of numbers: [Int]) -> String {
    guard numbers.count > 2, let first = numbers.first, let last = numbers.last else {
      return numbers.map(String.init).joined(separator: ", ")
    }
    return "\(first)…\(last)"
  }

  /// What each stay on a shared bill comes to, and all of them.
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
  /// What is still due; zero where the guest has a credit.
  var owed: Money { due.amount > 0 ? due : Money(0, due.currency) }
}
