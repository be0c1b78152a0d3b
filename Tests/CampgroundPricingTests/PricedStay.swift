import CampgroundPricing
import Foundation
import XCTest

/// A stay that things happen to, and what it costs then.
struct PricedStay {
  var card: RateCard
  var facts: StayFacts
  var place = BookedPlace(site: SiteID(rawValue: 1))

  static let zone = TimeZone(secondsFromGMT: 0) ?? .current

  /// Noon of a day.
  static func instant(_ day: String) throws -> Date {
    try CalendarDate(parsing: day).midnightUTC.addingTimeInterval(12 * 3600)
  }

  /// The revision of the rules on a day, on which one change is made.
  static func revision(_ day: String) throws -> Int64 {
    Int64(try CalendarDate(parsing: day).dayNumber)
  }

  static func moment(_ day: String, at hour: Double = 12) throws -> StayFacts.Moment {
    StayFacts.Moment(
      try CalendarDate(parsing: day).midnightUTC.addingTimeInterval(hour * 3600), in: zone)
  }

  static func nights(
    from arrival: String, _ count: Int, at place: BookedPlace, agreedOn day: String
  ) throws -> [StayFacts.Night] {
    let first = try CalendarDate(parsing: arrival)
    let revision = try revision(day)
    return (0..<count).map {
      StayFacts.Night(first.advanced(by: $0), at: place, agreedUnder: revision)
    }
  }

  /// A reserved stay.
  init(
    _ card: RateCard, from arrival: String, nights count: Int, on booked: String = "2026-01-02",
    at place: BookedPlace = BookedPlace(site: SiteID(rawValue: 1)),
    party: StayFacts.Party = .init(), under terms: CancellationTerms? = nil
  ) throws {
    self.card = card
    self.place = place
    facts = StayFacts(
      nights: try Self.nights(from: arrival, count, at: place, agreedOn: booked), party: party)
    facts.reserve(
      at: try Self.instant(booked), revision: try Self.revision(booked), under: terms)
  }

  /// Gives the stay other dates; none for calling it off.
  ///
  /// - Parameter priceMinor: the price agreed for added nights.
  mutating func change(
    from arrival: String? = nil, nights count: Int, on day: String = "2026-01-03",
    priceMinor: Int64? = nil, because occasion: GivenUpLodging.Occasion = .changed
  ) throws {
    let first = arrival ?? facts.nights.first.map { "\($0.date)" }
    var nights =
      try first.map { try Self.nights(from: $0, count, at: place, agreedOn: day) } ?? []
    for index in nights.indices { nights[index].agreedPriceMinor = priceMinor }
    try facts.change(to: nights, because: occasion, at: Self.moment(day), by: card)
  }

  mutating func cancel(on day: String) throws {
    try facts.change(to: [], because: .canceled, at: Self.moment(day), by: card)
  }

  /// Calls the stay off as agreed, with an amount kept.
  mutating func cancel(on day: String, keeping keptMinor: Int64) throws {
    try facts.change(
      to: [], because: .canceledAsAgreed, keeping: keptMinor, at: Self.moment(day), by: card)
  }

  func bill() throws -> Bill { try Bill(of: facts, by: card) }

  /// The total in cents.
  func total() throws -> Int64 { try bill().totalMinor }
}

extension RateCard {
  /// A card without versions.
  init(
    _ rates: [Rate], discounts: [Discount] = [], fees: [Fee] = [], taxes: [Tax] = [],
    depositRules: [DepositRule] = [], pricesIncludeTax: Bool = false
  ) {
    self.init(
      currency: .usd, rates: rates.map { Versioned($0) },
      discounts: discounts.map { Versioned($0) }, fees: fees.map { Versioned($0) }, taxes: taxes,
      depositRules: depositRules.map { Versioned($0) }, pricesIncludeTax: pricesIncludeTax)
  }
}

/// A percentage, such as `percent("12.35")`.
func percent(_ text: String) throws -> Percentage {
  try Percentage(try XCTUnwrap(Decimal(string: text)))
}

/// A season of every year.
func season(
  _ first: (Int, Int), _ last: (Int, Int), year: Int? = nil
) throws -> SeasonSpan {
  try SeasonSpan(
    from: .init(month: first.0, day: first.1), through: .init(month: last.0, day: last.1),
    year: year)
}
