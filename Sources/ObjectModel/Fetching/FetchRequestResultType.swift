/// What a fetch request gives, with Core Data's raw values, which model files carry.
public enum FetchRequestResultType: UInt, Sendable, Hashable, CaseIterable {
  /// Managed objects.
  case managedObjectResultType = 0
  /// The IDs of managed objects.
  case managedObjectIDResultType = 1
  /// Dictionaries of values.
  case dictionaryResultType = 2
  /// One number: how many objects there are.
  case countResultType = 4
}
