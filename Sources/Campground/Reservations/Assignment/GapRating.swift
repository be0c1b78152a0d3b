/// The free nights that a placement leaves around a stay; a lower rating is better.
struct GapRating: Sendable, Hashable, Comparable {
  /// The gaps shorter than the minimum stay.
  var shortGaps = 0

  /// The free nights before and after.
  var freeNights = 0

  static func < (left: Self, right: Self) -> Bool {
    (left.shortGaps, left.freeNights) < (right.shortGaps, right.freeNights)
  }
}

extension AssignmentBoard {
  /// The gaps shorter than the minimum stay between occupied nights, by date.
  func shortGaps(between occupied: [Range<Int>]) -> [Range<Int>] {
    var gaps: [Range<Int>] = []
    var end: Int?
    for nights in occupied.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let end, isShort(nights.lowerBound - end) { gaps.append(end..<nights.lowerBound) }
      end = max(end ?? nights.upperBound, nights.upperBound)
    }
    return gaps
  }

  func isShort(_ gap: Int) -> Bool { gap > 0 && gap < minimumStay }
}
