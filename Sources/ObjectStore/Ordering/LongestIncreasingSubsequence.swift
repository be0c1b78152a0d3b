/// The indexes of a longest subsequence in which each value is greater than the one before; nils
/// are never included.
@inlinable
package func longestIncreasingSubsequence<Value: Comparable>(of values: [Value?]) -> [Int] {
  /// For each length, the index of the smallest value with which such a subsequence can end.
  var ends: [(index: Int, value: Value)] = []
  var former = Array(repeating: -1, count: values.count)
  for (index, value) in values.enumerated() {
    guard let value else { continue }
    let length = (0..<ends.count).partitioningIndex { ends[$0].value >= value }
    if length > 0 { former[index] = ends[length - 1].index }
    if length == ends.count { ends.append((index, value)) } else { ends[length] = (index, value) }
  }
  var found: [Int] = []
  var next = ends.last?.index ?? -1
  while next >= 0 {
    found.append(next)
    next = former[next]
  }
  return found.reversed()
}
