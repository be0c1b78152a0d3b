import Campground
import CommandKit
import Foundation
import Rendering

extension Command where Context == Session {
  /// The commands for charges and payments.
  @CommandList<Session>
  static var aboutBills: [Self] {
    Command(
      "pay", synonyms: ["cash", "card", "credit card", "payment"],
      "Take a payment for a reservation", .stay,
      .optional("amount", .amountOrDeposit), .payment, .businessDay,
      details: """
        Without an amount the guest pays the balance due, or the price of a hold; a voucher pays \
        as much of it as it has left, and deposit is what is due as deposit. A payment above the \
        balance due becomes a credit; at a terminal you are asked first. The amount comes before \
        the method, and may have thousands commas and the currency sign. A number after check, \
        card or transfer is the number of the check or slip, and a code after voucher redeems the \
        voucher.
        """,
      refuses: """
        an amount after the method, an amount of zero, a stay without a balance due and a closed \
        business day
        """,
      examples: [
        "pay R-1 cash", "pay R-1 check 1188", "pay R-1 100 card 4242",
        "pay R-1 deposit card", "pay R-1 $1,000.00 transfer reference \"bank of Fresno\"",
        "pay R-1 20 voucher V-HFMV-KX79",
      ]
    ) { session, stay, given, payment, day in
      let balance = try session.folios.balance(of: stay)
      let amount = try session.amount(given, of: stay, balance, paidBy: payment)
      guard session.isWanted(amount, of: stay.code, balance) else { return .nothingChanged }
      let line =
        switch payment {
        case .money(let method, let reference):
          try session.folios.pay(amount, by: method, for: stay, reference: reference, on: day)
        case .voucher(let code):
          try session.folios.redeem(code, amount: amount, for: stay, on: day)
        }
      session.warnOfNothingBooked(stay)
      return try session.answer(about: line, of: stay, "Paid")
    }

    Command(
      "allowance", synonyms: ["adjustment", "comp", "make good"],
      "Take an amount off a stay's bill", .stay,
      .required("amount", .amount("amount")),
      .requiredOption("reason", .text, "reason to record"),
      .option("group", .taxGroup, "tax group; lodging by default"), .businessDay,
      details: """
        Use it to make up for something, even after all nights are charged; for coming nights use \
        a discount. Its taxes come off, too. Allowances never exceed the charges of the stay, even \
        if the stay becomes cheaper later. Reverse manual charges and sales instead. Give a \
        resulting credit back with refund.
        """,
      refuses: "more than the charges of the stay",
      examples: [
        "allowance R-1 20 reason \"broken hookup\"",
        "allowance R-1 20 reason \"broken hookup\" group lodging",
      ]
    ) { session, stay, amount, reason, group, day in
      let before = try session.folios.balance(of: stay)
      let line = try session.folios.allow(
        amount.value(of: stay), to: stay, reason: reason, taxGroup: group, on: day)
      let after = try session.folios.balance(of: stay)
      let taxes = try before.charged - after.charged + line.amount
      return try session.answer(
        about: line, of: stay, "Took off", taxes.amount > 0 ? "\(taxes) tax" : nil)
    }

    Command(
      "charge", synonyms: ["tip", "extra", "damage", "post"], "Post a charge to a reservation",
      .stay, .required("amount", .amount("amount")),
      .required("item", .text("ITEM", "what it is for")),
      .option("group", .taxGroup, "tax group"), .businessDay,
      details: """
        Without a group the charge is not taxed. The groups are lodging and those of your taxes, \
        as in: tax add "Sales tax" 8% group goods. A stay exempt from a tax for its length is \
        exempt here, too.
        """,
      refuses: "an amount of zero and a closed business day",
      examples: ["charge R-1 12.50 firewood", "charge R-1 12.50 firewood group goods"]
    ) { session, stay, amount, item, group, day in
      let before = try session.folios.balance(of: stay)
      let line = try session.folios.charge(
        amount.value(of: stay), for: item, to: stay, taxGroup: group, on: day)
      let after = try session.folios.balance(of: stay)
      let taxes = try after.charged - before.charged - line.amount
      return try session.answer(
        about: line, of: stay, "Charged", line.text,
        taxes.amount > 0 ? "\(taxes) tax" : nil)
    }

    Command(
      "reverse", synonyms: ["correct", "mistake", "void"], "Reverse a line of a folio",
      .stay, .required("line", .integer(in: 1...Int.max, "LINE", "line number on the folio")),
      .requiredOption("reason", .text, "reason to record"), .businessDay,
      details: """
        Lines never change; another line reverses one, once. What the line is about is waived: \
        a night, a fee, an allowance or kept money stays off the bill whatever happens to the stay \
        later, with its discounts and taxes. A reversed night still counts for weeks, months and \
        other lengths. A tax reversed alone is not charged again for that day.
        """,
      refuses: "a line already reversed, and a payment that was refunded",
      examples: ["reverse R-1 7 reason \"typed twice\""]
    ) { session, stay, number, reason, day in
      try session.reverse(session.folios.line(number, of: stay), because: reason, on: day)
    }
  }
}

