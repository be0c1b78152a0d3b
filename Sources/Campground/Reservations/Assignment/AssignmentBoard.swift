/// The problem that the searches solve: sites and stays by number, nights as ranges of days.
///
/// Sites are in the caller's order. The floating stays come first, by arrival, then those to be
/// placed, in the caller's order.
struct AssignmentBoard: Sendable {
  /// The nights of each site that fixed stays and closures take, by arrival.
  let taken: [[Range<Int>]]

  /// The nights of each stay.
  let nights: [Range<Int>]

  /// The sites that fit each stay and are not blocked by a fixed stay or a closure.
  let open: [SiteSet]

  /// The present site of each stay according to the caller.
  let present: [Int?]

  /// The same, but nil for the stays that have to be placed.
  let home: [Int?]

  /// The stays that have to be placed: the requested ones, and floating ones that cannot keep their
  /// site.
  let targets: [Int]

  /// Gaps of fewer nights should be avoided.
  let minimumStay: Int

  /// - Parameter asked: The number of stays to be placed, which are the last ones.
  init(
    taken: [[Range<Int>]], nights: [Range<Int>], fits: [SiteSet], present: [Int?], asked: Int,
    minimumStay: Int
  ) {
    let taken = taken.map { $0.sorted { $0.lowerBound < $1.lowerBound } }
    self.taken = taken
    self.nights = nights
    self.present = present
    self.minimumStay = minimumStay
    open = zip(nights, fits).map { nights, fits in
      var open = SiteSet(capacity: taken.count)
      for site in fits where !taken[site].contains(where: nights.overlaps) { open.insert(site) }
      return open
    }
    var home: [Int?] = Array(repeating: nil, count: nights.count)
    var residents: [[Int]] = Array(repeating: [], count: taken.count)
    for stay in nights.indices.dropLast(asked) {
      guard let site = present[stay], open[stay].contains(site),
        !residents[site].contains(where: { nights[$0].overlaps(nights[stay]) })
      else { continue }
      home[stay] = site
      residents[site].append(stay)
    }
    self.home = home
    let all = nights.indices
    targets =
      Array(all.suffix(asked)) + all.dropLast(asked).filter { stay in home[stay] == nil }
  }

  var siteCount: Int { taken.count }

  /// The number of moves in every arrangement: stays that cannot keep their site whatever else
  /// moves.
  var unavoidableMoves: Int {
    targets.count { stay in present[stay].map { !open[stay].contains($0) } ?? false }
  }

  /// Whether the stay would have to leave its present site for this one.
  func leavesPresent(_ stay: Int, for site: Int) -> Bool {
    present[stay].map { $0 != site } ?? false
  }

  /// The stays that can affect the targets, by arrival: those that share a night with a target,
  /// those that share a night with one of these, and so on.
  ///
  /// All others can stay where they are, because no shared night links them.
  func staysLinkedToTargets() -> [Int] {
    let isTarget = Set(targets)
    let byArrival = nights.indices.sorted {
      (nights[$0].lowerBound, nights[$0].upperBound, $0)
        < (nights[$1].lowerBound, nights[$1].upperBound, $1)
    }
    var linked: [Int] = []
    var group: [Int] = []
    var groupEnd = Int.min
    func close() {
      if group.contains(where: isTarget.contains) { linked += group }
      group = []
    }
    for stay in byArrival {
      if nights[stay].lowerBound >= groupEnd { close() }
      group.append(stay)
      groupEnd = max(groupEnd, nights[stay].upperBound)
    }
    close()
    return linked
  }
}
