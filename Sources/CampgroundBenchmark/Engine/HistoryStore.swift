import Campground
import Foundation
import ObjectGraph

/// A campground's store after some years: past guests who paid, no-shows, a full house, a coming
/// season with expired and open holds, prices and rules.
///
/// Every stay is derived from its position before the last one, so that stores of different lengths
/// have the same last year.
@MainActor
struct HistoryStore {
  /// Four stays a week on each site leave one night in seven free.
  static let staysAWeek: [Range<Int>] = [0..<2, 2..<3, 4..<6, 6..<7]
  static let weeksAYear = 52
  static let campersStays = 5

  /// A Monday in the middle of the last year.
  static let today = CalendarDate(dayNumber: 9_317)
  static var now: Date { today.midnightUTC.addingTimeInterval(43_200) }

  /// The last day whose nights have not been posted yet.
  private static let yesterday = today.advanced(by: -1)
  private static let nightly: Int64 = 4_500
  private static let tax: Int64 = 450

  let stack: CampgroundStack
  let url: URL
  private let siteCount: Int
  private let weeks: Int
  private var context: ManagedObjectContext { stack.mainContext }
  private var count: Int { weeks * siteCount * Self.staysAWeek.count }

  /// Makes and fills a store in the folder.
  init(years: Int, siteCount: Int, in folder: URL) throws {
    url = folder.appendingPathComponent("\(years)-years.sqlite")
    stack = try CampgroundStack(store: PersistentStoreDescription(url: url))
    self.siteCount = siteCount
    weeks = years * Self.weeksAYear
    let (campground, sites) = try fillCampground()
    try fillStays(campground, sites)
    context.reset()
  }

  // MARK: The campground

  private func fillCampground() throws -> (ManagedObjectID, [ManagedObjectID]) {
    let campground = Campground(context: context)
    campground.name = "Campground"
    campground.timeZone = .gmt
    campground.currency = .usd
    for number in 1...siteCount {
      let site = CampSite(context: context)
      site.campground = campground
      site.name = "\(number)"
      site.siteNumber = Int16(clamping: number)
      site.rateMinor = Self.nightly
    }
    let rate = Rate(context: context)
    rate.name = "Base"
    rate.kind = .nightly
    rate.amountMinor = Self.nightly
    rate.campground = campground
    let tax = Tax(context: context)
    tax.name = "Lodging tax"
    tax.group = "lodging"
    tax.percent = 10
    tax.basis = .stay
    tax.campground = campground
    for (name, kind, value) in [
      ("No single nights left", StayRuleKind.gap, Int32(1)), ("A year ahead", .bookingWindow, 12),
    ] {
      let rule = StayRule(context: context)
      rule.name = name
      rule.kind = kind
      rule.value = value
      rule.campground = campground
    }
    try context.saveThrough()
    let request = CampSite.fetchRequest()
    request.sortDescriptors = [FetchSortDescriptor(key: "siteNumber", ascending: true)]
    return (campground.objectID, try context.fetch(request).map(\.objectID))
  }

  // MARK: The stays

  private struct Stay {
    let site: Int
    let nights: Range<CalendarDate>
    let state: ReservationStatus
    let heldUntil: Date?
    /// Whether its bill is in the ledger.
    let isBilled: Bool
    var isOver: Bool { state == .checkedOut }
  }

  private func stay(_ index: Int) -> Stay {
    let (rest, part) = index.quotientAndRemainder(dividingBy: Self.staysAWeek.count)
    let (week, site) = rest.quotientAndRemainder(dividingBy: siteCount)
    // The free night falls on a different day from site to site.
    let monday = Self.today.advanced(by: (Self.weeksAYear / 2 - weeks + week) * 7 + site % 7)
    let days = Self.staysAWeek[part]
    let nights = monday.advanced(by: days.lowerBound)..<monday.advanced(by: days.upperBound)
    let place = count - index
    let state = state(nights, place)
    let heldUntil =
      state == .hold ? Self.now.addingTimeInterval(place % 1_000 == 0 ? 600 : -3_600) : nil
    return Stay(
      site: site, nights: nights, state: state, heldUntil: heldUntil,
      isBilled: state == .checkedIn || (state != .hold && place % 4 == 0))
  }

  private func state(_ nights: Range<CalendarDate>, _ place: Int) -> ReservationStatus {
    let today = Self.today
    if nights.upperBound < today { return place % 20 == 0 ? .canceled : .checkedOut }
    if nights.upperBound == today { return place % 2 == 0 ? .checkedOut : .checkedIn }
    if nights.lowerBound < today { return place % 10 == 0 ? .reserved : .checkedIn }
    return nights.lowerBound > today && place % 250 == 0 ? .hold : .reserved
  }

