import Foundation

/// The rates that price one night: of each kind, the one for the most specific place, and there for
/// the most specific time. `LodgingPricer` decides whether a night is priced alone or as part of a
/// week or a month.
struct NightRates {
  private(set) var weekly: RankedRate?
  private(set) var nightly: RankedRate?
  private(set) var monthly: RankedRate?
  /// The most specific place with prices of its own for the night: nightly rates, special dates
  /// aside, that leave out no weekday on its date.
  private var ownPrices: RuleScope.PlaceRank?
  /// The price agreed at the desk, in minor units; nil for none.
  let agreedPriceMinor: Int64?
  /// The calendar month of the night, counted across years, and its number of days.
  let month: Int
  let daysInMonth: Int

  /// - Parameter index: the rates of the card.
  init(of night: StayFacts.Night, in index: RateIndex) {
    agreedPriceMinor = night.agreedPriceMinor
    let (year, monthOfYear, _) = night.date.components
    month = year * 12 + monthOfYear
    daysInMonth = CalendarDate.lastDay(ofMonth: monthOfYear, year: year)
    guard agreedPriceMinor == nil else { return }
    let around = index.rates(around: night)
    let weekday = night.date.weekday
    func first(_ kind: RateKind) -> RankedRate? {
      around.first { $0.rate.kind == kind && $0.rate.scope.weekdays.covers(weekday) }
    }
    (nightly, weekly, monthly) = (first(.nightly), first(.weekly), first(.monthly))
    ownPrices = Self.ownPrices(among: around)
  }

  private static func ownPrices(among rates: [RankedRate]) -> RuleScope.PlaceRank? {
    var weekdays: [RuleScope.PlaceRank: Weekdays] = [:]
    for rate in rates where rate.rate.kind == .nightly && !rate.isOfSpecialDates {
      let covered = rate.rate.scope.weekdays
      weekdays[rate.placeRank, default: []].formUnion(covered.isEmpty ? .all : covered)
    }
    return weekdays.filter { $0.value == .all }.keys.min()
  }

  /// Whether a week or a month at a rate prices the night, because the night's place has no prices
  /// of its own that are more specific.
  func takes(_ rate: RankedRate) -> Bool { ownPrices.map { $0 >= rate.placeRank } ?? true }

  /// Whether special dates price the night, even within a week.
  var isSpecial: Bool { nightly?.isOfSpecialDates == true }
}
