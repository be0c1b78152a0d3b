/// How often something was written through a store: a number that stands for what the store has.
struct WriteCount {
  private(set) var current: Int64 = 0
  /// The greatest number that ever stood for something, if only for what was rolled back: it is not
  /// given again.
  private var greatest: Int64 = 0

  mutating func advance() {
    greatest += 1
    current = greatest
  }

  /// Takes note of the numbers of a transaction that was rolled back.
  mutating func skip(to other: WriteCount) { greatest = other.greatest }
}
