import Campground

/// Which nights of which campsites are taken, and how many of a class that is booked as such.
struct TakenNights {
  private let first: CalendarDate
  private var taken: [[Bool]]
  private var classes: [[Int]]

  /// Makes a list of free nights, which goes on after the last arrival for the longest stays.
  init(from firstArrival: CalendarDate, through lastArrival: CalendarDate) {
    first = firstArrival.advanced(by: -1)
    let days = first.distance(to: lastArrival) + 70
    taken = Array(repeating: Array(repeating: false, count: days), count: DemoSite.all.count)
    classes = Array(repeating: Array(repeating: 0, count: days), count: DemoClass.all.count)
  }

  private func days(_ arrival: CalendarDate, _ nights: Int) -> Range<Int> {
    let start = first.distance(to: arrival)
    let all = 0..<(taken.first?.count ?? 0)
    return (start..<(start + nights)).clamped(to: all)
  }

  /// Whether a campsite is free.
  func isFree(_ site: Int, _ arrival: CalendarDate, _ nights: Int) -> Bool {
    !days(arrival, nights).contains { taken[site][$0] }
  }

  /// Whether a class that is booked as such has room.
  func hasRoom(_ siteClass: Int, _ arrival: CalendarDate, _ nights: Int) -> Bool {
    let most = DemoSite.places(ofClass: siteClass).count
    return !days(arrival, nights).contains { classes[siteClass][$0] >= most }
  }

  /// Takes the nights of a place, or frees them.
  mutating func mark(
    _ place: DemoStay.Place, _ arrival: CalendarDate, _ nights: Int, isTaken: Bool = true
  ) {
    for day in days(arrival, nights) {
      switch place {
      case .site(let site): taken[site][day] = isTaken
      case .siteClass(let siteClass): classes[siteClass][day] += isTaken ? 1 : -1
      }
    }
  }

  /// How well a stay fits between its neighbors on a campsite, from 0 to 2.
  func fit(_ site: Int, _ arrival: CalendarDate, _ nights: Int) -> Int {
    let days = days(arrival, nights)
    let before = days.lowerBound > 0 && taken[site][days.lowerBound - 1]
    let after = days.upperBound < taken[site].count && taken[site][days.upperBound]
    return (before ? 1 : 0) + (after ? 1 : 0)
  }
}
