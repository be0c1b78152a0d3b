import ObjectGraph

/// What other rates leave to a rate, and it to them, within a year.
public struct RateReach {
  /// The campsites that the rate covers without pricing any night there, by name.
  public internal(set) var sitesNotReached: [CampSite] = []

  /// The number of campsites that the rate covers.
  public internal(set) var siteCount = 0

  /// The names of the rates that price nothing any more because of the rate, in the order of the
  /// list.
  public internal(set) var ratesWithoutEffect: [String] = []

  /// Whether the rate covers campsites and prices nothing, not even stays booked by class.
  public internal(set) var isWithoutEffect = false
}

/// Sites at which the same rates apply, apart from the own price of each.
private struct AlikeSites: Hashable {
  /// The only one of them, if it has rates that are listed.
  let site: SiteID?
  let siteClass: ClassID?
  let siteType: String?
  let haveOwnPrices: Bool
}

extension RuleScope {
  /// The first night of a year in which the rule shows what it does: today, where it covers nights
  /// from then on.
  fileprivate func firstOfYear(around today: CalendarDate) -> CalendarDate {
    let start = season?.year.flatMap { try? CalendarDate(year: $0, month: 1, day: 1) } ?? today
    let end = lastNight.flatMap { $0 < start ? $0.advanced(by: -365) : nil }
    return max(end ?? start, firstNight ?? end ?? start)
  }
}

extension RateService {
  /// What a rate does not reach, and which rates it leaves without effect: from today, or in the
  /// year of its season or of its first and last nights.
  ///
  /// An inactive rate reaches nothing, which nobody needs to be told.
  public func reach(of rate: Rate) throws -> RateReach {
    var reach = RateReach()
    guard rate.isActive, let campground = rate.campground else { return reach }
    let book = StayBook(scope, in: managedObjectContext)
    let card = try book.card(at: campground)
    let revision = book.revision(at: campground)
    let listed = rate.listed
    var others = card
    others.rates.removeAll { $0.rule == listed && $0.isInForce(at: revision) }
    let today = scope.today(at: campground)
    let first = listed.scope.firstOfYear(around: today)
    let sites = try managedObjectContext.fetch(
      CampSite.self, where: "campground == %@", campground
    ).filter { $0.retirement.map { today < $0 } ?? true }
    var (now, before): (Set<RateCard.Rate>, Set<RateCard.Rate>) = ([], [])
    let listedRates = try rates()
    let ratedSites = Set(listedRates.compactMap { $0.campSite.map(SiteID.init) })
    var known: [AlikeSites: (now: Set<RateCard.Rate>, before: Set<RateCard.Rate>)] = [:]
    for site in sites {
      let place = BookedPlace(site)
      let alike = AlikeSites(
        site: place.site.flatMap { ratedSites.contains($0) ? $0 : nil },
        siteClass: place.siteClass, siteType: place.siteType, haveOwnPrices: site.rateMinor != nil)
      let effect =
        known[alike]
        ?? (
          card.ratesWithEffect(at: place, from: first, under: revision),
          others.ratesWithEffect(at: place, from: first, under: revision)
        )
      known[alike] = effect
      now.formUnion(effect.now)
      before.formUnion(effect.before)
      guard listed.scope.covers(place) else { continue }
      reach.siteCount += 1
      if !effect.now.contains(listed) { reach.sitesNotReached.append(site) }
    }
    // Prices of single sites do not reach a stay booked by class.
    for siteClass in Set(sites.compactMap(\.siteClass)) {
      let place = BookedPlace(siteClass)
      now.formUnion(card.ratesWithEffect(at: place, from: first, under: revision))
      before.formUnion(others.ratesWithEffect(at: place, from: first, under: revision))
    }
    reach.isWithoutEffect = reach.siteCount > 0 && !now.contains(listed)
    reach.sitesNotReached = reach.sitesNotReached.naturallySorted(by: \.name)
    reach.ratesWithoutEffect = listedRates.filter { other in
      other !== rate && before.contains(other.listed) && !now.contains(other.listed)
    }.map(\.name)
    return reach
  }
}
