import Campground
import CommandKit
import Foundation
import ObjectGraph
import Rendering

extension Command where Context == Session {
  /// The commands about what is charged and paid.
  static var aboutBills: [Self] {
    [pay, refund, allowance, credit, charge, reverse, folio, balances, due]
  }

  private static var pay: Self {
    Command(
      "pay", "Take money for a reservation", .amountOfStay, .payment, .businessDay,
      details: """
        What is paid beyond the bill is a credit of the guest; where somebody can answer, that is \
        asked first. A voucher is redeemed by its code as \
        the reference. Amounts may have commas between thousands and the sign of the currency.
        """,
      examples: [
        "pay R-1 100 card reference 4242", "pay R-1 $1,000.00 transfer",
        "pay R-1 20 voucher reference V-HFMV-KX79",
      ]
    ) { session, what, payment, day in
      let (stay, amount) = (what.stay, what.amount)
      let balance = try session.folios.balance(of: stay)
      guard session.isWanted(amount, of: stay.code, balance) else {
        return .text("Nothing was changed\n")
      }
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
  }

  private static var refund: Self {
    Command(
      "refund", "Give money back", .amountOfStay, .requiredOption("reason", .text, "why"),
      .option("as", .refundWay, "how; credit is a voucher"),
      .option("reference", .text, "the number of the slip or check"),
      .flag("allowance", "take it off the bill, too, its taxes included"), .businessDay,
      details: """
        A refund gives money back; the price stays the same. What goes beyond the guest's credit is \
        due again, unless allowance takes it off the bill in one. Never more goes back than was \
        paid, nor by card than came by card. Without as it goes the way of the last payment; as \
        credit it becomes a voucher.
        """,
      examples: [
        "refund R-1 20 reason \"broken hookup\"",
        "refund R-1 20 reason \"broken hookup\" allowance", "refund R-1 80 reason rain as credit",
      ]
    ) { session, what, reason, way, reference, isAllowed, day in
      let (stay, amount) = (what.stay, what.amount)
      let line =
        way == .credit
        ? try session.folios.refundAsCredit(
          amount, to: stay, reason: reason, allowing: isAllowed, on: day)
        : try session.folios.refund(
          amount, to: stay, by: way?.method, reason: reason, reference: reference,
          allowing: isAllowed, on: day)
      return try session.answer(
        about: line, of: stay, way == .credit ? "Kept" : "Refunded",
        isAllowed ? "off the bill" : nil)
    }
  }

  private static var allowance: Self {
    Command(
      "allowance", "Take an amount off the bill of a stay", .amountOfStay,
      .requiredOption("reason", .text, "why"),
      .option("group", .taxGroup, "the group that it is off (default lodging)"), .businessDay,
      details: """
        It is for what was not as it should be, or as a kindness, also when all nights are charged; a \
        discount by its name is for nights to come. Its taxes go with it. No more is taken off than \
        the stay comes to, also when it becomes cheaper later. What was charged by hand or sold is \
        taken back with reverse. A credit that comes of it can be given back with refund.
        """,
      examples: [
        "allowance R-1 20 reason \"broken hookup\"",
        "allowance R-1 20 reason \"broken hookup\" group lodging",
      ]
    ) { session, what, reason, group, day in
      let before = try session.folios.balance(of: what.stay)
      let line = try session.folios.allow(
        what.amount, to: what.stay, reason: reason, taxGroup: group, on: day)
      let after = try session.folios.balance(of: what.stay)
      let taxes = try before.charged - after.charged + line.amount
      return try session.answer(
        about: line, of: what.stay, "Took off", taxes.amount > 0 ? "\(taxes) of taxes" : nil)
    }
  }

  private static var credit: Self {
    Command(
      "credit", "Keep a guest's credit as a voucher", .required("code", .reservation),
      .optional("amount", .amount("how much; all of it by default")),
      .option("until", .date, "the last day on which the voucher is taken"),
      .option("reason", .text, "why"), .businessDay,
      examples: ["credit R-1", "credit R-1 80 until 2027-12-31"]
    ) { session, stay, amount, lastDay, reason, day in
      let line = try session.folios.credit(
        try amount?.value(of: stay), to: stay, lastDay: lastDay, reason: reason, on: day)
      return try session.answer(about: line, of: stay, "Kept")
    }
  }

  private static var charge: Self {
    Command(
      "charge", "Charge something to a reservation", .amountOfStay,
      .required("item", .text("ITEM", "what it is for")),
      .option("group", .taxGroup, "the group of charges whose taxes come with it"), .businessDay,
      details: """
        Without a group no tax comes with it. There is the group lodging, and each that a tax was \
        added for, as by: tax add "Sales tax" 8% group goods. A stay that is long enough to be free \
        of a tax is free of it here, too.
        """,
      examples: ["charge R-1 12.50 firewood", "charge R-1 12.50 firewood group goods"]
    ) { session, what, item, group, day in
      let before = try session.folios.balance(of: what.stay)
      let line = try session.folios.charge(
        what.amount, for: item, to: what.stay, taxGroup: group, on: day)
      let after = try session.folios.balance(of: what.stay)
      let taxes = try after.charged - before.charged - line.amount
      return try session.answer(
        about: line, of: what.stay, "Charged", line.text,
        taxes.amount > 0 ? "\(taxes) of taxes" : nil)
    }
  }

  private static var reverse: Self {
    Command(
      "reverse", "Take a line of a bill back", .required("code", .reservation),
      .required("line", .integer(in: 1...Int.max, "LINE", "the number of the line on the bill")),
      .requiredOption("reason", .text, "why"), .businessDay,
      details: """
        A line that is written never changes; another line takes it back, once. The taxes on it go \
        with it. A night that is taken back stays free, whatever becomes of the stay later, reprice \
        included, and a tax that is taken back by itself is not charged on that day again. A payment \
        that was given back stays as long as its refund does.
        """,
      examples: ["reverse R-1 7 reason \"typed twice\""]
    ) { session, stay, number, reason, day in
      try session.reverse(session.folios.line(number, of: stay), because: reason, on: day)
    }
  }
}

// MARK: What a command says

/// An amount of the bill of a stay.
struct AmountOfStay {
  let stay: Reservation
  let amount: Decimal
}

extension Argument where Context == Session, Value == AmountOfStay {
  fileprivate static var amountOfStay: Self {
    .group(.required("code", .reservation), .required("amount", .amount("how much"))) {
      AmountOfStay(stay: $0, amount: try $1.value(of: $0))
    }
  }
}

/// How money comes in.
private enum Payment {
  case money(PaymentMethod, reference: String?)
  case voucher(code: String)
}

extension Argument where Context == Session, Value == Payment {
  fileprivate static var payment: Self {
    .group(
      .required("method", .paymentMethod), .option("reference", .slipOrVoucher)
    ) { method, reference in
      guard method == .voucher else { return .money(method, reference: reference) }
      guard let reference else {
        throw ValueFault(
          "a voucher is redeemed by its code", hint: "write it behind reference")
      }
      return .voucher(code: reference)
    }
  }
}

extension ValueType where Context == Session, Value == String {
  fileprivate static var slipOrVoucher: Self {
    ValueType("TEXT", "the number of the slip or check, or the voucher's code", .name) {
      try $0.word()
    }
    .completing(.voucher)
  }
}

/// How money goes back.
private enum RefundWay: String, CaseIterable, Sendable {
  case credit
  case cash
  case card
  case check
  case transfer

