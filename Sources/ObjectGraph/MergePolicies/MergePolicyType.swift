/// How a merge policy settles conflicts.
public enum MergePolicyType: Int, Sendable, Hashable, CaseIterable {
  /// The save fails.
  case errorMergePolicyType = 0

  /// Property by property: where both sides changed a value, the store's stays.
  case mergeByPropertyStoreTrumpMergePolicyType = 1

  /// Property by property: where both sides changed a value, the object's goes to the store.
  case mergeByPropertyObjectTrumpMergePolicyType = 2

  /// The whole object goes to the store, also over values that only the store changed.
  case overwriteMergePolicyType = 3

  /// The object drops its unsaved changes and takes the store's values.
  case rollbackMergePolicyType = 4
}
