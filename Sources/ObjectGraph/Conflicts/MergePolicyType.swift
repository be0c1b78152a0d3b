/// How a merge policy resolves conflicts.
public enum MergePolicyType: Int, Sendable, Hashable, CaseIterable {
  /// The save fails.
  case errorMergePolicyType = 0

  /// Property by property: if both sides changed a value, the store's is kept.
  case mergeByPropertyStoreTrumpMergePolicyType = 1

  /// Property by property: if both sides changed a value, the object's is saved.
  case mergeByPropertyObjectTrumpMergePolicyType = 2

  /// The whole object is saved, overwriting even values that only the store changed.
  case overwriteMergePolicyType = 3

  /// The object discards its unsaved changes and adopts the store's values.
  case rollbackMergePolicyType = 4
}