  var method: PaymentMethod? { PaymentMethod(rawValue: rawValue) }
}

extension ValueType where Context == Session, Value == RefundWay {
  fileprivate static var refundWay: Self { oneOf(RefundWay.self, "METHOD") }
}

// MARK: What is done

extension Session {
  /// Asks, where somebody can answer, whether more is to be paid for a stay or a group than it owes.
  func isWanted(_ amount: Decimal, of name: String, _ balance: Balance) -> Bool {
    let owed = max(balance.dueIfBooked.amount, 0)
    guard let ask, amount > owed else { return true }
    let more = Money(amount - owed, balance.due.currency)
    return ask(
      owed == 0
        ? "\(name) owes nothing. Take \(more) as a credit?"
        : "\(name) owes \(Money(owed, more.currency)). Keep \(more) as a credit?")
  }

  /// Says that money was taken for what will not be: a guest who pays takes the stay for booked.
  fileprivate func warnOfNothingBooked(_ stay: Reservation) {
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

  fileprivate func reverse(
    _ line: FolioEntry, because reason: String, on day: CalendarDate?
  ) throws -> Answer {
    let written = try line.folio.map { try folios.lines(of: $0).count } ?? 0
    let reversal = try folios.reverse(line, reason: reason, on: day)
    guard let stay = line.reservation, let folio = line.folio else {
      return .message(
        "Took \(line.lineWords) back", record: Self.lineColumns.record(of: reversal))
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

  fileprivate func total(
    of lines: some Sequence<FolioEntry>, _ currency: Currency,
    where isMeant: (FolioEntry) -> Bool
  ) throws -> Money {
    try lines.filter(isMeant).reduce(Money(0, currency)) { try $0 + $1.amount }
  }

  // MARK: As text

  /// `Paid $100.00 by card for R-1 · line 3 · balance due $35.00`
  fileprivate func answer(
    about line: FolioEntry, of stay: Reservation, _ verb: String, _ notes: String?...
  ) throws -> Answer {
    let amount = Money(line.amount.amount.magnitude, line.amount.currency)
    let way: String? =
      line.voucher.map { "voucher \($0.code)" }
      ?? (line.kind == .reversal ? nil : line.method?.rawValue)
    let start = "\(verb) \(amount)" + (way.map { " by \($0)" } ?? "") + " for \(stay.code)"
    let number = line.lineNumber.map { "line \($0)" }
    let day = try line.date == today() ? nil : "on \(line.date)"
    let balance = try folios.balance(of: stay)
    let bill = try folios.groupBill(of: stay)
    let standing = Self.standing(of: stay.code, balance, on: bill)
    let parts = [start] + notes + [number, day, standing]
    return .message(
      parts.compactMap { $0 }.joined(separator: " · "),
      record: Self.lineColumns.record(of: line) + Self.cells(of: balance, on: bill))
  }

  // MARK: As rows

  private static let lineColumns: [ListColumn<FolioEntry>] = [
    .number("line") { Cell($0.lineNumber) }, .init("day") { Cell($0.date) },
    .init("text") { .text($0.text) }, .init("kind") { .text($0.kind.rawValue) },
    .init("method") { Cell($0.method?.rawValue) }, .init("reference") { Cell($0.reference) },
    .init("reason") { Cell($0.reason) }, .number("amount") { Cell($0.amount) },
  ]
}
