import ObjectGraph

/// Manages the stay rules of a campground.
///
///     let rules = StayRuleService(managedObjectContext: context, storeStack: stack)
///     try rules.add("Summer", StayRulePlan(.minimumPerNight, 3, for: ScopePlan(season: summer)))
///     try rules.add(
///       "Sundays", StayRulePlan(.closedToArrival, for: ScopePlan(weekdays: Weekdays([.sunday]))))
public final class StayRuleService: Service {
  /// Adds a rule.
  ///
  /// - Throws: `CampgroundError.invalidValue` for an empty name, for a number that the kind needs
  ///   or does not take, for a kind that closes days or counts those of a season if the plan names
  ///   none, and for nights and places that do not go together; `.nameTaken`; `.outOfRange` for a
  ///   number outside the range of its kind; `.unknown` and `.gone` for a season, a class or a
  ///   campsite.
  @discardableResult
  public func add(_ name: String, _ plan: StayRulePlan) throws -> StayRule {
    try scope.add(name, plan, StayRule.init(context:))
  }

  /// Changes a rule: the closure receives the current properties and modifies them.
  ///
  /// - Throws: as `add`.
  @discardableResult
  public func edit(
    _ rule: StayRule, name: String? = nil, _ change: (inout StayRulePlan) throws -> Void = { _ in }
  ) throws -> StayRule {
    try scope.edit(rule, name: name, change)
  }

  /// Deletes a rule; stays booked under it stay unchanged.
  ///
  /// - Throws: `CampgroundError.gone`.
  public func delete(_ rule: StayRule) throws { try scope.delete(rule) }

  /// All rules of the campground, including inactive ones, by name.
  public func rules() throws -> [StayRule] { try scope.rules(in: managedObjectContext) }

  /// The rule with exactly this name, otherwise the only one with this name in another case.
  ///
  /// - Throws: `CampgroundError.unknown`, which lists the known names.
  public func find(_ name: String) throws -> StayRule { try scope.findRule(name) }
}
