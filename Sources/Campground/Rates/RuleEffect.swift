import ObjectGraph

/// The effect of a change of the rules on booked stays: taxes apply by the date of the night,
/// whenever it was agreed, so a new tax changes prices that guests were told.
public struct RuleEffect: Hashable, Sendable {
  /// The number of stays whose price changes.
  public let stayCount: Int

  /// The total change of their prices; negative where they become cheaper.
  public let difference: Money
}

extension RateService {
  /// Changes rules, and determines the effect on current and future stays.
  public func findingEffect<Value>(
    of change: () throws -> Value
  ) throws -> (value: Value, effect: RuleEffect) {
    let campground = try scope.campground(in: managedObjectContext)
    let before = try RuleVersions.openStays(at: campground, in: managedObjectContext)
      .map { (stay: $0, total: $0.totalMinor) }
    let value = try change()
    let changed = before.filter { $0.stay.totalMinor != $0.total }
    let currency = campground?.currency ?? .usd
    let difference = try changed.reduce(Money(0, currency)) { sum, item in
      let (now, then) = (item.stay.totalMinor, item.total)
      return try sum + Money(minorUnits: now, currency) - Money(minorUnits: then, currency)
    }
    return (value, RuleEffect(stayCount: changed.count, difference: difference))
  }
}
