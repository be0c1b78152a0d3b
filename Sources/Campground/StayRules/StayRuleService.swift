import ObjectGraph

/// Manages the stay rules of a campground.
///
///     let rules = StayRuleService(managedObjectContext: context, storeStack: stack)
///     try rules.add("Summer", .minimumPerNight, value: 3, scope: StayRuleScope(season: summer))
///     try rules.add("Sundays", .closedToArrival, scope: StayRuleScope(weekdays: Weekdays([.sunday])))
public final class StayRuleService: Service {
  /// Adds a rule.
  ///
  /// - Parameter value: the number of nights, months or days; nil for kinds that close days.
  /// - Throws: `CampgroundError.emptyName`, `.nameTaken`, `.outOfRange` for a number outside the
  ///   range of its kind, `.ruleNeedsValue`, `.ruleTakesNoValue`, `.ruleNeedsDays` for a kind that
  ///   closes days or counts those of a season if the scope names none, `.datesInReverse`, `.gone`.
  @discardableResult
  public func add(
    _ name: String, _ kind: StayRuleKind, value: Int? = nil,
    scope ruleScope: StayRuleScope = StayRuleScope()
  ) throws -> StayRule {
    try Self.check(kind, value: value, ruleScope)
    return try scope.addRule(name, StayRule.init(context:)) { rule, scratch in
      rule.kind = kind
      rule.value = value.map { Int32(clamping: $0) }
      try Self.take(ruleScope, into: rule, in: scratch)
    }
  }

  /// Changes a rule; nil leaves a value unchanged.
  ///
  /// - Parameters:
  ///   - scope: the whole new scope; start from `StayRule.scope` to change a part of it.
  ///   - isActive: whether the rule is in use.
  /// - Throws: as `add`.
  @discardableResult
  public func edit(
    _ rule: StayRule, name: String? = nil, value: Int? = nil,
    scope ruleScope: StayRuleScope? = nil, isActive: Bool? = nil
  ) throws -> StayRule {
    try scope.editRule(rule, name: name) { rule, scratch in
      let value = value ?? rule.value.map { Int($0) }
      try Self.check(rule.kind, value: value, ruleScope ?? rule.scope)
      rule.value = value.map { Int32(clamping: $0) }
      if let ruleScope { try Self.take(ruleScope, into: rule, in: scratch) }
      if let isActive { rule.isActive = isActive }
    }
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

  // MARK: Helpers

  private static func check(
    _ kind: StayRuleKind, value: Int?, _ scope: StayRuleScope
  ) throws(CampgroundError) {
    if let range = kind.values {
      guard let value else {
        throw CampgroundError(
          .ruleNeedsValue, about: [.property("kind")],
          "a rule \"\(kind.rawValue)\" needs a number of \(kind.unit)")
      }
      try RuleCheck.range(value, kind.unit, range)
    } else if value != nil {
      throw CampgroundError(
        .ruleTakesNoValue, about: [.property("number")],
        "a rule \"\(kind.rawValue)\" takes no number")
    }
    guard scope.namesDays || !kind.needsDays else {
      throw CampgroundError(
        .ruleNeedsDays, about: [.property("kind")],
        "a rule \"\(kind.rawValue)\" needs weekdays, dates or a season")
    }
    if let from = scope.from, let through = scope.through, through < from {
      throw .datesInReverse(from: from, through: through)
    }
  }

  private static func take(
    _ scope: StayRuleScope, into rule: StayRule, in scratch: ManagedObjectContext
  ) throws {
    rule.weekdays = scope.weekdays.rawValue
    rule.firstDate = scope.from
    rule.lastDate = scope.through
    rule.siteClass = try scope.siteClass.map { try scratch.current($0, of: rule.campground) }
    rule.siteType = scope.siteType?.rawValue
    rule.season = try scope.season.map { try scratch.current($0) }
    rule.campSite = try scope.site.map { try scratch.current($0) }
  }
}

extension StayRuleKind {
  /// The numbers that a rule may have; nil for kinds without a number.
  var values: ClosedRange<Int>? {
    switch self {
    case .minimumPerNight, .minimumInSeason, .maximumNights: 1...ReservationService.mostNights
    case .gap: 1...60
    case .bookingWindow: 1...120
    case .advanceDays: 1...1_000
    case .closedToArrival, .closedToDeparture: nil
    }
  }

  /// The unit of the number.
  var unit: String {
    switch self {
    case .bookingWindow: "months"
    case .advanceDays: "days"
    default: "nights"
    }
  }

  /// Whether a rule of this kind for all days would be a mistake.
  var needsDays: Bool {
    switch self {
    case .closedToArrival, .closedToDeparture, .minimumInSeason: true
    default: false
    }
  }
}
