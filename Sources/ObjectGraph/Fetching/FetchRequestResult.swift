import ObjectModel

/// What a fetch request can give: managed objects, their IDs, dictionaries of values, or a count.
///
///     FetchRequest<Camper>(entityName: "Camper")               // [Camper]
///     FetchRequest<ManagedObjectID>(entityName: "Camper")      // [ManagedObjectID]
///     FetchRequest<[String: any Sendable]>(entityName: "Camper")
///     FetchRequest<Int>(entityName: "Camper")                  // one number
public protocol FetchRequestResult {
  /// The result type of requests that give such results.
  static var fetchRequestResultType: FetchRequestResultType { get }
}

extension ManagedObject: FetchRequestResult {
  public static var fetchRequestResultType: FetchRequestResultType { .managedObjectResultType }
}

extension ManagedObjectID: FetchRequestResult {
  public static var fetchRequestResultType: FetchRequestResultType { .managedObjectIDResultType }
}

/// The values of one row or group by name; a nil value has no key. Integers of any size are
/// `Int64`, which does not cast to `Int`.
extension Dictionary: FetchRequestResult where Key == String, Value == any Sendable {
  public static var fetchRequestResultType: FetchRequestResultType { .dictionaryResultType }
}

/// How many objects there are.
extension Int: FetchRequestResult {
  public static var fetchRequestResultType: FetchRequestResultType { .countResultType }
}
