import ObjectGraph

/// What is kept when a stay is canceled, depending on the days of notice.
///
/// A policy whose steps leave out a number of days or cover one twice cannot be saved, whichever
/// code made it.
///
/// It may be for a class of campsites and has no other conditions. A stay agrees to one policy when it
/// becomes reserved, by name, by its class or as the default, and keeps it for all its nights and
/// through changes of its dates. A policy for some dates would leave open what holds for a stay that
/// crosses them or moves out of them, and which of several policies is the default.
public final class CancellationPolicy: VersionedRule {
  public override class var noun: String { "cancellation policy" }

  /// True for the campground's default policy, nil for all others: a uniqueness constraint allows
  /// one true value.
  @Managed("isDefault") package var standing: Bool?

  /// Whether a former version was the default policy.
  @Managed("wasDefault") package var wasDefault: Bool

  /// Whether new reservations get this policy by default; at most one policy of a campground is the
  /// default.
  public var isDefault: Bool {
    get { standing == true }
    set { standing = newValue ? true : nil }
  }

  /// The minute of the day, in the campground's time zone, from which the day no longer counts as a
  /// day of notice: 1020 for 17:00; 0 for midnight, the end of the day.
  @Managed("cutOffMinute") public var cutOffMinute: Int16

  /// The grace period in minutes after booking, within which everything is refunded.
  @Managed("graceMinutes") public var graceMinutes: Int32

  /// The fee for new dates that share no night with the old ones, in minor units.
  @Managed("changeFeeMinor") public var changeFeeMinor: Int64

  /// The class of campsites that it applies to; nil for all.
  @Managed("siteClass") public var siteClass: SiteClass?

  /// The steps, which together cover every number of days.
  @Managed("steps") public var steps: Set<CancellationStep>

  public override func validateForInsert() throws {
    try ValidationErrors.collect(from: { try super.validateForInsert() }, validateSteps)
  }

  public override func validateForUpdate() throws {
    try ValidationErrors.collect(from: { try super.validateForUpdate() }, validateSteps)
  }

  /// Checks that the steps cover every number of days exactly once, and that none keeps both nights
  /// and a percentage.
  package func validateSteps() throws {
    let present = steps.filter { !$0.isDeleted }
    if let both = present.first(where: { $0.keptNights != nil && $0.keptPercent != nil }) {
      throw invalid(
        "the step for \(both.days) of notice keeps both nights and a percentage",
        repair: "leave out one of them")
    }
    if let fault = NoticeDays.fault(in: present.map(\.days)) {
      throw invalid("\(fault)", repair: fault.repair)
    }
  }

  private func invalid(_ reason: String, repair: String) -> ObjectGraphError {
    ObjectGraphError(
      .managedObjectValidation, "cancellation policy \"\(name)\": \(reason)", repair: repair,
      entityName: "CancellationPolicy", objectID: objectID, key: "steps")
  }
}
