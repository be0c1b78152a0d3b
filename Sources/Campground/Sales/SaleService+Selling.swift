import Foundation
import ObjectGraph

extension SaleService {
  /// Sells something, with the taxes of its group, either paid on the spot or charged to a stay.
  ///
  /// It is taxed as a charge by hand is; see `FolioService.charge(_:for:to:taxGroup:on:)`.
  ///
  /// - Parameters:
  ///   - amount: the price of all pieces, before tax unless the item's price includes its taxes,
  ///     above zero; by default the item's price times
  ///     the quantity.
  ///   - quantity: the number of pieces, at least 1 and at most the stock of the item; with it, any
  ///     amount is an agreed price. By default, as many as the amount buys at the item's price, or
  ///     1 where no amount is given and for anything that is not an item.
  ///   - employee: who sells it; the sale keeps the employee's present department.
  ///   - settlement: how it is settled; by default in cash.
  ///   - day: an open day; by default the business day.
  /// - Throws: `CampgroundError.refused` for an item that is inactive, out of stock or at another
  ///   campground, for an inactive employee, for a stay that is neither reserved nor checked in, by
  ///   voucher, and for a day that is closed or still to come; `.invalidValue` for a quantity or an
  ///   amount that is zero or less, too precise or too large, for an amount without a quantity that
  ///   buys no whole number of pieces, and for a text that is empty or without an amount;
  ///   `.unknown` for a group without a tax; `.gone`.
  @discardableResult
  public func addSale(
    of subject: SaleSubject, amount: Decimal? = nil, quantity: Int? = nil,
    by employee: Employee? = nil, settledBy settlement: SaleSettlement = .payment(.cash),
    on day: CalendarDate? = nil
  ) throws -> Sale {
    let quantity = try quantity.map(Self.pieces)
    return try scope.write { scratch in
      let page = try page(for: settlement, on: day, in: scratch)
      let sale = Sale(context: scratch)
      if let number = scope.placeholderNumber(of: Sale.self) { sale.number = number }
      sale.date = page.day
      sale.soldAt = page.now
      sale.campground = page.folio.campground
      sale.reservation = page.reservation
      sale.employee = try employee.map { try Self.seller($0, in: scratch) }
      sale.department = sale.employee?.department
      let group = try take(subject, amount, quantity, into: sale, page)
      let line = try page.charge(
        .init(
          on: page.day, sale.amountMinor, sale.label, taxGroup: group,
          includesTax: sale.item?.includesTax ?? false), in: scope)
      line.sale = sale
      for tax in line.taxedBy { tax.sale = sale }
      if case .payment(let method) = settlement { try page.settle(sale, by: method) }
      return sale
    }
  }

  private static func pieces(_ quantity: Int) throws -> Int32 {
    guard let pieces = Int32(exactly: quantity), pieces > 0 else {
      throw CampgroundError(
        .invalidValue, about: [.property("quantity")], "a quantity is at least 1, not \(quantity)")
    }
    return pieces
  }

  /// The number of pieces that an amount buys at the price of an item.
  private static func pieces(of item: Item, for amount: Decimal) throws -> Int32 {
    if let quantity = item.quantity(for: amount) { return try pieces(quantity) }
    throw CampgroundError(
      .invalidValue, about: [.amount(amount), .named("item", item.name)],
      "\(Money(amount, item.price.currency)) is no whole number of \(item.name) at \(item.price)",
      fix: .sayQuantity)
  }

  private static func seller(
    _ employee: Employee, in scratch: ManagedObjectContext
  ) throws -> Employee {
    let employee = try scratch.current(employee)
    guard employee.isActive else {
      throw CampgroundError(
        about: [.property("seller"), .named("employee", employee.name)],
        "\(employee.name) is inactive", fix: .edit("employee", employee.name, property: "active"))
    }
    return employee
  }

  /// Fills in what is sold and for how much; returns the tax group.
  private func take(
    _ subject: SaleSubject, _ amount: Decimal?, _ quantity: Int32?, into sale: Sale,
    _ page: LedgerPage
  ) throws -> String? {
    let amountMinor = try amount.map { try page.minorUnits($0) }
    switch subject {
    case .item(let item):
      let item = try page.context.current(item)
      guard item.isActive else {
        throw CampgroundError(
          about: [.property("item"), .named("item", item.name)],
          "\(item.name) is inactive and cannot be sold",
          fix: .edit("item", item.name, property: "active"))
      }
      if let home = page.folio.campground, item.campground !== home {
        throw CampgroundError.elsewhere(
          Item.noun, item.name, at: item.campground?.name ?? "", stay: page.code, home: home.name)
      }
      sale.quantity = try quantity ?? amount.map { try Self.pieces(of: item, for: $0) } ?? 1
      if let stock = item.stock {
        guard stock >= sale.quantity else {
          throw CampgroundError(
            about: [
              .property("quantity"), .property("item"), .named("item", item.name),
              .number(Int(stock)),
            ],
            stock == 0
              ? "\(item.name) is out of stock"
              : "only \(stock) \(item.name) left in stock; cannot sell \(sale.quantity)",
            fix: .edit("item", item.name, property: "stock"))
        }
        item.stock = stock - sale.quantity
      }
      sale.item = item
      sale.text = item.name
      sale.amountMinor =
        try amountMinor ?? page.minorUnits(item.price.amount * Decimal(sale.quantity))
      return item.taxGroup
    case .words(let words, let group):
      sale.text = try NameRule.checked(words, of: "sale")
      guard let amountMinor else {
        throw CampgroundError(
          .invalidValue, about: [.property("item"), .named("item", sale.text)],
          "no item \"\(sale.text)\", and no amount given", fix: .addItem(sale.text))
      }
      sale.quantity = quantity ?? 1
      sale.amountMinor = amountMinor
      return try TaxGroup.checked(group, at: page.folio.campground, in: page.context)
    }
  }