// MARK: Actions

extension Session {
  /// The amount to pay for a stay or a group if none is given: the balance due, including what is
  /// not yet booked.
  ///
  /// - Parameter command: the beginning of the command that keeps a payment as a credit.
  static func owed(
    by name: String, _ balance: Balance, at label: String, orElse command: String
  ) throws(ValueFault) -> Decimal {
    let owed = balance.dueIfBooked.amount
    guard owed > 0 else {
      throw ValueFault(
        "\(name) has no balance due",
        hint: "\(command) AMOUNT METHOD keeps a payment as a credit", at: label)
    }
    return owed
  }

  /// The amount that a payment for a stay gives: a sum, what is due of the deposit, or otherwise
  /// what the stay owes.
  fileprivate func amount(
    _ given: PaidAmount?, of stay: Reservation, _ balance: Balance, paidBy payment: Payment
  ) throws -> Decimal {
    switch given {
    case .amount(let amount): return try amount.value(of: stay)
    case nil: return try owed(by: stay, balance, paidBy: payment)
    case .deposit:
      guard let deposit = Deposit(of: stay, paid: balance.paid) else {
        throw ValueFault(
          "\(stay.code) has no deposit",
          hint: "\"deposit \(stay.code) AMOUNT\" agrees one", at: "amount")
      }
      guard deposit.open.amount > 0 else {
        throw ValueFault(
          "the deposit of \(stay.code), \(deposit.amount), is paid",
          hint: "leave deposit out to pay the balance due", at: "amount")
      }
      return deposit.open.amount
    }
  }

  /// What a stay owes, up to the value left on a voucher.
  fileprivate func owed(
    by stay: Reservation, _ balance: Balance, paidBy payment: Payment
  ) throws -> Decimal {
    let owed = try Self.owed(
      by: stay.code, balance, at: "code", orElse: "pay \(stay.code)")
    guard case .voucher(let code) = payment else { return owed }
    let left = try folios.voucher(code).remaining
    return left.amount > 0 && left.currency == balance.due.currency ? min(left.amount, owed) : owed
  }

  /// Asks, if there is someone to ask, whether to take a payment that exceeds the balance due of a
  /// stay or a group.
  func isWanted(_ amount: Decimal, of name: String, _ balance: Balance) -> Bool {
    let owed = max(balance.dueIfBooked.amount, 0)
    guard let ask, amount > owed else { return true }
    let more = Money(amount - owed, balance.due.currency)
    return ask(
      owed == 0
        ? "\(name) has no balance due. Keep \(more) as a credit?"
        : "\(name) owes \(Money(owed, more.currency)). Keep \(more) as a credit?")
  }

