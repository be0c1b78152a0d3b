/// What is sold: an item, or something under words of its own.
public enum SaleSubject {
  /// An item, at its price unless another amount is said, taxed in its group and counted down where
  /// it has a stock.
  case item(Item)
  /// Something that is no item, taxed in a group or in none; its amount has to be said.
  case words(String, taxGroup: String? = nil)
}

/// How a sale is settled.
public enum SaleSettlement {
  /// Paid on the spot; a voucher does not pay for sales.
  case payment(PaymentMethod)
  /// Put on the bill of a stay that is Reserved or CheckedIn.
  case charge(Reservation)
}
