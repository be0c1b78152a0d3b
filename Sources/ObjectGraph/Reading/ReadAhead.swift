/// How many objects' members of one relationship are read together.
///
/// One object's at first, then those of twice as many as were asked for within the event. Whoever
/// goes through a list costs few statements, and whoever looks at one object reads no other's
/// members.
struct ReadAhead {
  private static let greatestSize = 256

  private var askedCount = 0

  /// The number of objects for the statement that is due, the one that asks included.
  mutating func nextSize() -> Int {
    askedCount += 1
    return askedCount == 1 ? 1 : min(askedCount * 2, Self.greatestSize)
  }

  /// Takes note that what was read ahead was asked for.
  mutating func recordUse() { askedCount += 1 }
}
