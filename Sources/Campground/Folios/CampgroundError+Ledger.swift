/// Days, reasons and lines of the folios.
extension CampgroundError {
  static func dayToCome(_ day: CalendarDate, today: CalendarDate) -> Self {
    Self(
      .dayToCome, about: [.date(day)], "\(day) has not come; today is \(today)",
      fix: .advice("name a day up to today"))
  }

  static func reasonMissing(_ what: String) -> Self {
    Self(.reasonMissing, about: [.property("reason")], "\(what) needs a reason")
  }

  static var voucherNeedsCode: Self {
    Self(
      .voucherNeedsCode, about: [.property("method")], "a voucher is redeemed by its code",
      fix: .nameVoucher)
  }

  /// The line follows other lines of the bill of a stay, as a discount follows what it is on.
  static func lineFollows(_ line: FolioEntry) -> Self {
    Self(
      .lineFollows, about: [.line(line)],
      "\(line.lineWords), \(line.text), follows what it is on and is not taken back by itself",
      fix: .advice("take back that line, or edit the reservation"))
  }
}
