import ObjectModel

/// How a context resolves conflicts when it saves.
///
/// Someone else may have changed or deleted a row since an object was read, and a new or changed
/// object may have values that a uniqueness constraint allows only once. The policy of the context
/// whose save was called resolves these conflicts, including those of objects that its parents
/// changed. It changes the objects; then they are validated and saved again, until there are no
/// more conflicts or the policy throws. If the save still fails, every object is restored to its
/// state before it.
///
/// | | changed here and there | deleted there, changed here | deleted here, changed there |
/// |-|-|-|-|
/// | `error` | the save fails | the save fails | the save fails |
/// | `mergeByPropertyStoreTrump` | the store's value | deleted here too | the deletion is dropped |
/// | `mergeByPropertyObjectTrump` | the object's value | inserted again | deleted |
/// | `overwrite` | the whole object | inserted again | deleted |
/// | `rollback` | the store's whole row | deleted here too | the deletion is dropped |
///
/// Members added to and removed from a to-many relationship are applied to the members now in the
/// store; only `rollback` discards them. An object that is inserted again keeps its own
/// relationships; relationships of other objects to it are not restored.
///
/// Objects that adopted values of the store are notified by `awake(fromSnapshotEvents:)` with
/// `mergePolicy`, after the policy has resolved all conflicts.
///
/// If a uniqueness constraint is violated, the new object is replaced by the object that has the
/// values: see `resolve(constraintConflicts:)`.
///
/// A subclass overrides one of the `resolve` methods, changes the objects of the conflicts as
/// needed, and calls super for the conflicts that it does not resolve itself. Super uses the type
/// that the subclass was initialized with.
open class MergePolicy {
  /// How the policy resolves conflicts.
  public let mergeType: MergePolicyType

  /// Creates a policy of the given type.
  public init(merge type: MergePolicyType) { mergeType = type }

  // Sound: these are not instances of a subclass, and the class has no mutable state.

  /// Conflicts fail the save.
  public nonisolated(unsafe) static let error = MergePolicy(merge: .errorMergePolicyType)

  /// Values changed on both sides keep the store's value; the object's other changes are saved.
  public nonisolated(unsafe) static let mergeByPropertyStoreTrump = MergePolicy(
    merge: .mergeByPropertyStoreTrumpMergePolicyType)

  /// All values changed in the object are saved; its other properties adopt the store's values.
  public nonisolated(unsafe) static let mergeByPropertyObjectTrump = MergePolicy(
    merge: .mergeByPropertyObjectTrumpMergePolicyType)

  /// The whole object is saved, overwriting even values that only the store changed.
  public nonisolated(unsafe) static let overwrite = MergePolicy(merge: .overwriteMergePolicyType)

  /// Objects in conflict adopt the store's values and lose their unsaved changes.
  public nonisolated(unsafe) static let rollback = MergePolicy(merge: .rollbackMergePolicyType)

  /// Resolves the conflicts of a save: first the `MergeConflict` objects in the list, then the
  /// `ConstraintConflict` objects.
  ///
  /// A save passes conflicts of one kind at a time; those about constraints follow when there are
  /// no more conflicts about rows.
  ///
  /// - Throws: errors of the other two methods and of overriding methods; then the save fails with
  ///   that error.
  open func resolve(mergeConflicts list: [Any]) throws {
    let merges = list.compactMap { $0 as? MergeConflict }
    let constraints = list.compactMap { $0 as? ConstraintConflict }
    if !merges.isEmpty { try resolve(optimisticLockingConflicts: merges) }
    if !constraints.isEmpty { try resolve(constraintConflicts: constraints) }
  }

  /// Resolves conflicts about rows that were changed or deleted since they were read.
  ///
  /// - Throws: code 133020 with all conflicts if the type is that of errors.
  open func resolve(optimisticLockingConflicts list: [MergeConflict]) throws {
    guard mergeType != .errorMergePolicyType else { throw MergeConflict.error(for: list) }
    for conflict in list { conflict.resolve(by: mergeType) }
  }

  /// Resolves conflicts about values that a uniqueness constraint allows only once.
  ///
  /// A new object is replaced by the one that keeps the values: the store's, or else a changed one,
  /// or else the one inserted first. References to the new object are redirected to it, and the new
  /// object leaves the context. With `mergeByPropertyObjectTrump`, the remaining object adopts the
  /// attributes that were set on the new one, its to-one relationships that are not nil, and the
  /// members of its to-many relationships; its other values and relationships are unchanged. With
  /// `overwrite`, it adopts all attributes. With `mergeByPropertyStoreTrump`, it adopts only the
  /// references to the new object. With `rollback`, the new object is deleted, following its delete
  /// rules.
  ///
  /// Two saved objects are never merged. If one of them was given the other one's values, it gets
  /// those of the constraint back under `mergeByPropertyStoreTrump`, and all of its own under
  /// `rollback`.
  ///
  /// - Throws: code 133021 with all conflicts if the type is that of errors, and if a saved object
  ///   would have to be replaced by another saved one.
  open func resolve(constraintConflicts list: [ConstraintConflict]) throws {
    guard mergeType != .errorMergePolicyType else { throw ConstraintConflict.error(for: list) }
    for conflict in list { try conflict.resolve(by: mergeType) }
  }

  /// Whether all conflicts fail the save.
  final var refusesAll: Bool {
    mergeType == .errorMergePolicyType && type(of: self) == MergePolicy.self
  }
}
