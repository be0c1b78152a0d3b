import Campground
import CommandKit
import Foundation
import Rendering

extension Command where Context == Session {
  /// The commands about sales.
  @CommandList<Session>
  static var aboutSales: [Self] {
    Command(
      "sale add", aliases: ["sell"], synonyms: ["store", "tip"], "Sell an item",
      .soldGoods, .option("by", .seller, "employee who sells it"), .settlement,
      .option("group", .taxGroup, "tax group"), .businessDay,
      details: """
        An item has its own price, tax group and stock. A number before the word item is the total \
        before tax: a whole multiple of the price sells that many. Any other total is an agreed \
        price: add how many with quantity; without it you are asked at a terminal, and a script is \
        refused. Without the word item, a whole number is how many: sale add 2 firewood. Anything \
        that is no item is sold under the name, amount and tax group given here. A sale charged to \
        a stay is on its bill; a paid sale is in the day's money.
        """,
      refuses: "a total that buys no whole number of pieces, without quantity",
      examples: [
        "sale add 12.50 item firewood by \"Kasey Mcfarland\"", "sale add 2 firewood",
        "sale add item firewood quantity 2 card", "sale add 5 item firewood quantity 1",
        "sale add 4 item \"an hour on a bicycle\"", "sale add item firewood charge R-1",
      ]
    ) { session, goods, seller, settlement, group, day in
      guard let goods = session.agreed(goods) else { return .nothingChanged }
      let sale = try session.sales.addSale(
        of: try goods.subject.taxed(in: group), amount: goods.amount, quantity: goods.quantity,
        by: seller, settledBy: settlement, on: day)
      return try session.answer(about: sale, "Sold \(sale.label) · \(sale.code)")
    }

    Command(
      "sale list", synonyms: ["sales", "store sales"], "List sales, or total them", .saleFilter,
      .option("by", .oneOf(SaleGrouping.self, "WHAT"), "what to total by"), .partOfList,
      details: "A reversed sale is listed with its reversal.",
      examples: ["sale list on today", "sale list from 2026-07-01 to 2026-07-31 by employee"],
      answering: .data
    ) { session, filter, grouping, part in
      if let grouping {
        let totals = try session.sales.totals(filter, by: grouping)
        let table = Session.table(of: totals.map { ([$0.label], $0) }, by: [grouping.rawValue])
        return session.part(part, of: .table(table, empty: "No matching sales", more: nil))
      }
      let page = try session.sales.list(
        filter, limit: part.limit(in: session), offset: part.offset)
      let total = try session.sales.totals(filter, by: nil).first.map {
        "\($0.saleCount) \($0.saleCount == 1 ? "sale" : "sales") · \($0.amount)"
      }
      return .table(
        session.table(of: page.rows), empty: "No matching sales",
        more: [session.remainder(of: page), total].compactMap { $0 }.joined(separator: "\n"))
    }

    Command(
      "sale show", synonyms: ["sales slip"], "Show a sale and the lines of its bill",
      .required("sale", .sale), answering: .data
    ) { session, sale in
      let lines = sale.entries.sorted { $0.number < $1.number }
      let columns: [ListColumn<FolioEntry>] = [
        .number("line") { Cell($0.lineNumber) }, .init("day") { Cell($0.date) },
        .init("text") { .text($0.text) }, .number("amount") { Cell($0.amount) },
      ]
      return .details(
        Session.saleColumns.record(of: sale) + [
          ("tax", Cell(try sale.tax)), ("reversed by", Cell(sale.reversedBy?.code)),
          ("reason", Cell(sale.reason)),
        ], lists: [("lines", columns.table(of: lines))])
    }

    Command(
      "sale delete", synonyms: ["void sale", "return item"], "Reverse a sale",
      .required("sale", .sale),
      .option("reason", .text, "reason to record"),
      details: """
        Nothing is erased: another sale reverses it on the business day, taxes included. A payment \
        is refunded the same way, a charge to a stay is reversed on its bill, and the items are \
        back in stock.
        """,
      examples: ["sale delete S-1 reason \"wrong item\""]
    ) { session, sale, reason in
      let reversal = try session.sales.reverse(sale, reason: reason)
      return try session.answer(
        about: reversal, "Reversed \(sale.code) by \(reversal.code) · \(reversal.label)")
    }
  }
}

// MARK: Arguments

extension Argument where Context == Session {
  /// The payment method of a sale, or the stay that it is charged to.
  fileprivate static var settlement: Argument<Session, SaleSettlement> {
    .group(
      .option("method", .moneyMethod, "payment method; cash by default"),
      .option("charge", .reservation, "stay to charge instead")
    ) { method, stay in
      guard let stay else { return .payment(method ?? .cash) }
      guard method == nil else {
        throw ValueFault(
          "method and charge cannot be given together", hint: "leave one of them out",
          at: "method")
      }
      return .charge(stay)
    }
  }

