import ObjectGraph

/// What is kept when a stay is canceled, by how many days before arrival that happens.
///
/// A policy whose steps leave a number of days out, or name one twice, is
/// not saved, no matter who made it.
public final class CancellationPolicy: ManagedObject {
  /// The revision of the campground's rules with which this version came into force.
  @Managed("revision") public var revision: Int64

  /// The revision with which it ended; `Int64.max` while it is in force.
  @Managed("endRevision") public var endRevision: Int64

  /// The name, unique in the campground.
  @Managed("name") public var name: String

  /// True in the one policy of a campground that new reservations get, else nil: the store lets no
  /// two have the same value.
  @Managed("isDefault") package var standing: Bool?

  /// Whether new reservations got it, in a version that ended.
  @Managed("wasDefault") package var wasDefault: Bool

  /// Whether new reservations get it; of the policies of a campground one at most.
  public var isDefault: Bool {
    get { standing == true }
    set { standing = newValue ? true : nil }
  }

  /// The minute of the day, at the campground, from which a day of notice is over: 1020 for 17:00,
  /// 0 for midnight, the end of the day.
  @Managed("cutOffMinute") public var cutOffMinute: Int16

  /// For how many minutes after booking everything is refunded.
  @Managed("graceMinutes") public var graceMinutes: Int32

  /// What a change to dates without a common night costs, in minor units.
  @Managed("changeFeeMinor") public var changeFeeMinor: Int64

  /// The campground; never nil in a saved one.
  @Managed("campground") public var campground: Campground?

  /// The class of campsites it is for; nil for all.
  @Managed("siteClass") public var siteClass: SiteClass?

  /// The steps, which cover every number of days.
  @Managed("steps") public var steps: Set<CancellationStep>

  public override func validateForInsert() throws {
    var errors = ValidationErrors()
    errors.collect { try super.validateForInsert() }
    errors.collect { try validateSteps() }
    try errors.throwAll()
  }

  public override func validateForUpdate() throws {
    var errors = ValidationErrors()
    errors.collect { try super.validateForUpdate() }
    errors.collect { try validateSteps() }
    try errors.throwAll()
  }

  /// Checks that the steps cover every number of days once, and that each keeps one thing.
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
