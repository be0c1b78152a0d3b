/// The stays of a board on sites, while a search moves them.
struct Arrangement: Sendable {
  /// The free nights assumed on a side without a neighbor: more than any gap that matters, so that
  /// a site in use is preferred to an empty one.
  private static let openEnd = 100_000

  let board: AssignmentBoard

  /// The site of each stay; nil while it has none.
  private(set) var site: [Int?]

  /// The stays of each site.
  private(set) var residents: [[Int]]

  init(_ site: [Int?], of board: AssignmentBoard) {
    self.board = board
    self.site = site
    residents = Array(repeating: [], count: board.siteCount)
    for (stay, place) in site.enumerated() {
      if let place { residents[place].append(stay) }
    }
  }

  /// The other stays on a site that share a night with a stay.
  func stays(inTheWayOf stay: Int, on place: Int) -> [Int] {
    residents[place].filter { $0 != stay && board.nights[$0].overlaps(board.nights[stay]) }
  }

  /// Moves a stay to a site, or to none.
  mutating func move(_ stay: Int, to place: Int?) {
    if let before = site[stay] { residents[before].removeAll { $0 == stay } }
    if let place { residents[place].append(stay) }
    site[stay] = place
  }

  /// Rates a site for a stay by the free nights directly before and after it there; a stay that
  /// overlaps is not a neighbor.
  func gaps(around stay: Int, on place: Int) -> GapRating {
    let nights = board.nights[stay]
    var (before, after) = (Self.openEnd, Self.openEnd)
    func end(at neighbor: Range<Int>) {
      if neighbor.upperBound <= nights.lowerBound {
        before = min(before, nights.lowerBound - neighbor.upperBound)
      } else if neighbor.lowerBound >= nights.upperBound {
        after = min(after, neighbor.lowerBound - nights.upperBound)
      }
    }
    for taken in board.taken[place] { end(at: taken) }
    for resident in residents[place] where resident != stay { end(at: board.nights[resident]) }
    return GapRating(
      shortGaps: [before, after].count(where: board.isShort), freeNights: before + after)
  }
}
