import Campground
import CommandKit
import Foundation
import ObjectGraph
import Rendering

/// The commands about sales.
extension Session {
  func addSale(_ command: ParsedCommand) throws -> Answer {
    let subject = try subject(of: command)
    let seller = command[.seller] == nil ? nil : try employee(command, .seller)
    let sale = try sales.addSale(
      of: subject, amount: command[.amount], quantity: command[.quantity] ?? 1, by: seller,
      settledBy: try settlement(of: command), on: command[.on])
    return try answer(about: sale, "Sold \(sale.label) · \(sale.code)")
  }

  func listSales(_ command: ParsedCommand) throws -> Answer {
    let filter = try filter(of: command)
    if let word = command[.saleGrouping], let grouping = SaleGrouping(rawValue: word) {
      let totals = try sales.totals(filter, by: grouping)
      return .table(
        ResultTable(
          columns: [.init(word), .number("sales"), .number("quantity"), .number("amount")],
          rows: totals.map {
            [Cell($0.label), Cell($0.saleCount), Cell($0.quantity), Cell($0.amount)]
          }),
        empty: "No such sales")
    }
    let (limit, offset) = part(command)
    let page = try sales.list(filter, limit: limit, offset: offset)
    let total = try sales.totals(filter, by: nil).first.map {
      "\($0.saleCount) \($0.saleCount == 1 ? "sale" : "sales") · \($0.amount)"
    }
    return .table(
      table(of: page.rows), asides: ["department", "takes back"], empty: "No such sales",
      more: [Self.remainder(of: page), total].compactMap { $0 }.joined(separator: "\n"))
  }

  func showSale(_ command: ParsedCommand) throws -> Answer {
    let sale = try sale(command)
    let lines = sale.entries.sorted { $0.number < $1.number }
    let table = ResultTable(
      columns: [.number("line"), .init("day"), .init("text"), .number("amount")],
      rows: lines.map { [Cell($0.number), Cell($0.date), .text($0.text), Cell($0.amount)] })
    return .details(
      record(of: sale) + [
        ("tax", Cell(try sale.tax)), ("reversed by", Cell(sale.reversedBy?.code)),
        ("reason", Cell(sale.reason)),
      ], lists: [("lines", table)])
  }

  func deleteSale(_ command: ParsedCommand) throws -> Answer {
    let sale = try sale(command)
    let reversal = try sales.reverse(sale, reason: command[.reason])
    return try answer(
      about: reversal, "Took \(sale.code) back by \(reversal.code) · \(reversal.label)")
  }

  // MARK: What a command says

  /// The item that a command names, or else the words of something that is none; a word that is
  /// nearly an item's name is asked about.
  private func subject(of command: ParsedCommand) throws -> SaleSubject {
    let word = try command.require(.item)
    let group: String? = command[.taxGroup]
    do {
      let item = try sales.findItem(word)
      guard group == nil else {
        throw command.diagnostic(
          "\(item.name) is taxed " + (item.taxGroup.map { "in the group \($0)" } ?? "in no group"),
          hint: "leave the group out, or change it for good: item edit "
            + "\(CommandText.quoted(item.name)) group GROUP", at: ParameterKey<String>.taxGroup)
      }
      return .item(item)
    } catch let error as CampgroundError {
      guard error.code == .unknown else { throw error }
      if let hint = Suggestion.hint(for: word, in: values(of: .item)) {
        throw command.diagnostic("there is no item \"\(word)\"", hint: hint, at: .item)
      }
      return .words(word, taxGroup: group)
    }
  }

  private func settlement(of command: ParsedCommand) throws -> SaleSettlement {
    guard command[.chargedStay] != nil else {
      return .payment(command[.method].flatMap(PaymentMethod.init(rawValue:)) ?? .cash)
    }
    guard command[.method] == nil else {
      throw command.diagnostic(
        "what is charged to a stay is not paid now",
        hint: "leave method out, or charge", at: ParameterKey<String>.method)
    }
    return .charge(try reservation(command, .chargedStay))
  }

  private func filter(of command: ParsedCommand) throws -> SaleFilter {
    if command[.on] != nil, command[.from] != nil || command[.to] != nil {
      throw command.diagnostic(
        "on is one day, from and to are several", hint: "leave one of them out",
        at: ParameterKey<CalendarDate>.on)
    }
    return SaleFilter(
      from: command[.on] ?? command[.from], through: command[.on] ?? command[.to],
      employee: try command[.employee].map { _ in try employee(command) },
      department: try command[.department].map { _ in try departmentName(command) },
      item: try command[.item].map { _ in try item(command) })
  }

  // MARK: What is told

  /// `Sold 2 × firewood · S-1 · $12.50 · $1.00 of taxes · $13.50 by cash · 38 left`
  private func answer(about sale: Sale, _ start: String) throws -> Answer {
    let isBack = sale.reverses != nil
    let tax = try sale.tax
    let (amount, taxes) = isBack ? (-sale.amount, -tax) : (sale.amount, tax)
    var parts: [String?] = [start, "\(amount)", taxes.amount == 0 ? nil : "\(taxes) of taxes"]
    var cells: Answer.Record = []
    if let stay = sale.reservation {
      let balance = try folios.balance(of: stay)
      let bill = try folios.groupBill(of: stay)
      parts += [
        isBack ? "off the bill of \(stay.code)" : "charged to \(stay.code)",
        Self.standing(of: stay.code, balance, on: bill),
      ]
      cells = Self.cells(of: balance, on: bill)
    } else if let method = sale.method {
      parts.append("\(try amount + taxes) \(isBack ? "given back" : "paid") by \(method.rawValue)")
    }
    parts.append(try sale.date == today() ? nil : "on \(sale.date)")
    parts.append(sale.item?.stock.map { "\($0) left" })
    return .message(
      parts.compactMap { $0 }.joined(separator: " · "),
      record: record(of: sale) + [("tax", Cell(tax))] + cells)
  }

  /// Sales as programs read them, or in fewer and narrower columns for people.
  private func table(of sales: [Sale]) -> ResultTable {
    guard !format.isForPrograms else {
      return ResultTable(
        columns: Self.saleColumns, rows: sales.map { record(of: $0).map(\.value) })
    }
    return ResultTable(
      columns: [
        .init("sale"), .init("day"), .init("item"), .number("qty"), .number("amount"),
        .init("employee"), .init("department"), .init("paid"), .init("takes back"),
      ],
      rows: sales.map { sale in
        [
          .text(sale.code), Cell(sale.date), .text(sale.text), Cell(sale.quantity),
          Cell(sale.amount), Cell(sale.employee?.name), Cell(sale.department),
          Cell(sale.method?.rawValue ?? sale.reservation.map { "on \($0.code)" }),
          Cell(sale.reverses?.code),
        ]
      })
  }

  private static let saleColumns: [ResultTable.Column] = [
    .init("sale"), .init("day"), .init("item"), .number("quantity"), .number("amount"),
    .init("employee"), .init("department"), .init("method"), .init("stay"), .init("reverses"),
  ]

  private func record(of sale: Sale) -> Answer.Record {
    let values: [Cell] = [
      .text(sale.code), Cell(sale.date), .text(sale.text), Cell(sale.quantity), Cell(sale.amount),
      Cell(sale.employee?.name), Cell(sale.department), Cell(sale.method?.rawValue),
      Cell(sale.reservation?.code), Cell(sale.reverses?.code),
    ]
    return zip(Self.saleColumns, values).map { ($0.name, $1) }
  }
}
