import ObjectGraph

/// A rate as a value of the price list.
struct RateRule: Sendable {
  let name: String
  let kind: RateKind
  let amountMinor: Int64
  let season: SeasonSpan?
  let weekdays: Weekdays
  let siteType: String?
  let site: ManagedObjectID?
  let rank: Int32

  init(_ rate: Rate) {
    name = rate.name
    kind = rate.kind
    amountMinor = rate.amountMinor
    season = rate.season?.span
    weekdays = Weekdays(rawValue: rate.weekdays)
    siteType = rate.siteType
    site = rate.campSite?.objectID
    rank = rate.rank
  }

  /// How specific it is: one site before a season, a season before weekdays, these before a type.
  private var specificity: Int {
    (site == nil ? 0 : 8) + (season == nil ? 0 : 4) + (weekdays.rawValue == 0 ? 0 : 2)
      + (siteType == nil ? 0 : 1)
  }

  /// Whether the first rule is looked at before the second: the more specific one, then the one
  /// listed first.
  static func precedes(_ left: RateRule, _ right: RateRule) -> Bool {
    if left.specificity != right.specificity { return left.specificity > right.specificity }
    return (left.rank, left.name) < (right.rank, right.name)
  }

  func fits(_ stay: PricedStay) -> Bool {
    (site == nil || site == stay.site) && (siteType == nil || siteType == stay.siteType)
  }

  func fits(_ night: CalendarDate) -> Bool {
    weekdays.covers(night.weekday) && season?.contains(night) ?? true
  }
}
