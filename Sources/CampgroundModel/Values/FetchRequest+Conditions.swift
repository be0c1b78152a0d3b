import ObjectGraph

extension FetchRequest {
  /// A request for the objects that match a condition, in the order of some keys.
  ///
  ///     FetchRequest<Sale>(where: "campground == %@", campground, by: ["-day", "number"])
  ///
  /// - Parameters:
  ///   - keys: a `-` before a key sorts in descending order.
  ///   - limit: the greatest number of objects; 0 for all.
  package convenience init(
    where format: String, _ arguments: Any?..., by keys: [String] = [], limit: Int = 0
  ) throws {
    self.init(try FetchPredicate(format: format, argumentArray: arguments), by: keys, limit: limit)
  }

  /// A request for the objects that match a predicate, or for all, in the order of some keys.
  package convenience init(_ predicate: FetchPredicate?, by keys: [String] = [], limit: Int = 0) {
    self.init()
    self.predicate = predicate
    fetchLimit = limit
    guard !keys.isEmpty else { return }
    sortDescriptors = keys.map { key in
      key.hasPrefix("-")
        ? FetchSortDescriptor(key: String(key.dropFirst()), ascending: false)
        : FetchSortDescriptor(key: key, ascending: true)
    }
  }
}
