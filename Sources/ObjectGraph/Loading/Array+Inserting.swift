import ObjectStore

extension Array {
  /// Inserts elements into a sorted array, each after the last one that is not greater.
  ///
  /// Takes a binary search for each new element, and one pass over the array.
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