  // MARK: The bill

  /// The page for the lines of a sale: the bill of the stay, or a folio of its own.
  private func page(
    for settlement: SaleSettlement, on day: CalendarDate?, in scratch: ManagedObjectContext
  ) throws -> LedgerPage {
    switch settlement {
    case .payment(.voucher):
      throw CampgroundError(
        about: [.property("method")], "a voucher can pay for a stay, not for a sale",
        fix: .advice("charge it to the stay, and pay the bill with the voucher"))
    case .payment:
      let campground = try Ledger.current(try scope.campgroundOrNew(in: scratch), in: scratch)
      let pen = scope.pen("sale", in: scratch)
      let folio = Folio(context: scratch)
      folio.openedAt = pen.now
      folio.campground = campground
      return LedgerPage(
        folio: folio, reservation: nil,
        day: try Ledger.openDay(day, at: campground, now: pen.now), pen: pen)
    case .charge(let reservation):
      let stay = try scratch.current(reservation)
      guard stay.state == .reserved || stay.state == .checkedIn else {
        throw CampgroundError(
          about: [.stay(stay.code)], "\(stay.code) is \(stay.standing); it cannot be charged",
          fix: .advice("charge a reserved or checked-in stay, or take payment now"))
      }
      return try LedgerPage(for: stay, on: day, by: scope.pen("sale", in: scratch))
    }
  }

  // MARK: Reversing

  /// Reverses a sale, once, by another sale on the business day: its lines are reversed, taxes and
  /// payment included, and the pieces return to stock.
  ///
  /// - Returns: The reversing sale.
  /// - Throws: `CampgroundError.invalidValue` for a reason that is too long or not one line;
  ///   `.refused` for a reversal, and for a sale or a line that was reversed; `.gone`.
  @discardableResult
  public func reverse(_ sale: Sale, reason: String? = nil) throws -> Sale {
    let reason = try NameRule.line(reason, of: "reason")
    return try scope.write { scratch in
      let sale = try scratch.current(sale)
      let again = CampgroundError.Fix.advice("if it was right, sell it again")
      if let by = sale.reversedBy {
        throw CampgroundError(
          about: [.named("sale", sale.code)], "\(sale.code) was already reversed by \(by.code)",
          fix: again)
      }
      if let first = sale.reverses {
        throw CampgroundError(
          about: [.named("sale", sale.code)],
          "\(sale.code) is the reversal of \(first.code) and cannot be reversed", fix: again)
      }
      let lines = sale.entries.sorted { $0.comesBefore($1) }
      guard let folio = lines.first?.folio, let known = folio.campground else {
        throw CampgroundError.gone("the bill of \(sale.code)")
      }
      let campground = try Ledger.current(known, in: scratch)
      let page = LedgerPage(
        folio: try scratch.current(folio), reservation: sale.reservation,
        day: try Ledger.openDay(at: campground, now: scope.clock.now),
        pen: scope.pen("reverse", in: scratch))
      let reversal = Sale(context: scratch)
      if let number = scope.placeholderNumber(of: Sale.self) { reversal.number = number }
      reversal.reverse(sale, on: page.day, at: page.now, reason: reason)
      if let item = sale.item { try restock(item, sale.quantity, in: scratch) }
      if let charge = lines.first(where: { $0.charge != nil }), let stay = sale.reservation {
        let book = StayBook(scope, with: page.pen)
        for line in try book.waive(charge, of: scratch.current(stay), on: page, reason: reason) {
          line.sale = reversal
        }
      } else {
        for line in lines { try page.reverse(line, reason: reason).sale = reversal }
      }
      return reversal
    }
  }

  private func restock(
    _ item: Item, _ quantity: Int32, in scratch: ManagedObjectContext
  ) throws {
    let item = try scratch.current(item)
    guard let stock = item.stock else { return }
    item.stock = Int32(clamping: Int(stock) + Int(quantity))
  }
}

extension Item {
  /// How many pieces an amount buys at the price; nil where that is no whole number of at least 1.
  public func quantity(for amount: Decimal) -> Int? {
    guard amount > 0, price.amount > 0 else { return nil }
    let quantity = amount / price.amount
    guard quantity <= Decimal(Int32.max), let pieces = Int("\(quantity)") else { return nil }
    return price.amount * Decimal(pieces) == amount ? pieces : nil
  }
}

extension Sale {
  /// Fills in a sale as the reversal of another one.
  fileprivate func reverse(
    _ sale: Sale, on day: CalendarDate, at now: Date, reason: String?
  ) {
    text = sale.text
    quantity = -sale.quantity
    amountMinor = -sale.amountMinor
    date = day
    soldAt = now
    department = sale.department
    method = sale.method
    self.reason = reason
    campground = sale.campground
    item = sale.item
    employee = sale.employee
    reservation = sale.reservation
    reverses = sale
  }
}

extension LedgerPage {
  /// Writes the payment of a sale with its taxes.
  fileprivate func settle(_ sale: Sale, by method: PaymentMethod) throws {
    let total = try Balance.sum(sale.entries.lazy.map(\.amountMinor), currency)
    sale.method = method
    write(.payment, "Payment by \(method.rawValue)", -total, method: method).sale = sale
  }
}
