extension Range<Int> {
  /// The first place from which on a condition holds, or the upper bound; found by halving.
  @inlinable
  package func partitioningIndex(where holds: (Int) throws -> Bool) rethrows -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if try holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
