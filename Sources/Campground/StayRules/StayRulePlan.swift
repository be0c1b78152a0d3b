import ObjectGraph

/// The properties of a stay rule.
public struct StayRulePlan: ScopedPlan {
  /// What the rule demands.
  public var kind: StayRuleKind
  /// The number of nights, months or days; nil for kinds that close days.
  public var value: Int?
  /// The nights, arrivals or departures that it applies to, depending on its kind, and the places.
  public var scope: ScopePlan
  /// Whether the rule is in use.
  public var isActive: Bool

  /// Makes a plan.
  public init(
    _ kind: StayRuleKind, _ value: Int? = nil, for scope: ScopePlan = ScopePlan(),
    isActive: Bool = true
  ) {
    self.kind = kind
    self.value = value
    self.scope = scope
    self.isActive = isActive
  }
}

extension StayRule: PlannedRule {
  /// The present properties.
  public var plan: StayRulePlan {
    StayRulePlan(kind, value.map { Int($0) }, for: ScopePlan(self), isActive: isActive)
  }

  /// Applies a plan.
  public func take(_ plan: StayRulePlan, in scratch: ManagedObjectContext) throws {
    if let range = plan.kind.values {
      guard let value = plan.value else {
        throw CampgroundError(
          .invalidValue, about: [.property("kind")],
          "a rule \"\(plan.kind.rawValue)\" needs a number of \(plan.kind.unit)")
      }
      try RuleCheck.range(value, plan.kind.unit, range)
    } else if plan.value != nil {
      throw CampgroundError(
        .invalidValue, about: [.property("number")],
        "a rule \"\(plan.kind.rawValue)\" takes no number")
    }
    guard plan.scope.namesNights || !plan.kind.needsDays else {
      throw CampgroundError(
        .invalidValue, about: [.property("kind")],
        "a rule \"\(plan.kind.rawValue)\" needs weekdays, dates or a season")
    }
    kind = plan.kind
    value = plan.value.map { Int32(clamping: $0) }
    try take(plan.scope, in: scratch)
    isActive = plan.isActive
  }
}

extension StayRuleKind {
  /// The numbers that a rule may have; nil for kinds without a number.
  fileprivate var values: ClosedRange<Int>? {
    switch self {
    case .minimumPerNight, .minimumInSeason, .maximumNights: 1...ReservationService.mostNights
    case .gap: 1...60
    case .bookingWindow: 1...120
    case .advanceDays: 1...1_000
    case .closedToArrival, .closedToDeparture: nil
    }
  }

  /// The unit of the number.
  fileprivate var unit: String {
    switch self {
    case .bookingWindow: "months"
    case .advanceDays: "days"
    default: "nights"
    }
  }

  /// Whether a rule of this kind for all days would be a mistake.
  fileprivate var needsDays: Bool {
    switch self {
    case .closedToArrival, .closedToDeparture, .minimumInSeason: true
    default: false
    }
  }
}
