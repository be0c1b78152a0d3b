import ObjectGraph

extension FetchRequest {
  /// A request for the objects that match a condition, in the order of some keys.
  ///
  ///     FetchRequest<Sale>(where: "campground == %@", campground, by: ["-day", "number"])
  ///
  /// - Parameters:
  ///   - keys: a `-` before a key sorts in descending order.
  ///   - limit: the greatest number of objects; 0 for all.
  ///   - keyPaths: the relationships to prefetch.
  package convenience init(
    where format: String, _ arguments: Any?..., by keys: [String] = [], limit: Int = 0,
    prefetching keyPaths: [String] = []
  ) throws {
    self.init(
      try FetchPredicate(format: format, argumentArray: arguments), by: keys, limit: limit,
      prefetching: keyPaths)
  }

  /// A request for the objects that match a predicate, or for all, in the order of some keys.
  package convenience init(
    _ predicate: FetchPredicate?, by keys: [String] = [], limit: Int = 0,
    prefetching keyPaths: [String] = []
  ) {
    self.init()
    self.predicate = predicate
    fetchLimit = limit
    relationshipKeyPathsForPrefetching = keyPaths
    guard !keys.isEmpty else { return }
    sortDescriptors = keys.map { key in
      key.hasPrefix("-")
        ? FetchSortDescriptor(key: String(key.dropFirst()), ascending: false)
        : FetchSortDescriptor(key: key, ascending: true)
    }
  }
}

extension FetchPredicate {
  /// Matches what meets all of the conditions; one whose argument is nil does not count.
  ///
  ///     try FetchPredicate.all(["campground == %@": campground, "day >= %@": first?.midnightUTC])
  package static func all(_ conditions: KeyValuePairs<String, Any?>) throws -> FetchPredicate {
    CompoundPredicate(
      andPredicateWithSubpredicates: try conditions.filter { $0.value != nil }.map {
        try FetchPredicate(format: $0.key, argumentArray: [$0.value])
      })
  }
}
