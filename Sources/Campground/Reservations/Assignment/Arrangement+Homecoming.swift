extension Arrangement {
  /// Returns stays to their homes that were moved unnecessarily; at least as many are at home as
  /// before.
  ///
  /// A stay goes home if the stays in its way there can go to sites that are free for them; this
  /// repeats as long as there is such a stay. No stay leaves its home, so each returns at most
  /// once.
  mutating func bringStaysHome() {
    while bringSomeHome() {}
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
}
