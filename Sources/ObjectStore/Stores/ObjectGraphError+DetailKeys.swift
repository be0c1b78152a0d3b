import ObjectModel

extension ObjectGraphError.DetailKey<[PersistentStore]> {
  /// NSAffectedStoresErrorKey: the store that failed, of an error with code 134040.
  public static var affectedStores: Self { Self(rawValue: "NSAffectedStoresErrorKey") }

  /// The stores that were committed although the save as a whole failed, of an error with code
  /// 134040; nil if there are none.
  public static var committedStores: Self { Self(rawValue: "committedStores") }
}

extension ObjectGraphError.DetailKey<[StoreConflict]> {
  /// The rows that a store refused to change or delete, of an error with code 133020.
  package static var conflictList: Self { Self(rawValue: "conflictList") }
}

extension ObjectGraphError.DetailKey<Int64> {
  /// The key of the other row with the values of a constraint, of an error with code 133021;
  /// negative if the save that failed inserts it.
  package static var conflictingKey: Self { Self(rawValue: "conflictingKey") }
}
