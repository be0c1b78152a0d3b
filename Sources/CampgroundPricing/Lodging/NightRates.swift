import Foundation

/// The rates of the card that price one night: the most specific group that covers it, and no
/// other. `RuleScope.Specificity` decides which is more specific, `LodgingPricer` whether a night
/// is priced alone or as part of a week or a month.
struct NightRates {
  private(set) var weekly: RankedRate?
  private(set) var nightly: RankedRate?
  /// The rate for a month that contains the night, which ignores special dates.
  private(set) var monthly: RankedRate?
  /// Whether special dates cover the night, so that a prorated month does not replace its price.
  private(set) var isSpecial = false
  /// The rate that is prorated for a night without a nightly rate: the weekly one, otherwise the
  /// monthly one.
  private(set) var prorated: RankedRate?
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
    let fitting = index.rates(for: night)
    let group = fitting.prefix { $0.specificity == fitting.first?.specificity }
    func first(_ kind: RateKind) -> RankedRate? { group.first { $0.rate.kind == kind } }
    isSpecial = group.first?.rate.scope.isOfSpecialDates == true
    nightly = first(.nightly)
    weekly = first(.weekly)
    if nightly == nil { prorated = weekly ?? first(.monthly) }
    let ordinary = fitting.drop { $0.rate.scope.isOfSpecialDates }
    monthly =
      ordinary.prefix { $0.specificity == ordinary.first?.specificity }
      .first { $0.rate.kind == .monthly }
  }
}
