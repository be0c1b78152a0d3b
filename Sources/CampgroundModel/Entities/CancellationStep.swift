import Foundation
import ObjectGraph

/// What is kept and charged for a range of days of notice.
public final class CancellationStep: ManagedObject {
  /// The fewest days of notice that it covers.
  @Managed("fromDays") public var fromDays: Int16

  /// The most days of notice that it covers; nil for an open end.
  @Managed("throughDays") public var throughDays: Int16?

  /// How many nights, from the first, are kept at full price.
  @Managed("keptNights") public var keptNights: Int16?

  /// The percentage of the lodging that is kept.
  @Managed("keptPercent") public var keptPercent: Decimal?

  /// The cancellation fee, in minor units.
  @Managed("feeMinor") public var feeMinor: Int64

  /// The policy; never nil once saved.
  @Managed("policy") public var policy: CancellationPolicy?

  /// The days of notice that it covers.
  public var days: NoticeDays {
    NoticeDays(from: Int(fromDays), through: throughDays.map(Int.init))
  }

  public override func validateForInsert() throws {
    try ValidationErrors.collect(
      from: { try super.validateForInsert() }, { try self.validatePolicy(self.policy) })
  }

  public override func validateForUpdate() throws {
    try ValidationErrors.collect(
      from: { try super.validateForUpdate() }, { try self.validatePolicy(self.policy) })
  }

  public override func validateForDelete() throws {
    try super.validateForDelete()
    let before = try committedValues(forKeys: ["policy"])["policy"]
    try validatePolicy(before as? CancellationPolicy)
  }

  /// Checks the steps of a policy, unless the same save validates or deletes the policy itself.
  private func validatePolicy(_ policy: CancellationPolicy?) throws {
    guard let policy, !policy.isDeleted, !policy.isInserted, !policy.isUpdated else { return }
    try policy.validateSteps()
  }
}
