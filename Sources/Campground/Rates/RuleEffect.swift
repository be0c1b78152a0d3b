import ObjectGraph

/// What a change of the rules does to stays that are booked: a tax is that of a night's date,
/// whenever the night was agreed, so that a new one changes what guests were told.
public struct RuleEffect: Hashable, Sendable {
  /// How many stays cost something else.
  public let stayCount: Int

  /// By how much all of them together: negative where they become cheaper.
  public let difference: Money
}

extension RateService {
  /// Changes rules, and finds out what that does to the stays that are not over.
  public func findingEffect<Value>(
    of change: () throws -> Value
  ) throws -> (value: Value, effect: RuleEffect) {
    let before = try openStays().map { (stay: $0, total: $0.totalMinor) }
    let value = try change()
    let changed = before.filter { $0.stay.totalMinor != $0.total }
    let currency = try scope.campground(in: managedObjectContext)?.currency ?? .usd
    let difference = try changed.reduce(Money(0, currency)) { sum, item in
      let (now, then) = (item.stay.totalMinor ?? 0, item.total ?? 0)
      return try sum + Money(minorUnits: now, currency) - Money(minorUnits: then, currency)
    }
    return (value, RuleEffect(stayCount: changed.count, difference: difference))
  }

  private func openStays() throws -> [Reservation] {
    guard let campground = try scope.campground(in: managedObjectContext) else { return [] }
    let request = Reservation.fetchRequest()
    request.predicate = try FetchPredicate(
      format: "campground == %@ AND status IN %@ AND totalMinor != nil", campground,
      ReservationStatus.allCases.filter { !$0.isFinal }.map(\.rawValue))
    return try managedObjectContext.fetch(request)
  }
}
