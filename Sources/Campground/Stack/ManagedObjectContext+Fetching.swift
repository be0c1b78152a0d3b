import ObjectGraph

extension ManagedObjectContext {
  /// The objects of a class that match a predicate.
  ///
  ///     try context.fetch(
  ///       Reservation.self, where: "campground == %@ AND dateTo > %@", campground, date,
  ///       by: ["number"])
  ///
  /// - Parameters:
  ///   - format: the predicate, with its arguments.
  ///   - keys: what to sort by; a `-` before a key sorts in descending order.
  ///   - keyPaths: the relationships to prefetch.
  /// - Throws: what a fetch throws.
  func fetch<Object: ManagedObject>(
    _ type: Object.Type, where format: String, _ arguments: Any?..., by keys: [String] = [],
    prefetching keyPaths: [String] = []
  ) throws -> [Object] {
    let request = FetchRequest<Object>(
      try FetchPredicate(format: format, argumentArray: arguments), by: keys)
    request.relationshipKeyPathsForPrefetching = keyPaths
    return try fetch(request)
  }
}
