import Foundation
import ObjectGraph

/// Settles what a pad's save runs into as the pad's owner chose, and by itself where both sides
/// agree; refuses the rest.
final class PadMergePolicy: MergePolicy {
  private let choice: ScratchPad.Choice?

  /// What the choice was made about; nil when nothing was told before.
  private let told: [EditConflict]?

  private let context: ManagedObjectContext
  private let trail: AuditTrail

  /// Objects that were changed here, and that stay deleted as they are in the store.
  private var givenUp: Set<ManagedObjectID> = []

  /// How much of the pad's work there is to save.
  private(set) var work: UnsavedWork

  init(
    _ choice: ScratchPad.Choice?, about told: [EditConflict]?, in context: ManagedObjectContext,
    writing trail: AuditTrail
  ) {
    self.trail = trail
    self.choice = choice
    self.told = told
    self.context = context
    work = UnsavedWork(in: context)
    super.init(merge: .errorMergePolicyType)
  }

  override func resolve(optimisticLockingConflicts list: [MergeConflict]) throws {
    let reports = list.map { ConflictReport($0) }
    let chosen = reports.compactMap { report in
      let made = choice(about: .changed(report), of: EditConflict.choices(about: report))
      let isSettled =
        report.isSettled || report.isOnlyAnotherVersion || report.isAgreedOnDefault
        || isHarmless(report)
      return (isSettled ? .mine : made).map { (report, $0) }
    }
    // With all of them, so that all are told.
    guard chosen.count == list.count else {
      return try super.resolve(optimisticLockingConflicts: list)
    }
    try ChosenMergePolicy(chosen).resolve(optimisticLockingConflicts: list)
    for (report, choice) in chosen where report.entityName == "Season" {
      try keepDatesWhole(report, choice)
    }
    for (report, _) in chosen { try keepMarks(report) }
    if choice == .theirs {
      let gone = reports.filter { $0.isDeletedInStore && !$0.isDeletedHere }
      givenUp.formUnion(gone.map(\.objectID))
    }
    try trail.rewrite()
    work = UnsavedWork(in: context, leavingOut: givenUp)
  }

  /// Gives a season whose first or last day both sides changed that day as one of them has it: the
  /// month of the one with the day of the other is what nobody wrote.
  private func keepDatesWhole(_ report: ConflictReport, _ choice: ConflictChoice) throws {
    let season = context.object(with: report.objectID)
    guard report.kind == .changed, !season.isDeleted else { return }
    for names in [Season.partsOfFirst, Season.partsOfLast] {
      let parts = report.properties.filter { names.contains($0.name) }
      guard parts.contains(where: \.isWritten), parts.contains(where: \.isChangedInStore) else {
        continue
      }
      for part in parts {
        let value = choice == .mine ? part.written : part.stored
        try season.setValue(value.anyValue, forKey: part.name)
      }
    }
  }

  /// Lets what is saved be the latest version of a rule, whosever values it has.
  private func keepMarks(_ report: ConflictReport) throws {
    let object = context.object(with: report.objectID)
    guard report.kind == .changed, !object.isDeleted else { return }
    for mark in report.properties where mark.isWritten && RuleVersions.marks.contains(mark.name) {
      try object.setValue(mark.written.anyValue, forKey: mark.name)
    }
  }

  override func resolve(constraintConflicts list: [ConstraintConflict]) throws {
    let chosen = list.map { ConstraintConflictReport($0) }.compactMap { report in
      let made = choice(about: .taken(report), of: EditConflict.choices(about: report))
      return (EditConflict.isSettled(report) ? .theirs : made).map { (report, $0) }
    }
    guard chosen.count == list.count else {
      return try super.resolve(constraintConflicts: list)
    }
    try ChosenMergePolicy(constraints: chosen).resolve(constraintConflicts: list)
    trail.dropWhatIsNotAdded()
    work = UnsavedWork(in: context, leavingOut: givenUp)
  }

  /// Whether somebody changed a campground of which nothing was written here, and closed no day
  /// that a line of the pad is for.
  private func isHarmless(_ report: ConflictReport) -> Bool {
    guard report.isUnwrittenCampground, !report.isDeletedInStore else { return false }
    guard let closed = report.closedThrough else { return true }
    return !context.insertedObjects.contains { object in
      guard let line = object as? FolioEntry else { return false }
      return line.day <= closed && line.folio?.campground?.objectID == report.objectID
    }
  }

  /// The choice, unless it is none for this conflict, or was made about another one.
  private func choice(
    about cause: EditConflict.Cause, of choices: Set<ScratchPad.Choice>
  ) -> ConflictChoice? {
    guard let choice, choices.contains(choice), told?.contains(where: { $0.isStill(cause) }) ?? true
    else { return nil }
    return choice == .mine ? .mine : .theirs
  }
}

extension ConflictReport {
  /// Whether somebody else changed nothing but which version of a rule it is.
  var isOnlyAnotherVersion: Bool {
    let changes = properties.filter(\.isChangedInStore)
    return kind == .changed && !isDeletedInStore && !changes.isEmpty
      && changes.allSatisfy { RuleVersions.marks.contains($0.name) }
  }

  /// Whether both sides took new reservations away from a policy, or gave them to it, and somebody
  /// else changed nothing more of it.
  var isAgreedOnDefault: Bool {
    entityName == "CancellationPolicy" && kind == .changed
      && properties.allSatisfy { property in
        !property.isChangedInStore
          || property.name == "isDefault" && property.stored == property.written
          || RuleVersions.marks.contains(property.name)
      }
  }

  /// Whether the object is a campground of which nothing was written here.
  var isUnwrittenCampground: Bool {
    entityName == "Campground" && !isDeletedHere
      && !properties.contains { $0.isWritten && !RuleVersions.marks.contains($0.name) }
  }

  /// The day, as midnight UTC, through which somebody else closed the days of a campground.
  var closedThrough: Date? {
    let property = properties.first { $0.name == "closedThrough" && $0.isChangedInStore }
    if case .date(let day) = property?.stored { return day }
    return nil
  }
}
