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
  ///   - limit: the greatest number of objects; 0 for all.
  ///   - keyPaths: the relationships to prefetch.
  /// - Throws: what a fetch throws.
  func fetch<Object: ManagedObject>(
    _ type: Object.Type, where format: String, _ arguments: Any?..., by keys: [String] = [],
    limit: Int = 0, prefetching keyPaths: [String] = []
  ) throws -> [Object] {
    try fetch(
      FetchRequest<Object>(
        FetchPredicate(format: format, argumentArray: arguments), by: keys, limit: limit,
        prefetching: keyPaths))
  }

  /// The number of objects of a class that match a predicate.
  func count<Object: ManagedObject>(
    _ type: Object.Type, where format: String, _ arguments: Any?...
  ) throws -> Int {
    try count(
      for: FetchRequest<Object>(FetchPredicate(format: format, argumentArray: arguments)))
  }
}
