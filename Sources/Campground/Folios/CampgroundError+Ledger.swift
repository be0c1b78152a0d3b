/// Errors about days, reasons and lines of folios.
extension CampgroundError {
  static func dayToCome(_ day: CalendarDate, today: CalendarDate) -> Self {
    Self(
      about: [.date(day)], "\(day) is in the future; today is \(today)",
      fix: .advice("enter today or an earlier date"))
  }

  static func reasonMissing(_ what: String) -> Self {
    Self(.invalidValue, about: [.property("reason")], "\(what) needs a reason")
  }

  static var voucherNeedsCode: Self {
    Self(
      about: [.property("method")], "a voucher payment needs the voucher code", fix: .nameVoucher)
  }

  static func lineOfSale(_ line: FolioEntry, _ sale: Sale) -> Self {
    Self(
      about: [.line(line), .named("sale", sale.code)],
      "\(line.lineWords) belongs to sale \(sale.code)", fix: .deleteSale(sale.code))
  }

  /// The line depends on other lines of the stay's bill, as a discount depends on what it reduces.
  static func lineFollows(_ line: FolioEntry) -> Self {
    Self(
      about: [.line(line)],
      "\(line.lineWords), \(line.text), depends on another line and cannot be reversed by itself",
      fix: .advice("reverse that line, or edit the reservation"))
  }
}
