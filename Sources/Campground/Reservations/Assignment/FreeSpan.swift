/// The free nights of a site right before and right after those of a stay.
struct FreeSpan: Sendable {
  /// What counts as free on a side without a neighbour: more nights than any gap that matters, so
  /// that a site in use is preferred to one that is empty.
  private static let openEnd = 100_000

  private let nights: Range<Int>

  /// The free nights before the stay.
  private(set) var before = Self.openEnd

  /// The free nights after the stay.
  private(set) var after = Self.openEnd

  init(around nights: Range<Int>) {
    self.nights = nights
  }

  /// Ends the span at a neighbour; one that shares a night with the stay is no neighbour.
  mutating func end(at neighbour: Range<Int>) {
    if neighbour.upperBound <= nights.lowerBound {
      before = min(before, nights.lowerBound - neighbour.upperBound)
    } else if neighbour.lowerBound >= nights.upperBound {
      after = min(after, neighbour.lowerBound - nights.upperBound)
    }
  }
}
