/// The rules about stays of a campground: a value that is asked without a store.
///
///     let book = StayRuleBook([.init("Summer", .minimumPerNight, 3, for: RuleScope(season: summer))])
///     let stay = ProposedStay(StayPart(dates, at: place), bookedOn: today)
///     for broken in book.violations(of: stay) { print(broken) }
///
/// All rules that are for a stay apply; of several minimums the largest one decides. Nobody arrives
/// on a day that is past, whatever the rules are.
public struct StayRuleBook: Sendable, Hashable {
  /// The rules, in the order in which those that are broken are told.
  public var rules: [Rule]

  public init(_ rules: [Rule] = []) { self.rules = rules }

  /// The longest gap that a rule forbids, in nights: how far beside a stay the taken nights matter;
  /// 0 where there is no such rule.
  public var longestForbiddenGap: Int {
    rules.filter { $0.kind == .gap }.compactMap(\.value).max() ?? 0
  }

  /// How many nights a gap beside a stay has at least to be let to somebody.
  public func shortestGap(beside dates: StayDates, at place: BookedPlace) -> Int {
    let beside = [dates.arrival.advanced(by: -1), dates.departure]
    return rules.filter { $0.scope.covers(place) }.compactMap { rule in
      switch rule.kind {
      case .minimumPerNight: beside.contains(where: rule.scope.covers) ? rule.value : nil
      case .gap: rule.value.map { $0 + 1 }
      default: nil
      }
    }.max() ?? 1
  }

  /// The rules that a stay would break: the one about the past, then the others in their order.
  public func violations(of stay: ProposedStay) -> [StayRuleViolation] {
    let past =
      stay.hasPastArrival ? [StayRuleViolation(of: nil, by: stay, [stay.dates.arrival])] : []
    return past + rules.compactMap { $0.violation(of: stay) }
  }
}
