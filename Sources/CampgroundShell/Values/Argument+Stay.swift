import Campground
import CommandKit
import Foundation

/// The arrival date and the length of a stay.
struct StayPeriod {
  let dates: StayDates
  /// The number of months, if the length is given in months.
  let months: Int?
}

extension Argument where Context == Session {
  /// The arrival date and the length of a stay; a weekend needs no length.
  static var stayPeriod: Argument<Session, StayPeriod> {
    .group(
      .requiredOption("from", .writtenDate, "arrival date"),
      Argument<Session, StayLength?>.oneOf(
        .stayNights("number of nights"), .stayMonths("number of months from the arrival date"),
        .departure("departure date"), unless: { $0.text(named: "from")?.isWeekend ?? false })
    ) { arrival, length in
      let length = length ?? arrival.usualLength
      let months: Int? = if case .months(let months) = length { months } else { nil }
      return StayPeriod(dates: try length.dates(from: arrival.date), months: months)
    }
  }

  /// The dates of a stay.
  static var stayDates: Argument<Session, StayDates> {
    Argument<Session, StayPeriod>.stayPeriod.map(\.dates)
  }
}

extension ArgumentText {
  fileprivate var isWeekend: Bool {
    guard let words = try? text(), case .weekend = try? DatePhrase(words) else { return false }
    return true
  }
}

extension WrittenDate {
  /// The length of a stay if only its arrival is given: a weekend ends on Sunday, anything else is
  /// one night.
  var usualLength: StayLength {
    guard case .weekend = phrase else { return .nights(1) }
    return .nights(date.weekday == .saturday ? 1 : 2)
  }
}

/// The length of a stay, as a command gives it.
enum StayLength {
  case nights(Int)
  case months(Int)
  case departure(WrittenDate)

  /// The dates of a stay of that length.
  ///
  /// - Throws: a fault of the option that gives the length.
  func dates(from arrival: CalendarDate) throws(ValueFault) -> StayDates {
    do {
      return switch self {
      case .nights(let nights): try StayDates(arrival: arrival, nights: nights)
      case .months(let months): try StayDates(arrival: arrival, months: months)
      case .departure(let day):
        try StayDates(arrival: arrival, departure: day.date(behind: arrival))
      }
    } catch {
      throw ValueFault("\(error)", hint: hint, at: name)
    }
  }

  /// The option that gives it.
  var name: String {
    switch self {
    case .nights: "nights"
    case .months: "months"
    case .departure: "to"
    }
  }

  private var hint: String? { if case .departure(let day) = self { day.countingHint } else { nil } }
}

extension Argument where Context == Session {
  /// The length of a stay, or of a change to it.
  static func stayLength(
    nights: String = "number of nights",
    months: String = "number of months from the arrival date",
    to departure: String = "departure date"
  ) -> Argument<Session, StayLength> {
    .oneOf(.stayNights(nights), .stayMonths(months), .departure(departure))
  }

  /// Today's date at the campground, which takes no words of the command.
  static var presentDay: Argument<Session, CalendarDate> {
    .init([]) { _ throws(Diagnostic) in { try $0.today() } }
  }

  /// The length of a stay; nil if the command gives none.
  static var stayLengthOrNone: Argument<Session, StayLength?> {
    .group(
      .stayNights("number of nights").main, .stayMonths("number of months from the arrival date"),
      .departure("departure date")
    ) { nights, months, departure in
      let given = [nights, months, departure].compactMap { $0 }
      guard given.count < 2 else {
        throw ValueFault(
          "\(given.map(\.name).joined(separator: " and ")) cannot be given together",
          hint: "use only one of them", at: given[1].name)
      }
      return given.first
    }
  }

  static func stayNights(_ summary: String) -> Argument<Session, StayLength?> {
    Argument<Session, Int?>.option("nights", .integer(in: 1...Int.max), summary)
      .map { $0.map(StayLength.nights) }
  }

  static func stayMonths(_ summary: String) -> Argument<Session, StayLength?> {
    Argument<Session, Int?>.option("months", .integer(in: 1...1_000), summary)
      .map { $0.map(StayLength.months) }
  }

  static func departure(_ summary: String) -> Argument<Session, StayLength?> {
    Argument<Session, WrittenDate?>.option("to", .endDate, summary)
      .map { $0.map(StayLength.departure) }
  }

  // MARK: Places

  /// A site or a site class.
  static var place: Argument<Session, Booking.Place> {
    .oneOf(
      Argument<Session, CampSite?>.optional("site", .site)
        .map { $0.map(Booking.Place.site) },
      Argument<Session, SiteClass?>.option(
        "class", .siteClass, "class, instead of a site; the best free site is assigned"
      ).map { $0.map(Booking.Place.siteClass) })
  }

  /// The further sites of a stay.
  static var siteChanges: Argument<Session, [SiteChange]> {
    Argument<Session, [SiteChange]?>.option(
      "then", .siteChanges, "next site of the stay, and the date of the change"
    ).map { $0 ?? [] }
  }
}

extension ValueType where Context == Session, Value == [SiteChange] {
  /// `16 on 2026-07-03, 17 on 2026-07-05`.
  fileprivate static var siteChanges: Self {
    found("SITE on DATE[, …]", "", .text, extent: .upToOption) { text in
      let terms = try text.siteChanges()
      return { session in
        try terms.map { SiteChange(on: $0.date, to: try session.campSites.find($0.site)) }
      }
    }
    .completing(.campsite)
  }
}

// MARK: Terms

extension Argument where Context == Session {
  /// The price of each night, agreed at the desk.
  static var nightPrice: Argument<Session, Decimal?> {
    .option("price", .money(), "price of each night, instead of the rates")
  }

  /// A discount that the command names.
  static var discount: Argument<Session, Discount?> { .option("discount", .offeredDiscount) }
}

extension Argument where Context == Session {
  /// An option that sets a term or, with empty text or "none", removes it; nil for no change.
  static func choice<Term>(
    _ name: String, _ type: ValueType<Session, Term>, _ summary: String? = nil
  ) -> Self where Value == TermChoice<Term>? {
    Argument<Session, Term??>.clearable(name, type, summary)
      .map { $0.map { $0.map(TermChoice.chosen) ?? .without } }
  }
}

extension Argument
where Context == Session, Value == TermChoice<CancellationPolicy>? {
  /// A cancellation policy, or none.
  static var policyOrNone: Self { .choice("policy", .policy, "cancellation policy, or none") }
}

extension Argument where Context == Session, Value == Bool {
  static var overriding: Self {
    .flag("override", "set stay rules aside; the reservation keeps a record of it")
  }

  static var dryRun: Self { .flag("dry-run", "show what would change, without changing it") }
}
