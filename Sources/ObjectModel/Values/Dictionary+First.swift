extension Dictionary {
  /// Creates a dictionary from pairs; for duplicate keys, the first pair wins.
  @inlinable
  package init(firstOf pairs: some Sequence<(Key, Value)>) {
    self.init(pairs, uniquingKeysWith: { first, _ in first })
  }
}