  private func fillStays(_ campground: ManagedObjectID, _ sites: [ManagedObjectID]) throws {
    let campers = try insert("Camper", count: max(1, count / Self.campersStays)) {
      ["fullName": "Guest \($0)"]
    }
    let folios = try insert("Folio", count: (0..<count).count { stay($0).isBilled }) { _ in
      ["openedAt": Self.now, "campground": campground]
    }
    var bill = -1
    var billed: [Int] = []
    let stays = try insert("Reservation", count: count) { index in
      let stay = stay(index)
      var values: [String: Any] = [
        "dateFrom": stay.nights.lowerBound.midnightUTC,
        "dateTo": stay.nights.upperBound.midnightUTC,
        "status": stay.state.rawValue, "campground": campground, "campSite": sites[stay.site],
        "camper": campers[index % campers.count],
      ]
      values["holdExpiresAt"] = stay.heldUntil
      values["totalMinor"] = stay.state == .canceled ? 0 : lines(stay).map(\.amount).reduce(0, +)
      if stay.state != .hold { values["reservedUnder"] = 0 }
      if stay.isBilled {
        bill += 1
        billed.append(index)
        values["folio"] = folios[bill]
      }
      return values
    }
    try insertEach("Event", of: stays.indices) { index in
      guard ![.hold, .checkedOut].contains(stay(index).state) else { return [] }
      return [
        [
          "kind": Event.Kind.reserved.rawValue, "happenedAt": Self.yesterday.midnightUTC,
          "day": Self.yesterday.midnightUTC, "noun": "reservation", "reservation": stays[index],
          "campground": campground,
        ]
      ]
    }
    try fillNights(stays, sites)
    try insertEach("StaySegment", of: stays.indices) { index in
      let stay = stay(index)
      return [
        [
          "reservation": stays[index], "campSite": sites[stay.site],
          "dateFrom": stay.nights.lowerBound.midnightUTC,
          "dateTo": stay.nights.upperBound.midnightUTC,
        ]
      ]
    }
    try fillBills(stays, folios, billed)
  }

  private func fillNights(_ stays: [ManagedObjectID], _ sites: [ManagedObjectID]) throws {
    try insertEach("ReservationNight", of: stays.indices) { index in
      let stay = stay(index)
      guard stay.state.occupiesNights else { return [] }
      return days(stay).map { night in
        var values: [String: Any] = [
          "night": night.dayNumber, "campSite": sites[stay.site], "reservation": stays[index],
        ]
        values["heldUntil"] = stay.heldUntil
        return values
      }
    }
  }

  /// The terms of stays still to come, and the lines of what was posted and paid.
  private func fillBills(
    _ stays: [ManagedObjectID], _ folios: [ManagedObjectID], _ billed: [Int]
  ) throws {
    let posting = try insert("Posting", count: 1) { _ in
      ["action": "nightly", "postedAt": Self.yesterday.midnightUTC]
    }[0]
    try insertEach("FolioEntry", of: billed.indices) { bill in
      let stay = stay(billed[bill])
      guard stay.isOver || stay.state == .checkedIn else { return [] }
      let posted = lines(stay).filter { stay.isOver || $0.day < Self.yesterday }
      let paid = -posted.map(\.amount).reduce(0, +)
      let payment = (day: stay.nights.lowerBound, kind: ChargeKind.payment, amount: paid)
      return (posted + (stay.isOver ? [payment] : [])).map { line in
        var values: [String: Any] = [
          "folio": folios[bill], "reservation": stays[billed[bill]], "kind": line.kind.rawValue,
          "text": line.kind.rawValue, "amountMinor": line.amount, "day": line.day.midnightUTC,
          "posting": posting,
        ]
        if !line.kind.isPayment { values["night"] = line.day.midnightUTC }
        return values
      }
    }
  }

  private func days(_ stay: Stay) -> [CalendarDate] {
    (0..<stay.nights.lowerBound.distance(to: stay.nights.upperBound)).map {
      stay.nights.lowerBound.advanced(by: $0)
    }
  }

  private func lines(_ stay: Stay) -> [(day: CalendarDate, kind: ChargeKind, amount: Int64)] {
    days(stay).flatMap { [($0, .lodging, Self.nightly), ($0, .tax, Self.tax)] }
  }

  // MARK: Writing

  private func insert(
    _ entity: String, count: Int, _ values: @escaping (Int) -> [String: Any]
  ) throws -> [ManagedObjectID] {
    var index = 0
    let request = BatchInsertRequest(
      entityName: entity,
      dictionaryHandler: { dictionary in
        guard index < count else { return true }
        dictionary = values(index)
        index += 1
        return false
      })
    request.resultType = .objectIDs
    guard let ids = try context.execute(request).objectIDs, ids.count == count else {
      Checksum.fail("not all rows of \(entity) were inserted")
    }
    return ids
  }

  /// Inserts some rows for each element.
  private func insertEach(
    _ entity: String, of elements: Range<Int>, _ values: @escaping (Int) -> [[String: Any]]
  ) throws {
    var next = elements.lowerBound
    var waiting: [[String: Any]] = []
    try context.execute(
      BatchInsertRequest(
        entityName: entity,
        dictionaryHandler: { dictionary in
          while waiting.isEmpty, next < elements.upperBound {
            waiting = values(next).reversed()
            next += 1
          }
          guard let row = waiting.popLast() else { return true }
          dictionary = row
          return false
        }))
  }
}
