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

  /// The names of the objects that depend on it, which prevent its deletion.
  var users: [String] { get }

  /// What to do instead of deleting an object in use.
  static var remedy: String { get }
}

extension PlannedRule {
  /// Empty by default.
  public var users: [String] { [] }

  /// Empty by default.
  public static var remedy: String { "" }
}

extension ServiceScope {
  /// Adds an object under a name that is unique for its kind.
  ///
  /// - Throws: `CampgroundError.emptyName`, `.nameTaken`, and what applying the plan throws.
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

  /// Deletes an object unless something depends on it.
  ///
  /// - Throws: `CampgroundError.inUse`, which names what depends on it; `.gone`.
  func delete<Rule: PlannedRule>(_ rule: Rule) throws {
    try deleteRule(rule, remedy: Rule.remedy, users: \.users)
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
  public func delete<Rule: PlannedRule>(_ rule: Rule) throws { try scope.delete(rule) }
}
