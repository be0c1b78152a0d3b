import Campground
import CommandKit
import Foundation

/// What a command sells: how much of it, and for how much.
struct SoldGoods {
  let subject: SaleSubject

  /// The total before tax; nil for the item's price.
  let amount: Decimal?

  /// The number of pieces; nil if the command does not say it.
  let quantity: Int?
}

extension Argument where Context == Session, Value == SoldGoods {
  /// An amount or a quantity, and what is sold.
  ///
  /// Before the word "item", a number is the total. Without that word, and after the item, a whole
  /// number is the quantity; one with a sign or cents never is.
  static var soldGoods: Self {
    let number = Argument<Session, AmountText?>.optional(
      "amount",
      .amountText("AMOUNT|N", "total before tax, or without the word item how many"))
    let item = Argument<Session, SaleSubject>.requiredOption("item", .saleSubject)
    let quantity = Argument<Session, Int?>.option(
      "quantity", .integer(in: 1...most), "how many; by default what the amount buys")
    let parts = Argument<Session, (AmountText?, SaleSubject, Int?)>.group(
      number, item, quantity
    ) { ($0, $1, $2) }
    return Argument(parts.parameters) { given throws(Diagnostic) in
      let find = try parts.read(given)
      let isTotal = given.isNamed("item") && given.isAmountBeforeItem
      return { context in
        let (number, subject, quantity) = try find(context)
        guard let number else {
          return SoldGoods(subject: subject, amount: nil, quantity: quantity)
        }
        guard !isTotal, number.isPlainNumber, quantity == nil else {
          return SoldGoods(subject: subject, amount: number.value, quantity: quantity)
        }
        return SoldGoods(
          subject: subject, amount: nil, quantity: try pieces(number.value, of: subject))
      }
    }
  }

  private static var most: Int { 1_000_000 }

  /// The quantity that a whole number stands for.
  private static func pieces(
    _ number: Decimal, of subject: SaleSubject
  ) throws(ValueFault) -> Int {
    if case .words(let words, _) = subject {
      let name = CommandText.quoted(words)
      throw ValueFault(
        "there is no item \"\(words)\" with a price for \(number)",
        hint: "for a total of \(number), write sale add \(number) item \(name)", at: "item")
    }
    guard let pieces = Int("\(number)"), (1...most).contains(pieces) else {
      throw ValueFault(
        "a quantity is from 1 to \(most), not \(number)",
        hint: "a total is written before the word item, or with a sign or cents", at: "amount")
    }
    return pieces
  }
}

extension GivenArguments<Session> {
  fileprivate var isAmountBeforeItem: Bool {
    guard let amount = text(named: "amount"), let item = text(named: "item") else { return false }
    return amount.indices.lowerBound < item.indices.lowerBound
  }
}

extension Session {
  /// The goods, with the quantity for which a total is agreed; nil if it is not wanted.
  ///
  /// Asks, if there is someone to ask, whether a total that buys no whole number of pieces is the
  /// agreed price of one.
  func agreed(_ goods: SoldGoods) -> SoldGoods? {
    guard let ask, goods.quantity == nil, let amount = goods.amount, amount > 0,
      case .item(let item) = goods.subject, item.quantity(for: amount) == nil
    else { return goods }
    let total = Money(amount, item.price.currency)
    let question =
      "\(total) is no whole number of \(item.name) at \(item.price). Sell 1 for \(total)?"
    return ask(question)
      ? SoldGoods(subject: goods.subject, amount: amount, quantity: 1) : nil
  }
}
