/// The form of a fetch request's results, with Core Data's raw values, which model files use.
public enum FetchRequestResultType: UInt, Sendable, Hashable, CaseIterable {
  /// Managed objects.
  case managedObjectResultType = 0
  /// The IDs of managed objects.
  case managedObjectIDResultType = 1
  /// Dictionaries of values.
  case dictionaryResultType = 2
  /// A single number, the count of objects.
  case countResultType = 4
}
