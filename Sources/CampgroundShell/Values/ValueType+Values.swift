import Campground
import CommandKit
import Foundation

extension ValueType where Context == Session {
  /// An amount of zero or more in the campground's currency, `45`, `$45.00`, `45 USD`.
  static func money(
    _ placeholder: String = "AMOUNT", _ summary: String = "amount"
  ) -> ValueType<Session, Decimal> {
    ValueType<Session, AmountText>.amountText(placeholder, summary).map(\.value)
  }

  /// The same, as it was written.
  static func amountText(
    _ placeholder: String, _ summary: String
  ) -> ValueType<Session, AmountText> {
    // An amount may be two words, such as 10,610 JPY.
    .found(
      placeholder, summary, .number, extent: .words { Currency.knownCodes.contains($1) }
    ) { text in
      let amount = try text.amount()
      return { session in
        try amount.check(at: try session.campgrounds.current(), named: text.name)
        return amount
      }
    }
  }

  /// An amount of zero or more, checked against the currency of the stay that it is for.
  static func amount(_ summary: String) -> ValueType<Session, LocalAmount> {
    .found(
      "AMOUNT", summary, .number, extent: .words { Currency.knownCodes.contains($1) }
    ) { text in
      let amount = try text.amount()
      return { session in
        LocalAmount(text: amount, name: text.name, current: try session.campgrounds.current())
      }
    }
  }
}

/// An amount that a command gives for a stay.
struct LocalAmount {
  let text: AmountText
  let name: String

  /// The campground where the command is given.
  let current: Campground?

  /// The amount; a currency given with it must be that of the stay's campground.
  @MainActor
  func value(of stay: Reservation) throws(ValueFault) -> Decimal {
    let place = stay.campground ?? current
    do {
      try text.check(in: place?.currency ?? .usd)
    } catch {
      let start = place === current ? "" : "\(stay.code) is at \(place?.name ?? ""), and "
      throw ValueFault("\(name): \(start)\(error)", hint: error.repair, at: name)
    }
    return text.value
  }
}

extension ValueType where Context == Session {
  /// A payment method.
  static var paymentMethod: ValueType<Session, PaymentMethod> {
    .method(of: PaymentMethod.atDesk)
  }

  /// A payment method other than a voucher.
  static var moneyMethod: ValueType<Session, PaymentMethod> {
    .method(of: PaymentMethod.atDesk.filter { $0 != .voucher })
  }

  private static func method(of methods: [PaymentMethod]) -> ValueType<Session, PaymentMethod> {
    let words = methods.map(\.rawValue)
    return ValueType<Session, PaymentMethod>("METHOD", "payment method") { text in
      if try text.text().lowercased() == "credit" {
        throw ValueFault(
          "credit is money that a guest has with you, not a payment method",
          hint: "write card for a credit card")
      }
      let word = try text.choice(of: words) { otherWords[$0.lowercased()]?.rawValue ?? $0 }
      guard let method = PaymentMethod(rawValue: word) else {
        throw ValueFault("there is no method \(word)")
      }
      return method
    }
    .choosing(from: words)
  }

  /// Other names for the methods.
  private static var otherWords: [String: PaymentMethod] {
    [
      "visa": .card, "mastercard": .card, "amex": .card, "discover": .card, "debit": .card,
      "cheque": .check, "wire": .transfer, "bank": .transfer,
    ]
  }

  /// An amount or a percentage.
  static var share: ValueType<Session, AmountOrPercent> {
    .found(
      "AMOUNT|PERCENT%", "amount or percentage", .number,
      extent: .words { ["%", "percent"].contains($1) || Currency.knownCodes.contains($1) }
    ) { text in
      let word = try text.word().replacing("percent", with: "%").replacing(" %", with: "%")
      if word.hasSuffix("%") {
        guard let percent = Decimal(exactly: String(word.dropLast())) else {
          throw Self.misfit(word)
        }
        return { _ in AmountOrPercent(percent: percent) }
      }
      let amount: AmountText
      do {
        amount = try AmountText(word)
      } catch MoneyError.notAnAmount {
        throw Self.misfit(word)
      } catch {
        throw ValueFault("\(error)")
      }
      return { session in
        try amount.check(at: try session.campgrounds.current(), named: nil)
        return AmountOrPercent(amount: amount.value)
      }
    }
  }

