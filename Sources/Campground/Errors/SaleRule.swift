/// A rule about sales that a call would have broken.
///
///     do {
///       try sales.addSale(of: .item(firewood), quantity: 5)
///     } catch CampgroundError.sale(.outOfStock(let item, let left, _)) {
///       print("\(left) of \(item) left")
///     }
public enum SaleRule: Error, Hashable, Sendable {
  /// There is no sale of that code.
  case unknown(String)
  /// The number of pieces is at least 1.
  case quantityNotPositive(Int)
  /// Fewer pieces are left than were to be sold.
  case outOfStock(item: String, left: Int, asked: Int)
  /// The item is not sold at present.
  case itemInactive(String)
  /// The employee does not work here at present.
  case employeeInactive(String)
  /// What is sold under words of its own has no price.
  case amountMissing(String)
  /// Nothing is charged to a stay in that state.
  case stayNotOpen(code: String, status: String)
  /// The sale was taken back before, by the one that follows.
  case takenBack(String, by: String)
  /// A sale that takes another one back stays.
  case isReversal(String, of: String)
  /// A voucher pays for stays alone.
  case noVoucher
}

extension SaleRule: CustomStringConvertible {
  /// The rule as one sentence without a final stop.
  public var description: String {
    switch self {
    case .unknown(let code): "there is no sale \(code)"
    case .quantityNotPositive(let quantity): "a quantity is at least 1, not \(quantity)"
    case .outOfStock(let item, let left, let asked):
      left == 0 ? "\(item) is out of stock" : "only \(left) of \(item) left, not \(asked)"
    case .itemInactive(let item): "\(item) is not for sale at present"
    case .employeeInactive(let name): "\(name) does not work here at present"
    case .amountMissing(let words): "there is no item \"\(words)\", and no amount to sell it for"
    case .stayNotOpen(let code, let status):
      "\(code) is \(status), and nothing is charged to it"
    case .takenBack(let code, let by): "\(code) was taken back by \(by)"
    case .isReversal(let code, let sale): "\(code) takes \(sale) back and stays"
    case .noVoucher: "a voucher pays for a stay, not for a sale"
    }
  }

  /// How to mend it, as a phrase without a final stop; nil where the rule says it all.
  public var repair: String? {
    switch self {
    case .quantityNotPositive: nil
    case .unknown: "\"sale list\" lists the sales"
    case .outOfStock(let item, _, _): "after a delivery: item edit \(Self.typed(item)) stock N"
    case .itemInactive(let item): "to sell it again: item edit \(Self.typed(item)) active yes"
    case .employeeInactive(let name):
      "if that is wrong: employee edit \(Self.typed(name)) active yes"
    case .amountMissing(let words):
      "name an amount, or add the item: item add \(Self.typed(words)) price AMOUNT"
    case .stayNotOpen: "charge a stay that is Reserved or CheckedIn, or take the money now"
    case .takenBack, .isReversal: "sell it again where it was right"
    case .noVoucher: "charge it to the stay, and pay the bill with the voucher"
    }
  }

  private static func typed(_ name: String) -> String {
    name.allSatisfy { $0.isLetter || $0.isNumber } ? name : "\"\(name)\""
  }
}