  /// The filter of the sales listed.
  fileprivate static var saleFilter: Argument<Session, SaleFilter> {
    .group(
      .option("on", .pastDate, "only this business day"),
      .option("from", .pastDate, "first business day"),
      .option("to", .pastDate, "last business day"),
      .option("employee", .seller, "only this employee's"),
      .option("department", .knownDepartment, "only this department's"),
      .option("item", .item, "only this item")
    ) { day, first, last, employee, department, item in
      guard day == nil || first == nil && last == nil else {
        throw ValueFault(
          "on cannot be given with from or to", hint: "leave one of them out", at: "on")
      }
      return SaleFilter(
        from: day ?? first, through: day ?? last, employee: employee, department: department,
        item: item)
    }
  }
}

extension ValueType where Context == Session {
  fileprivate static var sale: ValueType<Session, Sale> {
    .stored(.sale, "CODE", "sale code") { try $0.sales.find($1) }
  }

  fileprivate static var seller: ValueType<Session, Employee> {
    employee.described(nil, placeholder: "EMPLOYEE")
  }

  /// The item that a word names, or the text of something else that is sold. A word close to an
  /// item's name is questioned.
  static var saleSubject: ValueType<Session, SaleSubject> {
    .found("ITEM", "item, or a name for anything else sold", .name) { text in
      let word = try text.word()
      return { session in
        do {
          return .item(try session.sales.findItem(word))
        } catch let error as CampgroundError where error.code == .unknown {
          if let hint = Suggestion.hint(for: word, in: session.values(of: .item)) {
            throw ValueFault("there is no item \"\(word)\"", hint: hint)
          }
          return .words(word)
        }
      }
    }
    .completing(.item)
  }
}

extension SaleSubject {
  /// The same with the tax group from the command; an item has its own.
  fileprivate func taxed(in group: String?) throws(ValueFault) -> SaleSubject {
    switch self {
    case .words(let words, _): return .words(words, taxGroup: group)
    case .item(let item):
      guard group == nil else {
        throw ValueFault(
          "\(item.name) is taxed " + (item.taxGroup.map { "in the group \($0)" } ?? "in no group"),
          hint: "leave the group out, or change the item: item edit "
            + "\(CommandText.quoted(item.name)) group GROUP", at: "group")
      }
      return self
    }
  }
}

// MARK: Output

extension Session {
  /// `Sold 2 × firewood · S-1 · $12.50 · $1.00 tax · $13.50 paid by cash · 38 left`
  fileprivate func answer(about sale: Sale, _ start: String) throws -> Answer {
    let isBack = sale.reverses != nil
    let tax = try sale.tax
    let (amount, taxes) = isBack ? (-sale.amount, -tax) : (sale.amount, tax)
    var parts: [String?] = [start, "\(amount)", taxes.amount == 0 ? nil : "\(taxes) tax"]
    var cells: Answer.Record = []
    if let stay = sale.reservation {
      let balance = try folios.balance(of: stay)
      let bill = try folios.groupBill(of: stay)
      parts += [
        isBack ? "removed from the bill of \(stay.code)" : "charged to \(stay.code)",
        Self.standing(of: stay.code, balance, on: bill),
      ]
      cells = Self.cells(of: balance, on: bill)
    } else if let method = sale.method {
      parts.append("\(try amount + taxes) \(isBack ? "refunded" : "paid") by \(method.rawValue)")
    }
    parts.append(try sale.date == today() ? nil : "on \(sale.date)")
    parts.append(sale.item?.stock.map { "\($0) left" })
    return .message(
      parts.compactMap { $0 }.joined(separator: " · "),
      record: Self.saleColumns.record(of: sale) + [("tax", Cell(tax))] + cells)
  }

  /// Sales as programs read them, or in fewer and narrower columns for people.
  fileprivate func table(of sales: [Sale]) -> ResultTable {
    (format.isForPrograms ? Self.saleColumns : Self.columnsForPeople).table(of: sales)
  }

  private static let soldColumns: [ListColumn<Sale>] = [
    .number("amount") { Cell($0.amount) }, .init("employee") { Cell($0.employee?.name) },
    .init("department", rank: .aside) { Cell($0.department) },
  ]

  fileprivate static let saleColumns: [ListColumn<Sale>] =
    [
      .init("sale") { .text($0.code) }, .init("day") { Cell($0.date) },
      .init("item") { .text($0.text) }, .number("quantity") { Cell($0.quantity) },
    ] + soldColumns + [
      .init("method") { Cell($0.method?.rawValue) }, .init("stay") { Cell($0.reservation?.code) },
      .init("reverses") { Cell($0.reverses?.code) },
    ]

  private static let columnsForPeople: [ListColumn<Sale>] =
    [
      .init("sale") { .text($0.code) }, .init("day") { Cell($0.date) },
      .init("item") { .text($0.text) }, .number("qty") { Cell($0.quantity) },
    ] + soldColumns + [
      .init("paid") { Cell($0.method?.rawValue ?? $0.reservation.map { "on \($0.code)" }) },
      .init("reverses", rank: .aside) { Cell($0.reverses?.code) },
    ]
}
