import TestSupport

@testable import Campground

/// A small campground of random sites, stays and dates; the same seed makes the same one.
struct AssignmentCase: CustomStringConvertible {
  /// What makes a case harder than one of free sites that fit everybody.
  struct Kind: OptionSet {
    let rawValue: Int
    static let taken = Kind(rawValue: 1)
    static let fits = Kind(rawValue: 2)
    static let closedLater = Kind(rawValue: 4)
    static let all: Kind = [.taken, .fits, .closedLater]
  }

  let kind: Kind
  let sites: [AssignableSite]
  let floating: [FloatingStay]
  let asked: [FloatingStay]
  let minimumStay: Int

  /// Every date lies within so many nights.
  static let nightCount = 8

  /// A case of a campground as it is.
  init(
    sites: [AssignableSite], floating: [FloatingStay],
    asked: [FloatingStay]
  ) {
    kind = .all
    self.sites = sites
    self.floating = floating
    self.asked = asked
    minimumStay = 1
  }

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let kind = Kind(rawValue: Int.random(in: 0...Kind.all.rawValue, using: &random))
    let names = Array(["A", "B", "C", "D"].prefix(Int.random(in: 2...4, using: &random)))
    var taken: [String: [TakenSpan]] = [:]
    var occupied: [(site: String, dates: StayDates)] = []

    func isFree(_ site: String, _ dates: StayDates) -> Bool {
      !occupied.contains { $0.site == site && $0.dates.overlaps(dates) }
    }
    func fits() -> Set<String> {
      guard kind.contains(.fits), Bool.random(using: &random) else { return Set(names) }
      return Set(names.filter { _ in Int.random(in: 0..<3, using: &random) > 0 })
    }
    func take(_ site: String, evenIfOccupied: Bool) {
      guard let dates = Self.dates(longest: 3, using: &random) else { return }
      guard evenIfOccupied || isFree(site, dates) else { return }
      taken[site, default: []].append(
        TakenSpan(dates: dates, kind: Bool.random(using: &random) ? .fixed : .closed))
      occupied.append((site, dates))
    }

    if kind.contains(.taken) {
      for name in names where Int.random(in: 0..<3, using: &random) > 0 {
        take(name, evenIfOccupied: false)
      }
    }
    let askedCount = [1, 1, 1, 2].randomElement(using: &random) ?? 1
    var floating: [FloatingStay] = []
    for id in 1...12 where floating.count < 7 - askedCount {
      guard let dates = Self.dates(longest: 4, using: &random) else { continue }
      let fitting = fits()
      guard
        let site = names.shuffled(using: &random).first(where: {
          fitting.contains($0) && isFree($0, dates)
        })
      else { continue }
      occupied.append((site, dates))
      floating.append(FloatingStay(id: id, dates: dates, fits: fitting, site: site))
    }
    if kind.contains(.closedLater), let name = names.randomElement(using: &random) {
      take(name, evenIfOccupied: true)
    }
    asked = (0..<askedCount).compactMap { index in
      Self.dates(longest: 5, using: &random).map { dates in
        let site = Int.random(in: 0..<5, using: &random) == 0 ? names.first : nil
        return FloatingStay(id: 100 + index, dates: dates, fits: fits(), site: site)
      }
    }
    self.kind = kind
    self.floating = floating.shuffled(using: &random)
    sites = names.map { AssignableSite(name: $0, taken: taken[$0] ?? []) }
    minimumStay = Int.random(in: 1...3, using: &random)
  }

  var description: String {
    let taken = sites.map { "\($0.name): \($0.taken.map { "\($0.dates) \($0.kind)" })" }
    let stays = (floating + asked).map {
      "\($0.id): \($0.dates) on \($0.site ?? "-"), fits \($0.fits.sorted())"
    }
    return (taken + stays).joined(separator: "\n")
  }

  /// The first night that a stay can have.
  static let firstNight = CalendarDate(dayNumber: 9_312)

  private static func dates(
    longest: Int, using random: inout SeededGenerator
  ) -> StayDates? {
    let first = Int.random(in: 0..<nightCount, using: &random)
    let nights = min(Int.random(in: 1...longest, using: &random), nightCount - first)
    return try? StayDates(arrival: firstNight.advanced(by: first), nights: nights)
  }
}
