import ObjectModel

/// The result of a fetch request: managed objects, their IDs, dictionaries of values, or a count.
///
///     FetchRequest<Camper>(entityName: "Camper")               // [Camper]
///     FetchRequest<ManagedObjectID>(entityName: "Camper")      // [ManagedObjectID]
///     FetchRequest<[String: any Sendable]>(entityName: "Camper")
///     FetchRequest<Int>(entityName: "Camper")                  // one number
public protocol FetchRequestResult {
  /// The result type of requests with such results.
  static var fetchRequestResultType: FetchRequestResultType { get }
}

extension ManagedObject: FetchRequestResult {
  public static var fetchRequestResultType: FetchRequestResultType { .managedObjectResultType }
}

extension ManagedObjectID: FetchRequestResult {
  public static var fetchRequestResultType: FetchRequestResultType { .managedObjectIDResultType }
}

/// The values of one row or group by name; nil values have no key. Integers of any size are
/// `Int64`, which cannot be cast to `Int`.
extension Dictionary: FetchRequestResult where Key == String, Value == any Sendable {
  public static var fetchRequestResultType: FetchRequestResultType { .dictionaryResultType }
}

/// The number of objects.
extension Int: FetchRequestResult {
  public static var fetchRequestResultType: FetchRequestResultType { .countResultType }
}
