import ObjectGraph

/// An edit that met somebody else's, as the engine reports it and as people speak of it.
public struct EditConflict: Sendable, Hashable {
  /// What stands against the edit.
  public enum Cause: Sendable, Hashable {
    /// The object was changed or deleted in the store since it was read.
    case changed(ConflictReport)
    /// Somebody else gave the object's name to another one.
    case taken(ConstraintConflictReport)
  }

  /// What stands against the edit.
  public let cause: Cause

  /// What people call the object, "camper Ada".
  public let label: String

  /// The properties to compare, attributes first, each group by name: what was seen, what is in the
  /// store now, what was written.
  public let properties: [ConflictReport.Property]

  /// How the two edits can be put together; without any choice the edit has to be taken back and
  /// thought over.
  public let choices: Set<ScratchPad.Choice>

  /// Whether the object was to be deleted.
  public var isDeletedHere: Bool { report?.isDeletedHere ?? false }

  /// Whether the object is not in the store any more.
  public var isDeletedInStore: Bool { report?.isDeletedInStore ?? false }

  /// Whether the object's name was taken by another one.
  public var isTaken: Bool { report == nil }

  private var report: ConflictReport? {
    if case .changed(let report) = cause { return report }
    return nil
  }
}

extension EditConflict: CustomStringConvertible {
  /// `camper Ada was changed by someone else`
  public var description: String {
    if case .taken(let report) = cause, report.entityName == "MeterReading" {
      return "\(label) was read by someone else"
    }
    if isTaken { return "the name of \(label) was taken by someone else" }
    return "\(label) was \(isDeletedInStore ? "deleted" : "changed") by someone else"
  }
}

extension EditConflict {
  /// The conflicts that a save failed with, by label; nothing for an error of another kind.
  ///
  /// Left out are those where both sides agree; the rows that keep a reservation's nights and
  /// prices, beside the reservation; and nights that were taken, which no choice can share.
  ///
  /// - Parameter context: the one that was saved.
  static func conflicts(
    of error: ObjectGraphError, in context: ManagedObjectContext
  ) -> [EditConflict] {
    // What several lines depend on is reported once for each of them.
    var told: Set<ManagedObjectID> = []
    let changed = error.mergeConflicts
      .filter {
        !$0.isAgreed && !$0.isOnlyAnotherVersion && !$0.isAgreedOnDefault
          && told.insert($0.objectID).inserted
      }
      .map { EditConflict($0, in: context) }
    let taken = error.constraintConflicts.compactMap { EditConflict($0, in: context) }
    let all = (changed + taken).sorted { ($0.label, $0.entityName) < ($1.label, $1.entityName) }
    let others = all.filter { !partsOfStays.contains($0.entityName) }
    return others.isEmpty ? all : others
  }

  /// What belongs to a reservation and is told with it.
  private static let partsOfStays: Set = [
    "ReservationNight", "StaySegment", "GivenUpNights", "ChangeFee", "Allowance", "TaxWaiver",
    "StayEvent",
    "Posting",
  ]

  private init(_ report: ConflictReport, in context: ManagedObjectContext) {
    cause = .changed(report)
    label = ObjectLabel.phrase(for: context.object(with: report.objectID))
    properties = report.changedValues.filter { !RuleVersions.marks.contains($0.name) }
    choices = Self.choices(about: report)
  }

  private init?(_ report: ConstraintConflictReport, in context: ManagedObjectContext) {
    guard !Self.isSettled(report), report.entityName != "ReservationNight",
      let claim = report.claims.first
    else { return nil }
    cause = .taken(report)
    label = ObjectLabel.phrase(for: context.object(with: claim.objectID))
    properties = claim.properties.filter {
      $0.stored != $0.written && !RuleVersions.marks.contains($0.name)
    }
    choices = Self.choices(about: report)
  }

  private var entityName: String {
    switch cause {
    case .changed(let report): report.entityName
    case .taken(let report): report.entityName
    }
  }

  /// The choices that keep the rules of the business.
  static func choices(about report: ConflictReport) -> Set<ScratchPad.Choice> {
    // Dates, state, nights and prices belong together.
    if partsOfStays.contains(report.entityName) { return [] }
    return switch (report.entityName, report.isDeletedHere) {
    case ("Reservation", _): []
    // What is offered to whom follows from all of them.
    case ("WaitlistEntry", _), ("Wish", _), ("Offer", _): []
    // What two people took from one sum adds up; neither's alone is true.
    case ("Folio", _), ("FolioEntry", _), ("Voucher", _): []
    case ("Item", false)
    where report.properties.contains { $0.name == "stock" && $0.isWritten && $0.isChangedInStore }:
      []
    // It stands for the nights that were taken of it.
    case ("CampSite", false) where report.isUntouchedSite: []
    // Former reservations keep the name of a site that goes; undoing takes that back, too.
    case ("CampSite", true): [.mine]
    default: [.mine, .theirs]
    }
  }

  /// Whether two clerks added the same, so that nothing is to be chosen. Of a policy and of a bill
  /// that cannot be told from their own values: they are what belongs to them.
  static func isSettled(_ report: ConstraintConflictReport) -> Bool {
    report.isAgreedButForVersions
      && !["ReservationNight", "Folio", "CancellationPolicy"].contains(report.entityName)
  }

  /// Two objects that are in the store stay two: one of them cannot take the other one's name.
  static func choices(about report: ConstraintConflictReport) -> Set<ScratchPad.Choice> {
    switch report.entityName {
    case "ReservationNight": return []
    // Both wishes are meant.
    case "Wish": return []
    // Stays were put on the bill, or under the policy, of this clerk and not of the other one.
    case "Folio", "CancellationPolicy": return []
    // What was used since the reading before is charged to somebody by each of them.
    case "MeterReading": return []
    // Amounts of one would be in the currency of the other.
    case "Campground" where report.claims.contains(where: \.hasOtherCurrency): return []
    default: break
    }
    return report.claims.allSatisfy(\.isNew) ? [.mine, .theirs] : [.theirs]
  }

  /// Whether another conflict is one of the same object, and of the same kind.
  func isAbout(_ other: EditConflict) -> Bool {
    switch (cause, other.cause) {
    case (.changed(let one), .changed(let other)): one.objectID == other.objectID
    case (.taken(let one), .taken(let other)): one.objectIDs == other.objectIDs
    default: false
    }
  }

  /// Whether the store has the same now as when the other conflict was told.
  func isStill(_ other: EditConflict.Cause) -> Bool {
    switch (cause, other) {
    case (.changed(let told), .changed(let report)):
      told.objectID == report.objectID && told.storedVersion == report.storedVersion
    case (.taken(let told), .taken(let report)):
      told.databaseObjectID == report.databaseObjectID
        && told.databaseValues == report.databaseValues && told.values == report.values
    default: false
    }
  }
}

extension ConstraintConflictReport {
  /// Whether somebody else made the same object, whichever version of it came first.
  fileprivate var isAgreedButForVersions: Bool {
    databaseObjectID != nil
      && claims.allSatisfy { claim in
        claim.isNew
          && claim.properties.allSatisfy {
            $0.stored == $0.written || RuleVersions.marks.contains($0.name)
          }
      }
  }
}

extension ConstraintConflictReport.Claim {
  /// Whether a campground was to have another currency than the one that has its name.
  fileprivate var hasOtherCurrency: Bool {
    properties.contains { $0.name == "currencyCode" && $0.stored != $0.written }
  }
}
