import ObjectModel

/// What a context does about conflicts when it saves.
///
/// Someone else may have changed or deleted a row since an object was read, and a new or changed
/// object may have values that a uniqueness constraint allows only once. The policy of the context
/// whose save was called settles these, also those about objects that its parents changed. It
/// changes the objects; then they are validated and saved again, until nothing stands against the
/// save or the policy gives up. When the save fails all the same, every object is as it was before.
///
/// | | changed here and there | deleted there, changed here | deleted here, changed there |
/// |-|-|-|-|
/// | `error` | the save fails | the save fails | the save fails |
/// | `mergeByPropertyStoreTrump` | the store's value | deleted here too | the deletion is dropped |
/// | `mergeByPropertyObjectTrump` | the object's value | inserted again | deleted |
/// | `overwrite` | the whole object | inserted again | deleted |
/// | `rollback` | the store's whole row | deleted here too | the deletion is dropped |
///
/// What entered and left a to-many relationship goes on top of the members that the store has now;
/// only `rollback` drops it. An object that is inserted again has the relationships that lead from
/// it; what led to it stays cut.
///
/// Objects that were given values of the store are told by `awake(fromSnapshotEvents:)` with
/// `mergePolicy`, once the policy is through with all of them.
///
/// Where a constraint is broken, the new object gives way to the object that has the values: see
/// `resolve(constraintConflicts:)`.
///
/// A subclass overrides one of the `resolve` methods, changes the objects of the conflicts as it
/// likes, and calls super for what it does not settle itself. Super works by the type that the
/// subclass was made with.
open class MergePolicy {
  /// How the policy settles conflicts.
  public let mergeType: MergePolicyType

  /// Makes a policy of a type.
  public init(merge type: MergePolicyType) { mergeType = type }

  // Sound: these are not of a subclass, and the class has nothing that changes.

  /// Every conflict fails the save.
  public nonisolated(unsafe) static let error = MergePolicy(merge: .errorMergePolicyType)

  /// Values that both sides changed stay as the store has them; the object's
  /// other changes are saved.
  public nonisolated(unsafe) static let mergeByPropertyStoreTrump = MergePolicy(
    merge: .mergeByPropertyStoreTrumpMergePolicyType)

  /// All values that the object changed are saved; its other properties take the store's values.
  public nonisolated(unsafe) static let mergeByPropertyObjectTrump = MergePolicy(
    merge: .mergeByPropertyObjectTrumpMergePolicyType)

  /// The whole object is saved, also over values that only the store changed.
  public nonisolated(unsafe) static let overwrite = MergePolicy(merge: .overwriteMergePolicyType)

  /// Objects in conflict take the store's values and lose their unsaved changes.
  public nonisolated(unsafe) static let rollback = MergePolicy(merge: .rollbackMergePolicyType)

  /// Settles what a save ran into: the `MergeConflict` values of the list first, then the
  /// `ConstraintConflict` values.
  ///
  /// A save passes conflicts of one kind at a time; those about constraints come when
  /// no row differs any more.
  ///
  /// - Throws: as the other two methods, and what an overriding method throws; then the save fails
  ///   with that error.
  open func resolve(mergeConflicts list: [Any]) throws {
    let merges = list.compactMap { $0 as? MergeConflict }
    let constraints = list.compactMap { $0 as? ConstraintConflict }
    if !merges.isEmpty { try resolve(optimisticLockingConflicts: merges) }
    if !constraints.isEmpty { try resolve(constraintConflicts: constraints) }
  }

  /// Settles conflicts of rows that changed, or went away, since they were read.
  ///
  /// - Throws: code 133020 with all conflicts when the type is that of errors.
  open func resolve(optimisticLockingConflicts list: [MergeConflict]) throws {
    guard mergeType != .errorMergePolicyType else { throw MergeConflict.error(for: list) }
    for conflict in list { conflict.resolve(by: mergeType) }
  }

  /// Settles conflicts of values that a uniqueness constraint allows only once.
  ///
  /// A new object gives way to the one that has the values: that of the store's row, or else a
  /// changed one, or else the one that was inserted first. What refers to the new object refers to
  /// that one from then on, and the new object leaves the context. With
  /// `mergeByPropertyObjectTrump` the one that stays takes the attributes that were set on the new
  /// object, the to-one relationships that lead somewhere, and the members of the to-many ones; its
  /// other values and relationships stay. With `overwrite` it takes all attributes. With
  /// `mergeByPropertyStoreTrump` it takes what refers to the new object only. With `rollback` the
  /// new object is deleted, by its delete rules.
  ///
  /// Two saved objects are never made one. When one of them was given the other one's
  /// values, it gets those of the constraint back under `mergeByPropertyStoreTrump` and all
  /// of its own under `rollback`.
  ///
  /// - Throws: code 133021 with all conflicts when the type is that of errors, and when a saved
  ///   object would have to take another saved one's place.
  open func resolve(constraintConflicts list: [ConstraintConflict]) throws {
    guard mergeType != .errorMergePolicyType else { throw ConstraintConflict.error(for: list) }
    for conflict in list { try conflict.resolve(by: mergeType) }
  }

  /// Whether conflicts fail the save whatever they are.
  final var refusesAll: Bool {
    mergeType == .errorMergePolicyType && type(of: self) == MergePolicy.self
  }
}
