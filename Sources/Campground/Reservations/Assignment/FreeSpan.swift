/// The free nights of a site directly before and after a stay.
struct FreeSpan: Sendable {
  /// The free nights assumed on a side without a neighbor: more than any gap that matters, so that
  /// a site in use is preferred to an empty one.
  private static let openEnd = 100_000

  private let nights: Range<Int>

  /// The free nights before the stay.
  private(set) var before = Self.openEnd

  /// The free nights after the stay.
  private(set) var after = Self.openEnd

  init(around nights: Range<Int>) {
    self.nights = nights
  }

  /// Ends the span at a neighbor; a stay that overlaps is not one.
  mutating func end(at neighbour: Range<Int>) {
    if neighbour.upperBound <= nights.lowerBound {
      before = min(before, nights.lowerBound - neighbour.upperBound)
    } else if neighbour.lowerBound >= nights.upperBound {
      after = min(after, neighbour.lowerBound - nights.upperBound)
    }
  }
}
