/// The stay rules of a campground, as a value that can be queried without a store.
///
///     let book = StayRuleBook([.init("Summer", .minimumPerNight, 3, for: RuleScope(season: summer))])
///     let stay = ProposedStay(StayPart(dates, at: place), bookedOn: today)
///     for broken in book.violations(of: stay) { print(broken) }
///
/// Every rule that covers a stay applies; of several minimums, the largest decides. Nobody may
/// arrive in the past, whatever the rules are.
public struct StayRuleBook: Sendable, Hashable {
  /// The rules, in the order in which violations are reported.
  public var rules: [Rule]

  public init(_ rules: [Rule] = []) { self.rules = rules }

  /// The longest gap that a rule forbids, in nights, which is how far around a stay occupied nights
  /// matter; 0 without such a rule.
  public var longestForbiddenGap: Int {
    rules.filter { $0.kind == .gap }.compactMap(\.value).max() ?? 0
  }

  /// The shortest gap beside a stay, in nights, that can still be sold.
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

  /// The rules that a stay would break: arrival in the past first, then the others in the order of
  /// the rules.
  public func violations(of stay: ProposedStay) -> [StayRuleViolation] {
    let past =
      stay.hasPastArrival ? [StayRuleViolation(of: nil, by: stay, [stay.dates.arrival])] : []
    return past + rules.compactMap { $0.violation(of: stay) }
  }
}
