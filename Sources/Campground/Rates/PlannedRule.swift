import ObjectGraph

/// Something named whose values are given and changed together, as a plan: a rate, an employee.
///
/// What is done with one is done with each: it is added by a name and a plan, edited by a closure
/// that gets the plan it has, and deleted while nothing depends on it.
public protocol PlannedRule: CampgroundRule {
  /// What it is to be.
  associatedtype Plan: RulePlan where Plan.Rule == Self

  /// Takes over a plan.
  ///
  /// - Throws: `CampgroundError` for values that make no sense; nothing is saved then.
  func take(_ plan: Plan, in context: ManagedObjectContext) throws

  /// The names of what depends on it and keeps it from being deleted.
  var users: [String] { get }

  /// What to do instead of deleting one that is used.
  static var remedy: String { get }
}

/// What something named is to be.
public protocol RulePlan {
  /// The rule.
  associatedtype Rule: PlannedRule where Rule.Plan == Self

  /// What a rule is.
  init(_ rule: Rule)
}

extension PlannedRule {
  /// Nothing.
  public var users: [String] { [] }

  /// Nothing.
  public static var remedy: String { "" }
}

extension RatePlan: RulePlan {}
extension DiscountPlan: RulePlan {}
extension FeePlan: RulePlan {}
extension TaxPlan: RulePlan {}
extension DepositPlan: RulePlan {}

extension Rate: PlannedRule {}
extension Fee: PlannedRule {}
extension Tax: PlannedRule {}
extension DepositRule: PlannedRule {}

extension Discount: PlannedRule {}

extension ServiceScope {
  /// Adds something by a name that no other of its kind has.
  ///
  /// - Throws: `CampgroundError.emptyName`, `.nameTaken`, and what taking over the plan throws.
  func add<Rule: PlannedRule>(
    _ name: String, _ plan: Rule.Plan, _ make: (ManagedObjectContext) -> Rule
  ) throws -> Rule {
    try addRule(name, make) { rule, scratch in try rule.take(plan, in: scratch) }
  }

  /// Changes something: the closure gets what it is at the moment and changes what is to change.
  ///
  /// - Throws: as adding one.
  func edit<Rule: PlannedRule>(
    _ rule: Rule, name: String?, _ change: (inout Rule.Plan) throws -> Void
  ) throws -> Rule {
    try editRule(rule, name: name) { rule, scratch in
      var plan = Rule.Plan(rule)
      try change(&plan)
      try rule.take(plan, in: scratch)
    }
  }

  /// Deletes something that nothing depends on.
  ///
  /// - Throws: `CampgroundError.inUse`, which names what depends on it; `.gone`.
  func delete<Rule: PlannedRule>(_ rule: Rule) throws {
    try deleteRule(rule, remedy: Rule.remedy, users: \.users)
  }
}

extension RateService {
  /// Changes a rule: the closure gets what it is at the moment and changes what is to change.
  ///
  /// - Throws: as adding one.
  @discardableResult
  public func edit<Rule: PlannedRule>(
    _ rule: Rule, name: String? = nil, _ change: (inout Rule.Plan) throws -> Void = { _ in }
  ) throws -> Rule {
    try scope.edit(rule, name: name, change)
  }

  /// Deletes a rule that nothing depends on.
  ///
  /// - Throws: `CampgroundError.inUse`, which names what depends on it; `.gone`.
  public func delete<Rule: PlannedRule>(_ rule: Rule) throws { try scope.delete(rule) }
}
