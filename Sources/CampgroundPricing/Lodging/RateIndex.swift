/// The rates of a card in the order in which they are tried, with the rates of single sites indexed
/// by site: pricing a night does not look at the rates of other sites.
struct RateIndex: Sendable {
  /// The rates as listed.
  let rates: [Versioned<RateCard.Rate>]
  private var general: [RankedRate] = []
  private var bySite: [SiteID: [RankedRate]] = [:]

  init(_ rates: [Versioned<RateCard.Rate>]) {
    self.rates = rates
    for rate in RankedRate.ranked(rates) {
      if let site = rate.rate.scope.site {
        bySite[site, default: []].append(rate)
      } else {
        general.append(rate)
      }
    }
  }

  /// The rates that apply to a night, or would on other weekdays; of each kind, the most specific
  /// first, then in the order of the list.
  func rates(around night: StayFacts.Night) -> [RankedRate] {
    let general = general.filter { $0.isFor(night) }
    guard let site = night.place.site, let own = bySite[site] else { return general }
    return (general + own.filter { $0.isFor(night) }).sorted { $0.place < $1.place }
  }
}

extension RateIndex: Hashable {
  // Everything else follows from the rates.
  static func == (left: Self, right: Self) -> Bool { left.rates == right.rates }
  func hash(into hasher: inout Hasher) { hasher.combine(rates) }
}

/// A rate, shared by all nights that it applies to.
final class RankedRate: Sendable {
  let rate: RateCard.Rate
  let placeRank: RuleScope.PlaceRank
  let isOfSpecialDates: Bool
  /// Its position among all rates of the card.
  let place: Int
  private let version: Versioned<RateCard.Rate>

  private init(_ version: Versioned<RateCard.Rate>, at place: Int) {
    self.version = version
    self.place = place
    rate = version.rule
    placeRank = rate.scope.placeRank
    isOfSpecialDates = rate.scope.isOfSpecialDates
  }

  /// Whether the rate was in force when the night was agreed, and covers its place and its date,
  /// though perhaps not its weekday.
  func isFor(_ night: StayFacts.Night) -> Bool {
    version.isInForce(at: night.agreedUnder) && rate.scope.covers(night.place)
      && rate.scope.hasDates(around: night.date)
  }

  /// The rates in the order in which those of one kind are tried: the most specific first, then in
  /// the order of the list.
  static func ranked(_ rates: [Versioned<RateCard.Rate>]) -> [RankedRate] {
    rates.map { ($0, $0.rule.specificity) }.sorted { left, right in
      left.1 != right.1
        ? left.1 < right.1
        : (left.0.rule.rank, left.0.rule.name) < (right.0.rule.rank, right.0.rule.name)
    }.enumerated().map { place, entry in RankedRate(entry.0, at: place) }
  }
}
