/// Returns stays to their homes that were moved unnecessarily.
struct Homecoming {
  private let board: AssignmentBoard
  private var site: [Int?]
  private var residents: [[Int]]

  private init(_ board: AssignmentBoard, from arrangement: [Int?]) {
    self.board = board
    site = arrangement
    residents = Array(repeating: [], count: board.siteCount)
    for (stay, place) in site.enumerated() {
      if let place { residents[place].append(stay) }
    }
  }

  /// An arrangement in which at least as many stays are at home as before.
  ///
  /// A stay goes home if the stays in its way there can go to sites that are free for them; this
  /// repeats as long as there is such a stay. No stay leaves its home, so each returns at most
  /// once.
  static func improve(_ arrangement: [Int?], of board: AssignmentBoard) -> [Int?] {
    var homecoming = Homecoming(board, from: arrangement)
    while homecoming.bringSomeHome() {}
    return homecoming.site
  }

  /// Tries each stay that is away once, and returns whether one came home.
  private mutating func bringSomeHome() -> Bool {
    var hasChanged = false
    for stay in board.nights.indices {
      guard let home = board.home[stay], let place = site[stay], place != home else { continue }
      let inTheWay = stays(inTheWayOf: stay, on: home)
      move(stay, to: home)
      var left: [Int] = []
      for other in inTheWay {
        guard let free = freeSite(for: other) else { break }
        move(other, to: free)
        left.append(other)
      }
      if left.count == inTheWay.count {
        hasChanged = true
        continue
      }
      for other in left { move(other, to: home) }
      move(stay, to: place)
    }
    return hasChanged
  }

  private func freeSite(for stay: Int) -> Int? {
    if let home = board.home[stay], stays(inTheWayOf: stay, on: home).isEmpty { return home }
    return board.open[stay].first { stays(inTheWayOf: stay, on: $0).isEmpty }
  }

  private func stays(inTheWayOf stay: Int, on place: Int) -> [Int] {
    residents[place].filter { $0 != stay && board.nights[$0].overlaps(board.nights[stay]) }
  }

  private mutating func move(_ stay: Int, to place: Int) {
    if let before = site[stay] { residents[before].removeAll { $0 == stay } }
    residents[place].append(stay)
    site[stay] = place
  }
}
