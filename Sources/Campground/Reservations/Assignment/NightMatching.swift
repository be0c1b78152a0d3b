/// Gives the stays of one night a site each, or proves by Hall's theorem that it is impossible.
///
/// The time is proportional to the number of stays times the number of pairs of a stay and a site.
struct NightMatching {
  /// Stays that together have fewer sites than there are stays.
  typealias Shortage = (stays: [Int], sites: SiteSet)

  private let stays: [Int]
  private let open: [SiteSet]
  private var holder: [Int?]
  private var isVisited: [Bool]

  /// The number of pairs of a stay and a site examined.
  private(set) var steps = 0

  /// - Parameter open: The possible sites of every stay on the board.
  init(of stays: [Int], siteCount: Int, open: [SiteSet]) {
    self.stays = stays
    self.open = open
    holder = Array(repeating: nil, count: siteCount)
    isVisited = Array(repeating: false, count: siteCount)
  }

  /// All the stays that are short of sites; nil where each can have one.
  mutating func shortage() -> Shortage? {
    var short = stays.filter { stay in
      for site in isVisited.indices { isVisited[site] = false }
      return !findSite(for: stay)
    }
    guard !short.isEmpty else { return nil }
    // The stays that hold the sites wanted by these are short along with them, and so on.
    var sites = SiteSet(capacity: holder.count)
    var next = 0
    while next < short.count {
      for site in open[short[next]] where !sites.contains(site) {
        sites.insert(site)
        if let holder = holder[site] { short.append(holder) }
      }
      next += 1
    }
    return (short.sorted(), sites)
  }

  /// Finds a site for a stay, moving its holder to another if necessary.
  private mutating func findSite(for stay: Int) -> Bool {
    for site in open[stay] where holder[site] == nil {
      steps += 1
      holder[site] = stay
      return true
    }
    for site in open[stay] where !isVisited[site] {
      steps += 1
      isVisited[site] = true
      guard let other = holder[site], findSite(for: other) else { continue }
      holder[site] = stay
      return true
    }
    return false
  }
}
