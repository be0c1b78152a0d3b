import ObjectStore

extension Array {
  /// Puts elements among those of a sorted array, each behind the last one that is not greater.
  ///
  /// Costs a comparison for each level of halving and new element, and one pass over the array.
  mutating func insert(
    sorted new: [Element], by areInIncreasingOrder: (Element, Element) throws -> Bool
  ) rethrows {
    guard !new.isEmpty else { return }
    let new = try new.sorted(by: areInIncreasingOrder)
    var result: [Element] = []
    result.reserveCapacity(count + new.count)
    var start = startIndex
    for element in new {
      let place = try (start..<endIndex).partitioningIndex {
        try areInIncreasingOrder(element, self[$0])
      }
      result += self[start..<place]
      result.append(element)
      start = place
    }
    result += self[start...]
    self = result
  }
}
