import Foundation
import ObjectGraph

/// Manages cancellation policies.
///
///     let policies = PolicyService(managedObjectContext: stack.mainContext, storeStack: stack)
///     try policies.add(
///       "Standard",
///       PolicyPlan(
///         steps: [
///           .init(NoticeDays(from: 0, through: 1), keeps: .everything),
///           .init(NoticeDays(from: 2, through: 6), keeps: .nights(1)),
///           .init(NoticeDays(from: 7, through: nil), keeps: .nothing),
///         ], cutOffMinute: 17 * 60))
///     let terms = try policies.standard().map(CancellationTerms.init)
///
/// Reservations keep the terms that their policy had when it was agreed, even if it is changed or
/// deleted.
public final class PolicyService: Service {
  /// The policies, by name.
  public func policies() throws -> [CancellationPolicy] {
    try scope.rules(in: managedObjectContext)
  }

  /// The policy with a name, regardless of case if no other policy has the same name in another
  /// case.
  ///
  /// - Throws: `CampgroundError.unknown`, which lists the known names.
  public func find(_ name: String) throws -> CancellationPolicy { try scope.findRule(name) }

  /// The default policy for new reservations; nil where there is none.
  public func standard() throws -> CancellationPolicy? {
    try policies().first { $0.isDefault }
  }

  /// Adds a policy.
  ///
  /// - Parameters:
  ///   - siteClass: the class of campsites whose stays get it; nil for any.
  ///   - isDefault: whether it becomes the default for new reservations, except those of a class
  ///     with a policy of its own; by default, the first policy does.
  /// - Throws: `CampgroundError.refused` for a class that has a policy, and for a default policy of
  ///   one class; `.invalidValue` for an empty name, for an invalid amount or percentage, and for
  ///   steps that leave out days of notice or cover them twice, which it names; `.nameTaken`,
  ///   `.outOfRange`.
  @discardableResult
  public func add(
    _ name: String, _ plan: PolicyPlan, siteClass: SiteClass? = nil, isDefault: Bool? = nil
  ) throws -> CancellationPolicy {
    try adding(name, plan, siteClass: siteClass, isDefault: isDefault).policy
  }

  /// Adds a policy like `add(_:_:siteClass:isDefault:)`, and reports which default policy it
  /// replaced.
  public func adding(
    _ name: String, _ plan: PolicyPlan, siteClass: SiteClass? = nil, isDefault: Bool? = nil
  ) throws -> PolicyChange {
    var replaced: String?
    let policy = try scope.addRule(name, CancellationPolicy.init(context:)) { policy, scratch in
      try policy.take(plan, in: scratch)
      try take(siteClass, for: policy, in: scratch)
      let isDefault =
        try isDefault ?? (siteClass == nil && others(than: policy, in: scratch).isEmpty)
      replaced = try set(policy, isDefault: isDefault, in: scratch)
      try requireOfAllOrOfClass(policy)
    }
    return PolicyChange(policy: policy, replaced: replaced)
  }

  /// Changes a policy: the closure receives the current properties and modifies them.
  ///
  /// - Parameters:
  ///   - siteClass: the class of campsites whose stays get it from now on, or none; nil leaves it
  ///     unchanged.
  ///   - isDefault: whether it is the default for new reservations from now on; nil leaves it
  ///     unchanged.
  /// - Throws: as `add(_:_:siteClass:isDefault:)`; `CampgroundError.gone`.
  @discardableResult
  public func edit(
    _ policy: CancellationPolicy, name: String? = nil, siteClass: TermChoice<SiteClass>? = nil,
    isDefault: Bool? = nil, _ change: (inout PolicyPlan) throws -> Void = { _ in }
  ) throws -> CancellationPolicy {
    try editing(policy, name: name, siteClass: siteClass, isDefault: isDefault, change).policy
  }

  /// Changes a policy like `edit(_:name:siteClass:isDefault:_:)`, and reports which default policy
  /// it replaced.
  public func editing(
    _ policy: CancellationPolicy, name: String? = nil, siteClass: TermChoice<SiteClass>? = nil,
    isDefault: Bool? = nil, _ change: (inout PolicyPlan) throws -> Void = { _ in }
  ) throws -> PolicyChange {
    var replaced: String?
    let edited = try scope.editRule(policy, name: name) { policy, scratch in
      let before = PolicyPlan(policy)
      var plan = before
      try change(&plan)
      if plan != before { try policy.take(plan, in: scratch) }
      if let siteClass { try take(siteClass.term, for: policy, in: scratch) }
      replaced = try isDefault.flatMap { try set(policy, isDefault: $0, in: scratch) }
      try requireOfAllOrOfClass(policy)
    }
    return PolicyChange(policy: edited, replaced: replaced)
  }

  /// Deletes a policy. Reservations keep its terms.
  ///
  /// - Throws: `CampgroundError.gone`.
  public func delete(_ policy: CancellationPolicy) throws {
    try scope.delete(policy)
  }

  /// Makes a policy the default for new reservations, or not.
  ///
  /// - Returns: The name of the former default policy, if that was another one.
  private func set(
    _ policy: CancellationPolicy, isDefault: Bool, in scratch: ManagedObjectContext
  ) throws -> String? {
    var replaced: String?
    if isDefault {
      for other in try others(than: policy, in: scratch) where other.isDefault {
        other.isDefault = false
        replaced = other.name
      }
    }
    policy.isDefault = isDefault
    return replaced
  }

  /// Assigns a policy to the stays of a class, or of none.
  ///
  /// - Throws: `CampgroundError.refused` if the class has another one.
  private func take(
    _ siteClass: SiteClass?, for policy: CancellationPolicy, in scratch: ManagedObjectContext
  ) throws {
    policy.siteClass = try siteClass.map { try scratch.current($0, of: policy.campground) }
    guard let siteClass = policy.siteClass else { return }
    let other = try others(than: policy, in: scratch).first { $0.siteClass === siteClass }
    if let other {
      throw CampgroundError(
        about: [.named("class", siteClass.name)],
        "class \(siteClass.name) already has the policy \"\(other.name)\"",
        fix: .edit("policy", other.name))
    }
  }

  private func requireOfAllOrOfClass(_ policy: CancellationPolicy) throws(CampgroundError) {
    guard policy.isDefault, let siteClass = policy.siteClass else { return }
    throw CampgroundError(
      about: [
        .property("default"), .named("class", siteClass.name), .named("policy", policy.name),
      ],
      "policy \"\(policy.name)\" is for class \(siteClass.name), not for all new reservations",
      fix: .edit("policy", policy.name, property: "class"))
  }

  private func others(
    than policy: CancellationPolicy, in scratch: ManagedObjectContext
  ) throws -> [CancellationPolicy] {
    try scope.rules(in: scratch).filter { $0 !== policy }
  }
}