  private static func misfit(_ word: String) -> ValueFault {
    ValueFault(
      "expected an amount or a percentage, not \"\(word)\"",
      hint: "write an amount like 12.50 or a percentage like 10%")
  }
}

/// The size of a tax, a discount or a deposit: a percentage or an amount.
struct AmountOrPercent: Sendable {
  var percent: Decimal?
  var amount: Decimal?
}

extension ValueType where Context == Session, Value == CalendarDate {
  /// A calendar date, 2026-07-01 or 7/1, or a date relative to today: friday, +3.
  static var date: Self { ValueType<Session, WrittenDate>.written(.ahead).map(\.date) }

  /// A calendar date in the past.
  static var pastDate: Self { ValueType<Session, WrittenDate>.written(.back).map(\.date) }
}

/// A date with the words that were given for it.
struct WrittenDate {
  let date: CalendarDate
  let phrase: DatePhrase
  let words: String

  /// The date as the end of a range from `start`: a weekday, or a day without a year, is counted
  /// from there instead of from today.
  func date(behind start: CalendarDate) -> CalendarDate {
    switch phrase {
    case .next, .dayOfYear(_, _, .open): phrase.date(from: start)
    case .date, .days, .weekend, .dayOfYear: date
    }
  }

  /// Says which date words such as friday stand for; nil for a date written in full.
  var countingHint: String? { phrase.isCounted ? "\"\(words)\" is \(date.words)" : nil }
}

extension ValueType where Context == Session {
  static var writtenDate: ValueType<Session, WrittenDate> { .written(.ahead) }

  /// The end of a range; the answer shows the date.
  static var endDate: ValueType<Session, WrittenDate> { .written(.ahead, isTold: false) }

  /// A date, or the name of a month for its first day; the answer shows the date.
  static var dateOrMonth: ValueType<Session, WrittenDate> {
    .written(.ahead, isTold: false, takesMonths: true)
  }

  /// A date; a note shows how a date without a year was understood.
  fileprivate static func written(
    _ direction: DatePhrase.Direction, isTold: Bool = true, takesMonths: Bool = false
  ) -> ValueType<Session, WrittenDate> {
    .found(
      "DATE", "date", .date, extent: .words(while: DatePhrase.goesOn)
    ) { text in
      let (phrase, date) = try text.date(direction, takesMonths: takesMonths)
      let written = WrittenDate(date: date, phrase: phrase, words: try text.text())
      return { session in
        let isToBeTold = phrase.leavesOutTheYear || DatePhrase.isAmbiguous(written.words)
        if isTold, isToBeTold, !session.desk.isRepeating {
          session.warn("\(written.words) is \(date.weekday.name) \(date)", severity: .note)
        }
        return written
      }
    }
    .completing { _, _ in DatePhrase.words }
  }

  /// A time of the day, 15:00 or 3pm.
  static var timeOfDay: ValueType<Session, TimeOfDay> {
    .init("HH:MM", "time of day", .time) { text in
      let word = try text.text()
      if let time = TimeOfDay(word) { return time }
      throw ValueFault(
        "\(text.name) expects a time of day, not \"\(word)\"",
        hint: "write it like 17:00 or 5pm")
    }
  }

  /// A time zone by its identifier, America/Los_Angeles.
  static func timeZone(_ summary: String) -> ValueType<Session, TimeZone> {
    .init(
      "ZONE", summary,
      extent: .words { before, next in
        ["time", "standard", "daylight"].contains(next.lowercased()) && before.count < 3
      }
    ) { text in
      let word = try text.text()
      if let zone = TimeZone.named(word) { return zone }
      throw ValueFault(
        "\(text.name) expects a time zone, not \"\(word)\"",
        hint: Suggestion.hint(
          for: word, in: TimeZone.commonNames + TimeZone.knownTimeZoneIdentifiers)
          ?? "write it like Pacific or America/Los_Angeles")
    }
    .completing { _, _ in TimeZone.commonNames }
  }

