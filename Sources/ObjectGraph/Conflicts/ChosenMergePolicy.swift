import ObjectModel

/// Which side of a conflict somebody chose.
public enum ConflictChoice: Sendable, Hashable {
  /// All that was changed here goes to the store; an object that is gone is inserted again, and one
  /// that was deleted here is deleted.
  case mine

  /// What both sides changed stays as it is in the store, and what was changed only here is saved;
  /// an object that is gone is deleted here, and one that was deleted here comes back.
  case theirs

  /// As `mine` for the properties of these names, and as `theirs` for the others.
  case mineOnly(Set<String>)
}

/// A policy that settles conflicts as somebody chose who has seen their reports.
///
///     do {
///       try context.save()
///     } catch let error as ObjectGraphError where !error.mergeConflicts.isEmpty {
///       context.mergePolicy = ChosenMergePolicy(error.mergeConflicts.map { ($0, ask($0)) })
///       defer { context.mergePolicy = .error }
///       try context.save()
///     }
///
/// A choice holds only for what the report shows: when the row has changed again since, the
/// conflict is one that nobody chose about.
public final class ChosenMergePolicy: MergePolicy {
  private let choices: [ManagedObjectID: (storedVersion: Int, choice: ConflictChoice)]
  private let constraintChoices: [ConstraintConflictReport: ConflictChoice]

  /// - Parameters:
  ///   - choices: of two for one object, the last one counts.
  ///   - constraintChoices: about uniqueness constraints. With `mine` the object that has the
  ///     values takes what was written to the new one, with `theirs` only what refers to the new
  ///     one, which gives way; a saved object that was given the values gets its own back with
  ///     `theirs`, and stands against the save with `mine`. `mineOnly` counts as `mine`.
  ///   - type: what is done about conflicts that nobody chose about.
  public init(
    _ choices: [(ConflictReport, ConflictChoice)] = [],
    constraints constraintChoices: [(ConstraintConflictReport, ConflictChoice)] = [],
    otherwise type: MergePolicyType = .errorMergePolicyType
  ) {
    self.choices = Dictionary(
      choices.map { report, choice in (report.objectID, (report.storedVersion, choice)) },
      uniquingKeysWith: { _, last in last })
    self.constraintChoices = Dictionary(constraintChoices, uniquingKeysWith: { _, last in last })
    super.init(merge: type)
  }

  public override func resolve(optimisticLockingConflicts list: [MergeConflict]) throws {
    let others = list.filter { choice(for: $0) == nil }
    // First, so that nothing is changed in vain.
    if !others.isEmpty { try super.resolve(optimisticLockingConflicts: others) }
    for conflict in list {
      switch choice(for: conflict) {
      case .mine: conflict.resolve(by: .mergeByPropertyObjectTrumpMergePolicyType)
      case .theirs: conflict.resolve(by: .mergeByPropertyStoreTrumpMergePolicyType)
      case .mineOnly(let names): conflict.resolve(keeping: names)
      case nil: break
      }
    }
  }

  public override func resolve(constraintConflicts list: [ConstraintConflict]) throws {
    let others = list.filter { constraintChoices[$0.report] == nil }
    if !others.isEmpty { try super.resolve(constraintConflicts: others) }
    for conflict in list {
      switch constraintChoices[conflict.report] {
      case .mine, .mineOnly: try conflict.resolve(by: .mergeByPropertyObjectTrumpMergePolicyType)
      case .theirs: try conflict.resolve(by: .mergeByPropertyStoreTrumpMergePolicyType)
      case nil: break
      }
    }
  }

  private func choice(for conflict: MergeConflict) -> ConflictChoice? {
    guard let made = choices[conflict.report.objectID],
      made.storedVersion == conflict.newVersionNumber
    else { return nil }
    return made.choice
  }
}
