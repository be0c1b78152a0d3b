/// Looks for an arrangement with as few moves as possible.
///
/// A stay is put on a site; the floating stays in its way have to find another, which may displace
/// more. A stay that was placed or moved stays there, so that every chain ends. Every arrangement
/// without unnecessary moves can be reached in this way: the stays in the way move, then those in
/// their way.
struct MoveSearch {
  /// The result of a search with a limited number of moves.
  enum Outcome {
    /// The site of every stay.
    case found([Int?])
    /// No arrangement has so few moves; one with this many may exist.
    case needsMoves(Int)
    /// There is no arrangement, with any number of moves.
    case impossible
    /// The steps were used up.
    case gaveUp
  }

  /// A site for a stay, with the stays that would have to leave it.
  private struct Candidate {
    let site: Int
    let displaced: [Int]
    let moves: Int
    let gaps: GapRating
  }

  /// The steps spent on looking for a better arrangement after the first one.
  private static let stepsForBetter = 2_000

  private let board: AssignmentBoard
  private var arrangement: Arrangement
  private var isPlaced: [Bool]
  private var placed: [Int] = []
  private var pending: [Int]
  private var best: (rating: ArrangementRating, site: [Int?])?
  private var nextMoves = Int.max
  private var mayMove = 0

  /// The steps taken so far, over all searches.
  private(set) var budget: StepBudget

  init(_ board: AssignmentBoard, budget: StepBudget) {
    self.board = board
    self.budget = budget
    arrangement = Arrangement(board.home, of: board)
    isPlaced = Array(repeating: false, count: board.nights.count)
    pending = board.targets
  }

  /// Looks for the best arrangement with at most a number of moves; fewer moves have been ruled out
  /// before.
  ///
  /// The best is the one in which the fewest stays move for others, then with the fewest short
  /// gaps, the fewest free nights around the stays, and the first sites. If there are too many
  /// arrangements to examine, it is the best of those examined.
  mutating func search(moves: Int) -> Outcome {
    mayMove = moves
    nextMoves = .max
    descend(moves: 0)
    if let best { return .found(best.site) }
    if budget.isSpent { return .gaveUp }
    return nextMoves == .max ? .impossible : .needsMoves(nextMoves)
  }

  private mutating func descend(moves: Int) {
    guard !pending.isEmpty else { return record() }
    guard !budget.isSpent, let (index, candidates) = mostConstrained(moves: moves) else { return }
    let stay = pending.remove(at: index)
    for candidate in candidates {
      put(stay, on: candidate)
      descend(moves: moves + candidate.moves)
      takeBack(stay, from: candidate)
      if budget.isSpent { break }
    }
    pending.insert(stay, at: index)
  }

  /// The pending stay with the fewest sites to choose from, and these sites, the best first; nil
  /// where a stay has none, which makes this branch a dead end.
  private mutating func mostConstrained(moves: Int) -> (index: Int, candidates: [Candidate])? {
    var fewest: (index: Int, candidates: [Candidate])?
    for (index, stay) in pending.enumerated() {
      let candidates = candidates(for: stay, moves: moves)
      if candidates.isEmpty { return nil }
      if fewest.map({ candidates.count < $0.candidates.count }) ?? true {
        fewest = (index, candidates)
      }
    }
    guard let fewest else { return nil }
    let sorted = fewest.candidates.sorted {
      ($0.displaced.count, $0.moves, $0.gaps, $0.site)
        < ($1.displaced.count, $1.moves, $1.gaps, $1.site)
    }
    return (fewest.index, sorted)
  }

  private mutating func candidates(for stay: Int, moves: Int) -> [Candidate] {
    var candidates: [Candidate] = []
    for site in board.open[stay] {
      budget.spend()
      let displaced = arrangement.stays(inTheWayOf: stay, on: site)
      if displaced.contains(where: { isPlaced[$0] }) { continue }
      // The move of a displaced stay was counted when it was displaced.
      let isOwnMove = board.home[stay] == nil && board.leavesPresent(stay, for: site)
      let cost = displaced.count + (isOwnMove ? 1 : 0)
      if moves + cost > mayMove {
        nextMoves = min(nextMoves, moves + cost)
        continue
      }
      candidates.append(
        Candidate(
          site: site, displaced: displaced, moves: cost,
          gaps: arrangement.gaps(around: stay, on: site)))
    }
    return candidates
  }

  private mutating func put(_ stay: Int, on candidate: Candidate) {
    for displaced in candidate.displaced { arrangement.move(displaced, to: nil) }
    pending += candidate.displaced
    arrangement.move(stay, to: candidate.site)
    isPlaced[stay] = true
    placed.append(stay)
  }

  private mutating func takeBack(_ stay: Int, from candidate: Candidate) {
    placed.removeLast()
    isPlaced[stay] = false
    arrangement.move(stay, to: nil)
    pending.removeLast(candidate.displaced.count)
    for displaced in candidate.displaced { arrangement.move(displaced, to: candidate.site) }
  }

  private mutating func record() {
    let moved = placed.filter { board.home[$0] != nil }.sorted()
    let rating = ArrangementRating(arrangement, placed: board.targets + moved)
    if best == nil { budget.leave(Self.stepsForBetter) }
    if best.map({ rating < $0.rating }) ?? true { best = (rating, arrangement.site) }
  }
}
