import Foundation

/// The rates of the card that price one night: those of the most specific group that fits it, and none
/// of the other groups.
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

  /// - Parameter rates: the most specific ones first.
  init(of night: StayFacts.Night, in rates: [RankedRate]) {
    agreedPriceMinor = night.agreedPriceMinor
    let (year, monthOfYear, _) = night.date.components
    month = year * 12 + monthOfYear
    daysInMonth = CalendarDate.lastDay(ofMonth: monthOfYear, year: year)
    guard agreedPriceMinor == nil else { return }
    let fitting = rates.filter { $0.rate.scope.covers(night.date, at: night.place) }
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

/// A rate and how specific it is, shared by the nights that have it.
final class RankedRate: Sendable {
  let rate: RateCard.Rate
  let specificity: RuleScope.Specificity
  private let version: Versioned<RateCard.Rate>

  private init(_ version: Versioned<RateCard.Rate>) {
    self.version = version
    rate = version.rule
    specificity = rate.scope.specificity
  }

  func isInForce(at revision: Int64) -> Bool { version.isInForce(at: revision) }

  /// The rates in the order in which they are asked: the most specific ones first, then as they are
  /// listed.
  static func ranked(_ rates: [Versioned<RateCard.Rate>]) -> [RankedRate] {
    rates.map(RankedRate.init).sorted { left, right in
      left.specificity != right.specificity
        ? left.specificity < right.specificity
        : (left.rate.rank, left.rate.name) < (right.rate.rank, right.rate.name)
    }
  }
}
