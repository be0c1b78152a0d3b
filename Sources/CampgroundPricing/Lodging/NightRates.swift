import Foundation

/// The rates of the card that price one night: those of the most specific group that fits it, and
/// none of the other groups. `RuleScope.Specificity` says which is more specific, `LodgingPricer`
/// whether a night is priced by itself or as part of a week or a month.
struct NightRates {
  private(set) var weekly: RankedRate?
  private(set) var nightly: RankedRate?
  /// For a month that the night is part of; special dates are set aside for it.
  private(set) var monthly: RankedRate?
  /// Whether the night has special dates, so that no part of a month takes the place of its price.
  private(set) var isSpecial = false
  /// What a night is priced by that has no rate by the night: its part of a week, else of a month.
  private(set) var prorated: RankedRate?
  /// What was agreed at the desk.
  let agreedPriceMinor: Int64?
  /// The calendar month of the night, counted through all years, and how many days it has.
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
