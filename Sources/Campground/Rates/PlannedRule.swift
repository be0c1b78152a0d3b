import ObjectGraph

/// A named object whose properties are set together by a plan: a rate, an employee.
///
/// All of them work alike: they are added with a name and a plan, edited by a closure that receives
/// the current plan, and deleted unless something depends on them.
public protocol PlannedRule: CampgroundRule {
  /// The properties.
  associatedtype Plan

  /// The present properties.
  var plan: Plan { get }

  /// Applies a plan.
  ///
  /// - Throws: `CampgroundError` for invalid values; nothing is then saved.
  func take(_ plan: Plan, in context: ManagedObjectContext) throws
}

extension ServiceScope {
  /// Adds an object under a name that is unique for its kind.
  ///
  /// - Throws: `CampgroundError.invalidValue` for an empty name, `.nameTaken`, and what applying
  ///   the plan throws.
  func add<Rule: PlannedRule>(
    _ name: String, _ plan: Rule.Plan, _ make: (ManagedObjectContext) -> Rule
  ) throws -> Rule {
    try addRule(name, make) { rule, scratch in try rule.take(plan, in: scratch) }
  }

  /// Changes an object: the closure receives the current properties and modifies them.
  ///
  /// - Throws: as adding one.
  func edit<Rule: PlannedRule>(
    _ rule: Rule, name: String?, _ change: (inout Rule.Plan) throws -> Void
  ) throws -> Rule {
    try editRule(rule, name: name) { rule, scratch in
      var plan = rule.plan
      try change(&plan)
      try rule.take(plan, in: scratch)
    }
  }
}

extension RateService {
  /// Changes a rule: the closure receives the current properties and modifies them.
  ///
  /// - Throws: as adding one.
  @discardableResult
  public func edit<Rule: PlannedRule>(
    _ rule: Rule, name: String? = nil, _ change: (inout Rule.Plan) throws -> Void = { _ in }
  ) throws -> Rule {
    try scope.edit(rule, name: name, change)
  }

  /// Deletes a rule unless something depends on it.
  ///
  /// - Throws: `CampgroundError.inUse`, which names what depends on it; `.gone`.
  public func delete(_ rule: CampgroundRule) throws { try scope.delete(rule) }
}
