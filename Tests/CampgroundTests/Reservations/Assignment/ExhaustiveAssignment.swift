@testable import Campground

/// Tries every site for every stay of a small case, knowing nothing of how the product does it.
///
/// A night is a bit, so that two sets of nights share one where their bits do.
struct ExhaustiveAssignment {
  private var taken: [UInt16]
  private let stays: [(nights: UInt16, sites: [Int], present: Int?)]
  private var fewest: Int?

  init(_ example: AssignmentCase) {
    taken = example.sites.map { $0.taken.reduce(0) { $0 | Self.bits($1.dates) } }
    let names = example.sites.map(\.name)
    stays = (example.asked + example.floating).map { stay in
      (
        Self.bits(stay.dates), names.indices.filter { stay.fits.contains(names[$0]) },
        stay.site.flatMap(names.firstIndex)
      )
    }
  }

  /// The fewest stays that have to leave their sites so that each has one, or nil if there is no
  /// way.
  static func fewestMoves(in example: AssignmentCase) -> Int? {
    var search = ExhaustiveAssignment(example)
    search.place(0, moves: 0)
    return search.fewest
  }

  /// The sites that are free for a stay while all others remain where they are, each with the
  /// number of short gaps that the stay would leave there.
  static func shortGaps(
    beside stay: FloatingStay, in example: AssignmentCase
  ) -> [String: Int] {
    var gaps: [String: Int] = [:]
    for site in example.sites where stay.fits.contains(site.name) {
      var occupied = site.taken.reduce(0) { $0 | bits($1.dates) }
      for other in example.floating where other.site == site.name { occupied |= bits(other.dates) }
      guard occupied & bits(stay.dates) == 0 else { continue }
      let first = example.firstIndex(of: stay.dates.arrival)
      let after = example.firstIndex(of: stay.dates.departure)
      func isTaken(_ night: Int) -> Bool { occupied & 1 << UInt16(night) != 0 }
      let before = (0..<first).last(where: isTaken).map { first - $0 - 1 }
      let behind = (after..<16).first(where: isTaken).map { $0 - after }
      gaps[site.name] = [before, behind].count { gap in
        gap.map { $0 > 0 && $0 < example.minimumStay } ?? false
      }
    }
    return gaps
  }

  /// The nights of a stay as bits.
  static func bits(_ dates: StayDates) -> UInt16 {
    dates.nights.reduce(0) { bits, night in
      bits | 1 << UInt16(AssignmentCase.firstNight.distance(to: night))
    }
  }

  private mutating func place(_ index: Int, moves: Int) {
    if let fewest, moves >= fewest { return }
    guard index < stays.count else {
      fewest = moves
      return
    }
    let stay = stays[index]
    for site in stay.sites where taken[site] & stay.nights == 0 {
      taken[site] |= stay.nights
      let isMove = stay.present.map { $0 != site } ?? false
      place(index + 1, moves: moves + (isMove ? 1 : 0))
      taken[site] &= ~stay.nights
    }
  }
}

extension AssignmentCase {
  fileprivate func firstIndex(of date: CalendarDate) -> Int {
    Self.firstNight.distance(to: date)
  }
}
