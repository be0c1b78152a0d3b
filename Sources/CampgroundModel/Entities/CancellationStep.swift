import Foundation
import ObjectGraph

/// What is kept with so many days of notice.
public final class CancellationStep: ManagedObject {
  /// The fewest days of notice it is for.
  @Managed("fromDays") public var fromDays: Int16

  /// The most days of notice it is for; nil for no end.
  @Managed("throughDays") public var throughDays: Int16?

  /// The price of how many first nights is kept.
  @Managed("keptNights") public var keptNights: Int16?

  /// The percentage of the price of the nights that is kept.
  @Managed("keptPercent") public var keptPercent: Decimal?

  /// What canceling costs, in minor units.
  @Managed("feeMinor") public var feeMinor: Int64

  /// The policy; never nil in a saved step.
  @Managed("policy") public var policy: CancellationPolicy?

  /// The days of notice it is for.
  public var days: NoticeDays {
    NoticeDays(from: Int(fromDays), through: throughDays.map(Int.init))
  }

  public override func validateForInsert() throws {
    var errors = ValidationErrors()
    errors.collect { try super.validateForInsert() }
    errors.collect { try validatePolicy(policy) }
    try errors.throwAll()
  }

  public override func validateForUpdate() throws {
    var errors = ValidationErrors()
    errors.collect { try super.validateForUpdate() }
    errors.collect { try validatePolicy(policy) }
    try errors.throwAll()
  }

  public override func validateForDelete() throws {
    try super.validateForDelete()
    let before = try committedValues(forKeys: ["policy"])["policy"]
    try validatePolicy(before as? CancellationPolicy)
  }

  /// Checks the steps of a policy, unless it is checked itself in the same save or goes with it.
  private func validatePolicy(_ policy: CancellationPolicy?) throws {
    guard let policy, !policy.isDeleted, !policy.isInserted, !policy.isUpdated else { return }
    try policy.validateSteps()
  }
}
