extension Dictionary {
  /// Makes a dictionary of pairs, of which the first counts where several have the same key.
  @inlinable
  package init(firstOf pairs: some Sequence<(Key, Value)>) {
    self.init(pairs, uniquingKeysWith: { first, _ in first })
  }
}
