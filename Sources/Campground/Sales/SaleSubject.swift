/// What is sold: an item, or something described by a text.
public enum SaleSubject {
  /// An item, at its price unless another amount is given; it is taxed in its group and reduces its
  /// stock.
  case item(Item)
  /// Something that is not an item, taxed in a group or in none; its amount must be given.
  case words(String, taxGroup: String? = nil)
}

/// How a sale is settled.
public enum SaleSettlement {
  /// Paid on the spot, with anything but a voucher.
  case payment(PaymentMethod)
  /// Charged to the bill of a stay that is Reserved or CheckedIn.
  case charge(Reservation)
}
