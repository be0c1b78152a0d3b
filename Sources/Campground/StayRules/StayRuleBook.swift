import Foundation
import ObjectGraph

/// The rules about stays of a campground, read once: a value that is asked without the store.
///
///     let book = try StayRuleBook(of: campground, in: context)
///     let stay = ProposedStay(on: site, dates: dates, bookedOn: today)
///     for broken in book.violations(stay) { print(broken) }
///
/// All rules that are for a stay apply; of several minimums the largest one decides. Nobody arrives
/// on a day that is past, whatever the rules are.
public struct StayRuleBook: Sendable, Hashable {
  private let rules: [StayRuleTerms]

  /// Reads the rules that are applied, and their seasons; two fetches.
  public init(of campground: Campground, in context: ManagedObjectContext) throws {
    let request = StayRule.fetchRequest()
    request.predicate = try FetchPredicate(
      format: "campground == %@ AND isActive == %@", campground, true)
    request.sortDescriptors = [FetchSortDescriptor(key: "name", ascending: true)]
    request.relationshipKeyPathsForPrefetching = ["season"]
    rules = try context.fetch(request).map(StayRuleTerms.init)
  }

  /// The longest gap that a rule forbids, in nights: how far beside a stay the taken nights matter;
  /// 0 where there is no such rule.
  public var longestForbiddenGap: Int {
    rules.filter { $0.kind == .gap }.map(\.value).max() ?? 0
  }

  /// How many nights a gap beside a stay has at least to be let to somebody.
  func shortestGap(beside dates: StayDates, at place: BookedPlace) -> Int {
    let rules = rules.filter { $0.isFor(place) }
    let beside = [dates.arrival.advanced(by: -1), dates.departure]
    let minimums = rules.filter { rule in
      rule.kind == .minimumPerNight && beside.contains(where: rule.covers)
    }
    let forbidden = rules.filter { $0.kind == .gap }.map { $0.value + 1 }
    return (minimums.map(\.value) + forbidden).max() ?? 1
  }

  /// The rules that a stay would break: the one about the past, then the others by name.
  public func violations(_ stay: ProposedStay) -> [StayRuleViolation] {
    [StayRuleViolation.pastArrival(of: stay)].compactMap { $0 }
      + rules.compactMap { $0.violation(of: stay) }
  }

  /// Checks a stay on a campsite against the rules of its campground.
  ///
  /// One fetch where there are no rules; where gaps are forbidden, one more for the nights beside
  /// the stay. Holds that have expired by `now` are no neighbours.
  ///
  /// - Parameters:
  ///   - siteClass: the class that is booked, whose rules are asked then, but for those about gaps;
  ///     nil where the campsite is.
  ///   - whole: the dates of the whole stay, of which these are a part. Rules see the whole; one
  ///     about the arrival and the booking is asked for the first part's campsite, one about the
  ///     departure for the last one's, and gaps are those on each campsite.
  ///   - bookedOn: the date from which rules about the day of booking count; by default today.
  ///   - former: what a stay that is changed was so far: rules that had their say about a day of
  ///     arrival or departure are not asked again about one that stays as it is.
  ///   - own: reservations whose nights are no neighbours, such as the one that is changed.
  ///   - allowingPast: whether the arrival may be past.
  /// - Throws: `CampgroundError.stayRuleBroken`, which names each broken rule, its value and the
  ///   nights.
  public static func requireAllowed(
    _ site: CampSite, bookedBy siteClass: SiteClass? = nil, _ dates: StayDates,
    within whole: StayDates? = nil, bookedOn: CalendarDate? = nil, now: Date,
    changing former: FormerStay? = nil,
    leavingOut own: [Reservation] = [], allowingPast: Bool = false,
    in context: ManagedObjectContext
  ) throws {
    guard let campground = site.campground else { return }
    let book = try StayRuleBook(of: campground, in: context)
    let beside = try Neighbours(
      of: dates, on: site, within: siteClass == nil ? book.longestForbiddenGap : 0, now: now,
      leavingOut: own, in: context)
    let today = CalendarDate(now, in: campground.timeZone)
    let broken = book.violations(
      ProposedStay(
        on: site, bookedBy: siteClass, dates: whole ?? dates, part: dates,
        bookedOn: bookedOn ?? today, today: today,
        changing: former,
        allowingPast: allowingPast,
        freeFrom: beside.freeFrom, takenFrom: beside.takenFrom))
    guard broken.isEmpty else {
      throw CampgroundError.broken(broken, on: site, bookedBy: siteClass)
    }
  }
}

extension CampgroundError {
  /// Rules about stays that are broken on a campsite, or in the class that is booked.
  static func broken(
    _ rules: [StayRuleViolation], on site: CampSite, bookedBy siteClass: SiteClass?
  ) -> CampgroundError {
    siteClass.map { .siteClass(.stayRuleBroken(class: $0.name, rules)) }
      ?? .stayRuleBroken(site: site.name, rules)
  }
}

/// What is taken nearest to a stay on its campsite.
private struct Neighbours {
  var freeFrom: CalendarDate?
  var takenFrom: CalendarDate?

  init(
    of dates: StayDates, on site: CampSite, within distance: Int, now: Date,
    leavingOut own: [Reservation], in context: ManagedObjectContext
  ) throws {
    guard distance > 0 else { return }
    let first = dates.arrival.advanced(by: -distance - 1)
    let last = dates.departure.advanced(by: distance)
    let request = ReservationNight.fetchRequest()
    request.predicate = try FetchPredicate(
      format: "campSite == %@ AND night BETWEEN {%@, %@} AND (heldUntil == nil OR heldUntil > %@)",
      site, first.dayNumber, last.dayNumber, now)
    for night in try context.fetch(request) {
      if let holder = night.reservation, own.contains(holder) { continue }
      if night.date < dates.arrival {
        freeFrom = max(freeFrom ?? night.date, night.date.advanced(by: 1))
      } else if night.date >= dates.departure {
        takenFrom = min(takenFrom ?? night.date, night.date)
      }
    }
  }
}
