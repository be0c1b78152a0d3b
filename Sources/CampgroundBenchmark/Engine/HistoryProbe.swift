import Campground
import Foundation
import ObjectGraph

/// Whether the questions of a day cost the same after ten years of reservations as after one.
///
/// Both stores have the same sites and the same last year; the same questions, asked turn by turn,
/// have the same answers in both.
@MainActor
struct HistoryProbe {
  let folder: URL

  /// The reservations of a year, about.
  let reservationsAYear: Int

  /// Four stays a week on each site leave one night of seven free.
  private static let staysAWeek: [Range<Int>] = [0..<2, 2..<3, 4..<6, 6..<7]
  private static let weeksAYear = 52
  private static let rounds = 5
  private static let questions = 40

  /// A Monday in the middle of the last year.
  private static let today = CalendarDate(dayNumber: 9_317)

  func run() throws -> [Measure] {
    let stores = try [1, 10].map { try filledStore(years: $0) }
    defer { for stack in stores { try? stack.close() } }
    var searches: [[Double]] = [[], []]
    var arrivals: [[Double]] = [[], []]
    for round in 0..<Self.rounds {
      for side in round % 2 == 0 ? [0, 1] : [1, 0] {
        let clock = FixedClock(Self.today.midnightUTC.addingTimeInterval(43_200))
        let found = try measuring(&searches[side]) { try search(stores[side], clock) }
        let came = try measuring(&arrivals[side]) { try arrive(stores[side], clock) }
        stores[side].mainContext.reset()
        try expect(found, came)
      }
    }
    return measures("availability", searches) + measures("arrivals of a day", arrivals)
  }

  private func measures(_ name: String, _ samples: [[Double]]) -> [Measure] {
    let medians = samples.map { Samples.median($0) / Double(Self.questions) }
    return [
      Measure(.i10, "\(name), 1 year", medians[0], "ms"),
      Measure(.i10, "\(name), 10 years", medians[1], "ms"),
      Measure(.i10, "\(name), 10 years to 1", medians[1] / medians[0], "times", budget: 1.3),
    ]
  }

  private func measuring(_ samples: inout [Double], _ body: () throws -> Int) rethrows -> Int {
    var result = 0
    samples.append(try measure { result = try body() })
    return result
  }

  // MARK: Questions

  private func search(_ stack: CampgroundStack, _ clock: any CampgroundClock) throws -> Int {
    let service = AvailabilityService(
      managedObjectContext: stack.mainContext, storeStack: stack, clock: clock)
    var count = 0
    for offset in 0..<Self.questions {
      let dates = try StayDates(arrival: Self.today.advanced(by: offset), nights: 1 + offset % 2)
      count += try service.search(AvailabilityQuery(dates)).count
    }
    return count
  }

  private func arrive(_ stack: CampgroundStack, _ clock: any CampgroundClock) throws -> Int {
    let service = ReservationService(
      managedObjectContext: stack.mainContext, storeStack: stack, clock: clock)
    var count = 0
    for offset in 1...Self.questions {
      count += try service.arrivals(on: Self.today.advanced(by: offset)).count
    }
    return count
  }

  /// A seventh of the sites is free for a night, none for two; each day four sevenths of them get a
  /// guest.
  private func expect(_ found: Int, _ came: Int) throws {
    let sites = Double(siteCount)
    let questions = Double(Self.questions)
    let isSound =
      abs(Double(found) - sites * questions / 14) <= questions
      && abs(Double(came) - sites * questions * 4 / 7) <= questions * 4
    guard isSound else { Checksum.fail("\(found) free sites, \(came) arrivals") }
  }

  // MARK: Stores

  private var siteCount: Int {
    max(7, reservationsAYear / (Self.weeksAYear * Self.staysAWeek.count))
  }

  private func filledStore(years: Int) throws -> CampgroundStack {
    let url = folder.appendingPathComponent("\(UUID().uuidString).sqlite")
    let stack = try CampgroundStack(store: PersistentStoreDescription(url: url))
    let context = stack.mainContext
    let campground = Campground(context: context)
    campground.name = "Campground"
    campground.timeZone = .gmt
    campground.currency = .usd
    for number in 1...siteCount {
      let site = CampSite(context: context)
      site.campground = campground
      site.name = "\(number)"
      site.siteNumber = Int16(clamping: number)
      site.rateMinor = 4_500
    }
    try context.saveThrough()
    let request = CampSite.fetchRequest()
    request.sortDescriptors = [FetchSortDescriptor(key: "siteNumber", ascending: true)]
    try fill(
      context, campground: campground.objectID, sites: context.fetch(request).map(\.objectID),
      weeks: years * Self.weeksAYear)
    context.reset()
    return stack
  }

  /// Puts the stays of so many weeks, up to half a year from now, and their nights into the store.
  private func fill(
    _ context: ManagedObjectContext, campground: ManagedObjectID, sites: [ManagedObjectID],
    weeks: Int
  ) throws {
    let stays = weeks * sites.count * Self.staysAWeek.count
    let last = Self.weeksAYear / 2
    func stay(_ index: Int) -> (site: Int, nights: Range<CalendarDate>) {
      let (rest, part) = index.quotientAndRemainder(dividingBy: Self.staysAWeek.count)
      let (week, site) = rest.quotientAndRemainder(dividingBy: sites.count)
      // The free night falls on another day from site to site.
      let monday = Self.today.advanced(by: (last - weeks + week) * 7 + site % 7)
      let days = Self.staysAWeek[part]
      return (site, monday.advanced(by: days.lowerBound)..<monday.advanced(by: days.upperBound))
    }
    var number = 0
    try context.execute(
      BatchInsertRequest(
        entityName: "Reservation",
        dictionaryHandler: { dictionary in
          guard number < stays else { return true }
          let (site, nights) = stay(number)
          number += 1
          dictionary = [
            "number": Int64(number), "dateFrom": nights.lowerBound.midnightUTC,
            "dateTo": nights.upperBound.midnightUTC,
            "status": (nights.upperBound <= Self.today ? "CheckedOut" : "Reserved"),
            "campground": campground, "campSite": sites[site],
          ]
          return false
        }))
    var index = 0
    var night = stay(0).nights.lowerBound
    try context.execute(
      BatchInsertRequest(
        entityName: "ReservationNight",
        dictionaryHandler: { dictionary in
          guard index < stays else { return true }
          let (site, nights) = stay(index)
          dictionary = ["night": night.dayNumber, "campSite": sites[site]]
          night = night.advanced(by: 1)
          if night == nights.upperBound {
            index += 1
            if index < stays { night = stay(index).nights.lowerBound }
          }
          return false
        }))
  }
}
