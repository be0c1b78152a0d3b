import ObjectModel

/// The side of a conflict that was chosen to win.
public enum ConflictChoice: Sendable, Hashable {
  /// All changes made here are saved; an object whose row is gone is inserted again, and one that
  /// was deleted here is deleted.
  case mine

  /// Properties changed on both sides keep the store's values, and those changed only here are
  /// saved; an object whose row is gone is deleted here, and one that was deleted here is restored.
  case theirs

  /// Like `mine` for the named properties, and like `theirs` for all others.
  case mineOnly(Set<String>)
}

/// A policy that resolves conflicts according to choices made from their reports.
///
///     do {
///       try context.save()
///     } catch let error as ObjectGraphError where !error.mergeConflicts.isEmpty {
///       context.mergePolicy = ChosenMergePolicy(error.mergeConflicts.map { ($0, ask($0)) })
///       defer { context.mergePolicy = .error }
///       try context.save()
///     }
///
/// A choice applies only to the state that the report shows: if the row has changed again since,
/// there is no choice for the new conflict.
public final class ChosenMergePolicy: MergePolicy {
  private let choices: [ManagedObjectID: (storedVersion: Int, choice: ConflictChoice)]
  private let constraintChoices: [ConstraintConflictReport: ConflictChoice]

  /// - Parameters:
  ///   - choices: the last of several choices for one object counts.
  ///   - constraintChoices: choices about uniqueness constraints. With `mine`, the object that has
  ///     the values takes over the changes of the new one; with `theirs`, only the references to
  ///     the new one, which is removed. A saved object that was given the values gets its own back
  ///     with `theirs`, and fails the save with `mine`. `mineOnly` counts as `mine`.
  ///   - type: the policy for conflicts without a choice.
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
    // Comes first, so that nothing is changed if it throws.
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
