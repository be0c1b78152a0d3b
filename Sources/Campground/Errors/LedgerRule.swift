/// A rule about folios, vouchers, meters and closed days that a call would have broken.
///
///     do {
///       try folios.pay(100, by: .card, for: reservation)
///     } catch CampgroundError.ledger(.dayClosed(let day, _, _)) {
///       print("\(day) is closed")
///     }
public enum LedgerRule: Error, Hashable, Sendable {
  /// The day is closed; the last closed day and what the clock shows follow.
  case dayClosed(CalendarDate, through: CalendarDate, today: CalendarDate)
  /// Nothing is written for a day that has not come.
  case dayToCome(CalendarDate, today: CalendarDate)
  /// Days are closed one after the other; the next one follows.
  case dayOutOfOrder(CalendarDate, next: CalendarDate)
  /// The day is closed already.
  case dayClosedAlready(CalendarDate)
  /// The night of the day is not posted yet for these reservations.
  case dayHasUnpostedNights(CalendarDate, codes: [String])

  /// An amount of money that is paid, charged or given back is above zero.
  case amountNotPositive(Money)
  /// Something is done only with a reason.
  case reasonMissing(String)
  /// More was to be given back than was paid; the method, where its own limit is the one, follows.
  case refundExceedsPaid(code: String, asked: Money, most: Money, by: PaymentMethod?)
  /// More was to be settled than is to the good on the bill.
  case noCredit(code: String, asked: Money, credit: Money)
  /// More was to be taken off the bill of a stay, taxes included, than it comes to.
  case allowanceExceedsBill(code: String, asked: Money, most: Money)

  /// There is no such line.
  case unknownLine(Int64)
  /// The line was taken back before, by the line that follows.
  case lineReversed(Int64, by: Int64)
  /// A line that takes another one back stays.
  case lineIsReversal(Int64)
  /// The line follows other lines of the bill of a stay, as a discount follows what it is on.
  case lineFollows(Int64, text: String)
  /// The money of a payment was given back, at last by the line that follows.
  case lineGivenBack(Int64, by: Int64)
  /// The line belongs to a voucher, which keeps its own account.
  case lineOfVoucher(Int64, code: String)
  /// The line belongs to a sale, which is taken back as a whole.
  case lineOfSale(Int64, code: String)

  /// There is no voucher of that code.
  case unknownVoucher(String)
  /// The voucher was taken up to the day that follows.
  case voucherExpired(String, on: CalendarDate)
  /// The voucher is somebody else's.
  case voucherOfAnother(String, camper: String)
  /// Nothing is left of the voucher.
  case voucherUsedUp(String)
  /// Less is left of the voucher.
  case voucherTooSmall(String, asked: Money, left: Money)
  /// A voucher that is never valid.
  case voucherExpiresBeforeToday(CalendarDate, today: CalendarDate)
  /// No night of the stay is to come that a discount could be given for.
  case discountAfterPosting(String)
  /// No night of the stay is to come that could get a price.
  case priceAfterPosting(String)
  /// There is nothing to pay.
  case nothingDue(String)
  /// A voucher is redeemed by its code.
  case voucherNeedsCode

  /// A meter does not go back.
  case meterWentBack(MeterKind, site: String, from: String, to: String)
  /// A reading is a number of zero or more.
  case readingBelowZero(String)
  /// A reading was to be earlier than one that is there.
  case readingTooEarly(CalendarDate, last: CalendarDate)
  /// Several stays used what was counted since the last reading, and nobody
  /// said which of them pays.
  case meterSpansStays(MeterKind, site: String, since: CalendarDate, stays: [MeteredStay])
  /// The stay that is to pay was not on the site since the last reading; those that were follow.
  case notAtMeter(code: String, site: String, since: CalendarDate?, stays: [MeteredStay])
}

