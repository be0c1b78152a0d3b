extension ResolvedSortOrder {
  /// Whether the first subject comes before the second.
  package func areInIncreasingOrder(
    _ left: any PredicateSubject, _ right: any PredicateSubject
  ) -> Bool {
    for descriptor in descriptors {
      let order = descriptor.comparison.order(
        descriptor.path.value(for: left), descriptor.path.value(for: right))
      if order == .orderedSame { continue }
      return (order == .orderedAscending) == descriptor.ascending
    }
    return left.objectID.key < right.objectID.key
  }
}
