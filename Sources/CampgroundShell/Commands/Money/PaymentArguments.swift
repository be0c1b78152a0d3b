import Campground
import CommandKit
import Foundation

// MARK: Payments

/// How a payment is made.
enum Payment {
  case money(PaymentMethod, reference: String?)
  case voucher(code: String)
}

extension Argument where Context == Session, Value == Payment {
  /// The method of a payment and its reference, or the code of a voucher.
  static var payment: Self {
    Argument<Session, PaymentMethod>.required("method", .paymentMethod.beforeReference)
      .withReference(.option("reference", .slipOrVoucher)) { $0 }
      .map { method, reference in
        guard method == .voucher else { return .money(method, reference: reference) }
        guard let reference else {
          throw ValueFault(
            "a voucher is redeemed by its code", hint: "write voucher CODE")
        }
        return .voucher(code: reference)
      }
  }
}

extension ValueType where Context == Session, Value == String {
  fileprivate static var slipOrVoucher: Self {
    ValueType("TEXT", "slip or check number, or voucher code", .name) {
      try $0.word()
    }
    .completing(.voucher)
  }
}

extension Argument where Context == Session, Value == (PaymentMethod, String?) {
  /// The method of a payment that is not made with a voucher, and its reference.
  static var moneyPayment: Self {
    Argument<Session, PaymentMethod>.required("method", .moneyMethod.beforeReference)
      .withReference(.option("reference", .text, "slip or check number")) { $0 }
  }
}

/// The amount of a payment.
enum PaidAmount {
  case amount(LocalAmount)
  /// What is due of the deposit.
  case deposit
}

extension ValueType where Context == Session, Value == PaidAmount {
  /// An amount of a stay, or the word "deposit".
  static var amountOrDeposit: Self {
    let amount = ValueType<Session, LocalAmount>.amount("")
    return .found(
      "AMOUNT|deposit", "amount, or what is due as deposit; the balance due by default", .number,
      extent: .words { Currency.knownCodes.contains($1) }
    ) { text in
      if try text.text().lowercased() == "deposit" { return { _ in .deposit } }
      let find = try text.read(amount)
      return { .amount(try find($0)) }
    }
    .completing { _, _ in ["deposit"] }
  }
}

// MARK: Refunds

extension Argument where Context == Session, Value == (PaymentMethod?, String?) {
  /// The method of a refund, if it differs from that of the payment, and its reference.
  static var refundWay: Self {
    Argument<Session, PaymentMethod?>.option(
      "as", .paymentMethod.beforeReference, "refund method; the way the money came by default"
    ).withReference(.option("reference", .text, "slip or check number")) { $0 }
  }
}

// MARK: References behind a method

extension ValueType where Context == Session {
  /// The same method, which a number or the code of a voucher may follow: `check 1188`.
  ///
  /// Whatever such a word means, it belongs to the method: behind it, nothing is an amount.
  fileprivate var beforeReference: Self {
    followed { before, next in
      switch before.count {
      case 1: WordBehindMethod(next) != nil
      case 2: Currency.knownCodes.contains(next)
      default: false
      }
    }
  }
}

extension Argument where Context == Session {
  /// The same way to pay with its reference, behind it or after its own word: `check 1188`,
  /// `check reference 1188`.
  ///
  /// An amount behind the method is refused.
  ///
  /// - Parameter method: the method of a way to pay; nil where the money becomes credit.
  fileprivate func withReference(
    _ reference: Argument<Session, String?>,
    method: @escaping @MainActor (Value) -> PaymentMethod?
  ) -> Argument<Session, (Value, String?)> {
    Argument<Session, (Value, String?)>(parameters + reference.parameters) {
      given throws(Diagnostic) in
      let (findWay, findReference) = (try read(given), try reference.read(given))
      let way = try? findWay(given.context)
      let written = try given.reference(behind: parameters[0].name, way.flatMap(method))
      if written != nil, let twice = given.text(named: reference.parameters[0].name) {
        throw given.text.diagnostic(
          "the reference is given twice", hint: "use only one of them", at: twice.range)
      }
      return { (try findWay($0), try written ?? findReference($0)) }
    }
  }
}

extension GivenArguments<Session> {
  /// The reference right behind a method; nil for none.
  ///
  /// - Throws: a diagnostic for an amount behind the method, with the form that the command has.
  fileprivate func reference(
    behind name: String, _ method: PaymentMethod?
  ) throws(Diagnostic) -> String? {
    guard let way = text(named: name), let word = way.tokens.first?.text else { return nil }
    let amount = text(named: "amount")
    if let amount, amount.indices.lowerBound > way.indices.lowerBound {
      throw misplaced(amount.indices, behind: way.indices, word)
    }
    let behind = way.indices.dropFirst()
    guard !behind.isEmpty else { return nil }
    let number = text.raw(behind)
    let reference =
      behind.count == 1 ? WordBehindMethod(number.text)?.reference(of: method) : nil
    if let reference { return reference }
    guard amount != nil else { throw misplaced(behind, behind: way.indices.prefix(1), word) }
    throw text.diagnostic(
      "\(word) cannot have the reference \(number.text)",
      hint: "leave it out, or write reference \(number.text)", at: number.range)
  }

  /// The fault of an amount behind a method, which has its place before it.
  private func misplaced(
    _ amount: Range<Int>, behind way: Range<Int>, _ word: String
  ) -> Diagnostic {
    // An option is written with its name, `as cash`.
    let isNamed = way.lowerBound > 0 && text.tokens[way.lowerBound - 1].text == "as"
    let start = way.lowerBound - (isNamed ? 1 : 0)
    let pieces = [
      0..<start, amount, start..<amount.lowerBound, amount.upperBound..<text.tokens.count,
    ]
    let form = pieces.map { text.raw($0).text }.filter { !$0.isEmpty }.joined(separator: " ")
    return text.diagnostic(
      "an amount is written before \(word), not after it", hint: "write \(form)",
      at: text.raw(amount).range)
  }
}

/// What a word right behind a payment method can be.
private enum WordBehindMethod {
  case slip(String)
  case voucher(String)
  case amount

  /// Nil for a word that has nothing to do with the method, such as a date.
  init?(_ word: String) {
    let isSlip = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    if let code = CodeWord(word), code.kind == .voucher {
      self = .voucher(code.code)
    } else if let amount = try? AmountText(word) {
      self = amount.isPlainNumber ? .slip(word) : .amount
    } else if isSlip, word.first?.isNumber == true, (try? DatePhrase(word)) == nil {
      self = .slip(word)
    } else {
      return nil
    }
  }

  /// The word as the reference of a payment by a method; nil where it cannot be one.
  func reference(of method: PaymentMethod?) -> String? {
    switch (self, method) {
    case (.slip(let number), .card?), (.slip(let number), .check?),
      (.slip(let number), .transfer?):
      number
    case (.voucher(let code), .voucher?): code
    default: nil
    }
  }
}
