/// The number of objects whose members of a relationship are read together.
///
/// Starts with one object, then twice as many as were accessed in the event. So iterating over a
/// list takes few statements, and accessing one object does not read the members of others.
struct ReadAhead {
  private static let greatestSize = 256

  private var askedCount = 0

  /// The number of objects for the next statement, including the one being accessed.
  mutating func nextSize() -> Int {
    askedCount += 1
    return askedCount == 1 ? 1 : min(askedCount * 2, Self.greatestSize)
  }

  /// Records that members read ahead were accessed.
  mutating func recordUse() { askedCount += 1 }
}
