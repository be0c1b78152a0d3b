import Foundation
import ObjectGraph

/// The properties of a cancellation policy.
public struct PolicyPlan: Hashable, Sendable {
  /// What is kept and charged for a range of days of notice.
  public struct Step: Hashable, Sendable {
    /// The days of notice.
    public var days: NoticeDays
    /// The share of the lodging that is kept.
    public var keeps: CancellationTerms.Kept
    /// The cancellation fee, in the campground's currency.
    public var fee: Decimal

    /// Makes a step.
    public init(_ days: NoticeDays, keeps: CancellationTerms.Kept, fee: Decimal = 0) {
      self.days = days
      self.keeps = keeps
      self.fee = fee
    }
  }

  /// The steps, which cover every number of days exactly once.
  public var steps: [Step]
  /// The minute of the day from which the day no longer counts as a day of notice: 1020 for 17:00,
  /// 0 for midnight.
  public var cutOffMinute: Int
  /// The grace period in minutes after booking, within which everything is refunded.
  public var graceMinutes: Int
  /// The fee for new dates that share no night with the old ones, in the campground's currency.
  public var changeFee: Decimal

  /// Makes a plan.
  public init(
    steps: [Step], cutOffMinute: Int = 0, graceMinutes: Int = 60, changeFee: Decimal = 0
  ) {
    self.steps = steps
    self.cutOffMinute = cutOffMinute
    self.graceMinutes = graceMinutes
    self.changeFee = changeFee
  }

  /// Makes a plan from a policy.
  public init(_ policy: CancellationPolicy) {
    self.init(CancellationTerms(policy))
  }

  /// Makes a plan from terms.
  init(_ terms: CancellationTerms) {
    func amount(_ minorUnits: Int64) -> Decimal {
      Money(minorUnits: minorUnits, terms.currency).amount
    }
    self.init(
      steps: terms.steps.map { Step($0.days, keeps: $0.keeps, fee: amount($0.feeMinor)) },
      cutOffMinute: terms.cutOffMinute, graceMinutes: terms.graceMinutes,
      changeFee: amount(terms.changeFeeMinor))
  }

  /// The days of notice that a step may name.
  static let days = 0...Int(Int16.max)

  /// The allowed grace period in minutes, up to a year.
  static let graces = 0...527_040
}

extension CancellationPolicy {
  /// Applies a plan; the steps are replaced if they differ.
  func take(_ plan: PolicyPlan, in scratch: ManagedObjectContext) throws {
    if let fault = NoticeDays.fault(in: plan.steps.map(\.days)) {
      throw CampgroundError(
        .invalidValue, about: [.property("steps")], "policy \"\(name)\": \(fault)",
        fix: .advice(fault.repair))
    }
    let currency = campground?.currency ?? .usd
    try RuleCheck.range(plan.graceMinutes, "grace period in minutes", PolicyPlan.graces)
    cutOffMinute =
      try RuleCheck.number(plan.cutOffMinute, "cut-off minute", 0...1_439) ?? 0
    graceMinutes = Int32(clamping: plan.graceMinutes)
    changeFeeMinor = try RuleCheck.minorUnits(of: plan.changeFee, "change fee", in: currency)
    guard plan.steps != PolicyPlan(self).steps else { return }
    for step in steps { scratch.delete(step) }
    for planned in plan.steps {
      let step = CancellationStep(context: scratch)
      step.policy = self
      try step.take(planned, in: currency)
    }
  }
}

extension CancellationStep {
  fileprivate func take(_ plan: PolicyPlan.Step, in currency: Currency) throws {
    fromDays = try RuleCheck.number(plan.days.from, "days of notice", PolicyPlan.days) ?? 0
    throughDays = try RuleCheck.number(plan.days.through, "days of notice", PolicyPlan.days)
    switch plan.keeps {
    case .nothing: break
    case .nights(let count): keptNights = try RuleCheck.nights(count, "nights kept")
    case .percent(let percent):
      try RuleCheck.percentage(percent, "cancellation policy")
      keptPercent = percent
    }
    feeMinor = try RuleCheck.minorUnits(of: plan.fee, "cancellation policy", in: currency)
  }
}