  /// A currency by its three letters. The library accepts any three, so that a typing error has to
  /// be
  /// caught here.
  static func currency(_ summary: String) -> ValueType<Session, Currency> {
    .init("CODE", summary) { text in
      let currency: Currency
      do {
        currency = try Currency(try text.text())
      } catch let error as MoneyError {
        throw ValueFault("\(text.name): \(error)")
      }
      let known = Currency.knownCodes
      guard !known.contains(currency.code) else { return currency }
      let some = "AUD, CAD, CHF, EUR, GBP, JPY, KWD, MXN, NZD, USD"
      let suggestion = Suggestion.hint(for: currency.code, in: known).map { $0 + " " } ?? ""
      throw ValueFault(
        "\(text.name) does not know the currency \(currency.code)",
        hint: suggestion + "codes of ISO 4217 include \(some)")
    }
    .completing { _, _ in Currency.knownCodes }
  }

  /// A site type.
  static var siteType: ValueType<Session, CampSiteType> {
    .oneOf(CampSiteType.self, "TYPE", "site type")
  }

  /// Days of the week, `fri,sat` or `mon-thu`; all of them count as none in particular.
  static var weekdays: ValueType<Session, Weekdays> {
    .init("DAYS", "weekdays, fri,sat or mon-thu", .date) { text in
      let word = try text.word()
      guard let weekdays = Weekdays(word) else {
        throw ValueFault(
          "\(text.name) expects days of the week, not \"\(word)\"",
          hint: "write them as fri,sat, mon-thu or weekend")
      }
      return weekdays == .all ? [] : weekdays
    }
  }

  /// A site type, or any.
  static var anySiteType: ValueType<Session, CampSiteType?> {
    ValueType<Session, String>.choice(
      of: CampSiteType.allCases.map(\.rawValue) + ["any"], "TYPE", "site type"
    ).map { CampSiteType(rawValue: $0) }
  }

  /// A number, where 0 stands for none.
  static func numberOrNone(_ summary: String) -> ValueType<Session, Int?> {
    ValueType<Session, Int>.integer(in: 0...1_000, "N", summary)
      .map { $0 == 0 ? nil : $0 }
  }
}

extension ArgumentText<Session> {
  /// The amount as written; a negative one is an error.
  func amount() throws -> AmountText {
    let word = try text()
    let amount: AmountText
    do {
      amount = try AmountText(word)
    } catch MoneyError.strayComma {
      throw ValueFault(
        "\(name) could be read as more than one number: \"\(word)\"",
        hint: "use commas for thousands only, 1,000.00, and a point for cents, 12.50")
    } catch {
      let bare = word.filter { !"$€£¥, ".contains($0) }
      throw ValueFault(
        "\(name) expects a number, not \"\(word)\"",
        hint: Decimal(exactly: bare) == nil
          ? "write it with digits and a point, like 12.50" : "write it as \(bare)")
    }
    guard amount.value >= 0 else { throw ValueFault("\(name) cannot be negative") }
    return amount
  }

  /// The calendar date, and the phrase that gave it.
  func date(
    _ direction: DatePhrase.Direction, takesMonths: Bool = false
  ) throws -> (phrase: DatePhrase, date: CalendarDate) {
    let word = try text()
    guard takesMonths, let month = DatePhrase(month: word) else {
      return try date(of: word, named: name, direction)
    }
    return (month, month.date(from: try context.typingDay(), direction))
  }

  /// The calendar date that a text stands for.
  func date(
    of word: String, named name: String, _ direction: DatePhrase.Direction = .ahead
  ) throws -> (phrase: DatePhrase, date: CalendarDate) {
    let phrase: DatePhrase
    do {
      phrase = try DatePhrase(word, order: context.dateOrder)
    } catch .notADate {
      throw ValueFault(
        "\(name) expects a date, not \"\(word)\"",
        hint: Suggestion.hint(for: word.lowercased(), in: DatePhrase.words)
          ?? "write it like 2026-07-01, July 1, friday, tomorrow or +3")
    } catch {
      throw ValueFault("\(word) is not a date: \(error)")
    }
    do {
      let today = try phrase.isCounted ? context.typingDay() : CalendarDate(dayNumber: 0)
      return (phrase, phrase.date(from: today, direction))
    } catch {
      throw ValueFault("cannot tell which date \(word) is: \(error)")
    }
  }
}

extension AmountText {
  /// Checks that an amount with a currency sign or code is in the currency of a campground.
  func check(at campground: Campground?, named name: String?) throws(ValueFault) {
    do {
      try check(in: campground?.currency ?? .usd)
    } catch {
      throw ValueFault((name.map { "\($0): " } ?? "") + "\(error)", hint: error.repair)
    }
  }
}
