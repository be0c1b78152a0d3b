import ObjectGraph

/// What other rates leave to a rate, and it to them, within a year.
public struct RateReach {
  /// The campsites that the rate covers without pricing any night there, by number.
  public internal(set) var sitesNotReached: [CampSite] = []

  /// The number of campsites that the rate covers.
  public internal(set) var siteCount = 0

  /// The names of the rates that price nothing any more because of the rate, in the order of the
  /// list.
  public internal(set) var ratesWithoutEffect: [String] = []

  /// Whether the rate covers campsites and prices nothing.
  public var isWithoutEffect: Bool { siteCount > 0 && sitesNotReached.count == siteCount }
}

extension RateService {
  /// What a rate does not reach, and which rates it leaves without effect: from today, or in the
  /// year of its season.
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
    let first =
      listed.scope.season?.year.flatMap { try? CalendarDate(year: $0, month: 1, day: 1) } ?? today
    let sites = try managedObjectContext.fetch(
      CampSite.self, where: "campground == %@", campground
    ).filter { $0.retirement.map { today < $0 } ?? true }
    var (now, before): (Set<RateCard.Rate>, Set<RateCard.Rate>) = ([], [])
    var known: [BookedPlace: (now: Set<RateCard.Rate>, before: Set<RateCard.Rate>)] = [:]
    for site in sites {
      let place = BookedPlace(site)
      // Sites without rates of their own cost what others of their class and type do.
      let hasOwn = card.rates.contains { $0.rule.scope.site == place.site }
      let key = hasOwn ? place : BookedPlace(siteClass: place.siteClass, siteType: place.siteType)
      let effect =
        known[key]
        ?? (
          card.ratesWithEffect(at: key, from: first, under: revision),
          others.ratesWithEffect(at: key, from: first, under: revision)
        )
      known[key] = effect
      now.formUnion(effect.now)
      before.formUnion(effect.before)
      guard listed.scope.covers(place) else { continue }
      reach.siteCount += 1
      if !effect.now.contains(listed) { reach.sitesNotReached.append(site) }
    }
    reach.sitesNotReached.sort {
      $0.name.localizedStandardCompare($1.name) == .orderedAscending
    }
    reach.ratesWithoutEffect = try rates().filter { other in
      other !== rate && before.contains(other.listed) && !now.contains(other.listed)
    }.map(\.name)
    return reach
  }
}