extension LedgerRule: CustomStringConvertible {
  /// The rule as one sentence without a final stop.
  public var description: String {
    switch self {
    case .dayClosed(let day, let through, let today):
      Self.closed(day, through: through, today: today)
    case .dayToCome(let day, let today):
      "\(day) has not come; today is \(today)"
    case .dayOutOfOrder(let day, let next):
      "days are closed in their order: close \(next) before \(day)"
    case .dayClosedAlready(let day): "\(day) is closed already"
    case .dayHasUnpostedNights(let day, let codes):
      "the night of \(day) is not posted for \(codes.joined(separator: ", "))"
    case .amountNotPositive(let amount): "an amount is above zero, not \(amount)"
    case .reasonMissing(let what): "\(what) needs a reason"
    case .refundExceedsPaid(let code, let asked, let most, let method):
      "\(asked) cannot be given back for \(code): "
        + (method.map { "by \($0.rawValue) at most " } ?? "at most ")
        + "\(most) of what was paid is left"
        + (method == nil || method == .card ? "" : "; what came by voucher goes back as credit")
    case .noCredit(let code, let asked, let credit):
      credit.amount > 0
        ? "\(code) has a credit of \(credit), not \(asked)" : "\(code) has no credit"
    case .allowanceExceedsBill(let code, let asked, let most):
      "\(asked) cannot be taken off the bill of \(code), which comes to \(most)"
    case .unknownLine(let number): "there is no line \(number)"
    case .lineReversed(let number, let by): "line \(number) was taken back by line \(by)"
    case .lineIsReversal(let number):
      "line \(number) takes another line back and stays; write the line anew"
    case .lineFollows(let number, let text):
      "line \(number), \(text), follows what it is on and is not taken back by itself"
    case .lineGivenBack(let number, let by):
      "the money of line \(number) was given back by \(Self.words(forLine: by)), "
        + "and more would have gone out than came in"
    case .lineOfVoucher(let number, let code):
      "line \(number) made voucher \(code), part of which was redeemed"
    case .lineOfSale(let number, let code): "line \(number) belongs to sale \(code)"
    case .unknownVoucher(let code): "there is no voucher \(code)"
    case .voucherExpired(let code, let day): "voucher \(code) was good until \(day)"
    case .voucherOfAnother(let code, let camper): "voucher \(code) belongs to \(camper)"
    case .voucherUsedUp(let code): "nothing is left of voucher \(code)"
    case .voucherTooSmall(let code, let asked, let left):
      "\(left) is left of voucher \(code), not \(asked)"
    case .voucherExpiresBeforeToday(let day, let today):
      "a voucher that ends on \(day) is never good; today is \(today)"
    case .discountAfterPosting(let code):
      "all of \(code) is charged or past, and a discount is for what is to come"
    case .priceAfterPosting(let code):
      "all of \(code) is charged or past, and a price is for what is to come"
    case .nothingDue(let code): "\(code) owes nothing"
    case .voucherNeedsCode: "a voucher is redeemed by its code"
    case .meterWentBack(let kind, let site, let from, let to):
      "the \(kind.rawValue) meter of site \(site) showed \(from) and cannot go back to \(to) "
        + "unless it was replaced"
    case .readingBelowZero(let value): "a meter shows 0 or more, not \(value)"
    case .readingTooEarly(let day, let last):
      "the meter was read on \(last), which is after \(day)"
    case .meterSpansStays(let kind, let site, let since, let stays):
      "since the \(kind.rawValue) meter of site \(site) was read on \(since), there were "
        + "\(MeteredStay.words(for: stays)): say who of them pays, or give the reading of the change "
        + "first"
    case .notAtMeter(let code, let site, let since, let stays):
      "\(code) was not on site \(site)"
        + (since.map { " since its meter was read on \($0)" } ?? "")
        + (stays.isEmpty ? "" : "; there were \(MeteredStay.words(for: stays))")
    }
  }

  /// The words for a line, which has no number until it is saved.
  static func words(forLine number: Int64) -> String {
    number > 0 ? "line \(number)" : "a line that is not saved yet"
  }

  private static func closed(
    _ day: CalendarDate, through: CalendarDate, today: CalendarDate
  ) -> String {
    let what = "\(day) is closed" + (through > day ? ", as are the days up to \(through)" : "")
    guard day >= today else { return what }
    let next = through.advanced(by: 1)
    return through > today
      ? what + "; the clock shows \(today), which is earlier: set it right, or write for \(next)"
      : what + "; write for \(next)"
  }
}
