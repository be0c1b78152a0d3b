/// Unions, intersections and differences: the receiver's elements keep their order, and others
/// follow in theirs.
extension OrderedSet {
  /// The elements of this set, followed by those of the other sequence that it lacks.
  public func union(_ other: some Sequence<Element>) -> Self {
    var result = self
    result.formUnion(other)
    return result
  }

  /// Appends the elements that are not already in the set.
  public mutating func formUnion(_ other: some Sequence<Element>) { append(contentsOf: other) }

  /// The elements that are also in the other sequence.
  public func intersection(_ other: some Sequence<Element>) -> Self {
    var result = self
    result.formIntersection(other)
    return result
  }

  /// Removes the elements that are not in the other sequence.
  public mutating func formIntersection(_ other: some Sequence<Element>) {
    let kept = Set(other)
    removeAll { !kept.contains($0) }
  }

  /// The elements that are not in the other sequence.
  public func subtracting(_ other: some Sequence<Element>) -> Self {
    var result = self
    result.subtract(other)
    return result
  }

  /// Removes the elements that are in the other sequence.
  public mutating func subtract(_ other: some Sequence<Element>) {
    let removed = Set(other)
    removeAll { removed.contains($0) }
  }

  /// The elements that are in only one of the two, this set's first.
  public func symmetricDifference(_ other: some Sequence<Element>) -> Self {
    let theirs = OrderedSet(other)
    return subtracting(theirs).union(theirs.subtracting(self))
  }

  /// Whether every element is in the other sequence, regardless of order.
  public func isSubset(of other: some Sequence<Element>) -> Bool {
    let all = Set(other)
    return allSatisfy { all.contains($0) }
  }

  /// Whether every element of the other sequence is in the set, regardless of order.
  public func isSuperset(of other: some Sequence<Element>) -> Bool {
    other.allSatisfy { contains($0) }
  }

  /// Whether no element is in the other sequence.
  public func isDisjoint(with other: some Sequence<Element>) -> Bool {
    !other.contains { contains($0) }
  }
}