  /// Warns that a payment was taken for a stay that is not booked, because a guest who pays will
  /// think it is.
  fileprivate func warnOfNothingBooked(_ stay: Reservation) {
    let what: String
    switch stay.state {
    case .hold:
      guard let end = stay.holdExpiresAt, stay.isLapsed(at: clock.now) else { return }
      what =
        "the hold \(stay.code) expired at \(WallTime(end, in: stay.campground?.timeZone ?? .gmt))"
    case .expired: what = "\(stay.code) has expired"
    case .declined: what = "\(stay.code) was declined"
    case .draft, .requested, .reserved, .checkedIn, .checkedOut, .canceled, .noShow, nil: return
    }
    warn(
      "\(what), so nothing is booked",
      hint: "book again with reserve, or give the money back with refund")
  }

  fileprivate func reverse(
    _ line: FolioEntry, because reason: String, on day: CalendarDate?
  ) throws -> Answer {
    let written = try line.folio.map { try folios.lines(of: $0).count } ?? 0
    let reversal = try folios.reverse(line, reason: reason, on: day)
    guard let stay = line.reservation, let folio = line.folio else {
      return .message(
        "Reversed \(line.lineWords)", record: Self.lineColumns.record(of: reversal))
    }
    let others = try folios.lines(of: folio).dropFirst(written).filter {
      $0 !== reversal && $0.reservation === stay
    }
    let currency = line.amount.currency
    let taxes = try total(of: others, currency) { ($0.reverses ?? $0).kind == .tax }
    return try answer(
      about: reversal, of: stay, "Reversed", line.text,
      taxes.amount == 0 ? nil : "with \(-taxes) tax")
  }

  fileprivate func total(
    of lines: some Sequence<FolioEntry>, _ currency: Currency,
    where isMeant: (FolioEntry) -> Bool
  ) throws -> Money {
    try lines.filter(isMeant).reduce(Money(0, currency)) { try $0 + $1.amount }
  }

  // MARK: Text

  /// `Paid $100.00 by card for R-1 · line 3 · balance due $35.00`
  func answer(
    about line: FolioEntry, of stay: Reservation, _ verb: String, _ notes: String?...
  ) throws -> Answer {
    try answer(about: [line], of: stay, verb, notes)
  }

  /// `Refunded $40.00 by card and $10.00 by cash for R-1 · lines 5 and 6 · balance due $35.00`, with
  /// a record for each line.
  func answer(
    about lines: [FolioEntry], of stay: Reservation, _ verb: String, _ notes: [String?]
  ) throws -> Answer {
    let ways = lines.map { line in
      let way: String? =
        line.voucher.map { "voucher \($0.code)" }
        ?? (line.kind == .reversal ? nil : line.method?.rawValue)
      return "\(Money(line.amount.amount.magnitude, line.amount.currency))"
        + (way.map { " by \($0)" } ?? "")
    }
    let numbers = lines.compactMap { $0.lineNumber.map(String.init) }
    let number =
      numbers.isEmpty
      ? nil : (numbers.count == 1 ? "line " : "lines ") + numbers.joined(lastBy: "and")
    let date = lines.first?.date
    let day = try date == today() ? nil : date.map { "on \($0)" }
    let balance = try folios.balance(of: stay)
    let bill = try folios.groupBill(of: stay)
    let start = "\(verb) \(ways.joined(lastBy: "and")) for \(stay.code)"
    let parts = [start] + notes + [number, day, Self.standing(of: stay.code, balance, on: bill)]
    return .messages(
      parts.compactMap { $0 }.joined(separator: " · "),
      records: lines.map {
        Self.lineColumns.record(of: $0) + Self.cells(of: balance, on: bill)
      })
  }

  // MARK: Rows

  private static let lineColumns: [ListColumn<FolioEntry>] = [
    .number("line") { Cell($0.lineNumber) }, .init("day") { Cell($0.date) },
    .init("text") { .text($0.text) }, .init("kind") { .text($0.kind.rawValue) },
    .init("method") { Cell($0.method?.rawValue) }, .init("reference") { Cell($0.reference) },
    .init("reason") { Cell($0.remark) }, .number("amount") { Cell($0.amount) },
  ]
}
