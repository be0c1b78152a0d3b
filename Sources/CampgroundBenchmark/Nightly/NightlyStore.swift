import Campground
import Foundation
import ObjectGraph

/// A store of a campground of 500 sites before the night audit: expired holds, no-shows, and a
/// house full of guests whose second night has to be posted.
@MainActor
struct NightlyStore {
  static let siteCount = 500
  static let guests = 0..<400
  static let missing = 400..<430
  static let holds = 430..<450

  /// A Monday.
  static let today = CalendarDate(dayNumber: 9_317)
  static let noon: TimeInterval = 43_200
  static var now: Date { today.midnightUTC.addingTimeInterval(noon) }

  /// The lines of a night in minor units: lodging, and taxes of 7.25 and 2 percent.
  private static let lines: [Int64] = [4_500, 326, 90]

  private let context: ManagedObjectContext
  private let campground: Campground
  private let policy: CancellationPolicy

  /// Makes and fills a store at a location.
  static func fill(_ url: URL) throws {
    let stack = try CampgroundStack(store: PersistentStoreDescription(url: url))
    let store = NightlyStore(in: stack.mainContext)
    for index in 0..<siteCount { store.addSite(index) }
    try stack.mainContext.saveThrough()
    // The audit of the night before, which posted its lines.
    let report = try FolioService(
      managedObjectContext: stack.mainContext, storeStack: stack,
      clock: FixedClock(now.addingTimeInterval(-86_400))
    ).runNightly(today.advanced(by: -2))
    guard report.linesPosted == guests.count * lines.count else {
      Checksum.fail("\(report.linesPosted) lines of the night before")
    }
    stack.mainContext.reset()
    try stack.close()
  }

  /// Runs the night audit and checks its report.
  static func runNightly(_ stack: CampgroundStack) throws -> Double {
    let service = FolioService(
      managedObjectContext: stack.mainContext, storeStack: stack, clock: FixedClock(now))
    var report: NightlyReport?
    let milliseconds = try measure { report = try service.runNightly(today.advanced(by: -1)) }
    guard report?.expiredHolds.count == holds.count, report?.noShows.count == missing.count,
      report?.linesPosted == guests.count * lines.count
    else { Checksum.fail("the night audit left work to do") }
    return milliseconds
  }

  // MARK: Filling

  private init(in context: ManagedObjectContext) {
    self.context = context
    campground = Campground(context: context)
    campground.name = "Campground"
    campground.timeZone = .gmt
    campground.currency = .usd
    for (name, percent) in [("State tax", Decimal(7.25)), ("County tax", 2)] {
      let tax = Tax(context: context)
      tax.name = name
      tax.group = "lodging"
      tax.percent = percent
      tax.basis = .stay
      tax.isActive = true
      tax.endRevision = .max
      tax.campground = campground
    }
    policy = CancellationPolicy(context: context)
    policy.endRevision = .max
    policy.name = "Standard"
    policy.campground = campground
    let step = CancellationStep(context: context)
    step.policy = policy
    step.fromDays = 0
    step.keptNights = 1
  }

  private func addSite(_ index: Int) {
    let site = CampSite(context: context)
    site.campground = campground
    site.name = "\(index + 1)"
    site.siteNumber = Int16(clamping: index + 1)
    site.rateMinor = 4_500
    if Self.guests.contains(index) {
      addStay(.checkedIn, on: site, from: Self.today.advanced(by: -2), nights: 3)
    } else if Self.missing.contains(index) {
      addStay(.reserved, on: site, from: Self.today.advanced(by: -1), nights: 2)
    } else if Self.holds.contains(index) {
      addStay(.hold, on: site, from: Self.today.advanced(by: 10), nights: 2)
    }
  }

  private func addStay(
    _ state: ReservationStatus, on site: CampSite, from arrival: CalendarDate, nights: Int
  ) {
    let camper = Camper(context: context)
    camper.fullName = "Guest \(site.name)"
    let stay = Reservation(context: context)
    stay.campground = campground
    stay.campSite = site
    stay.camper = camper
    stay.arrival = arrival
    stay.departure = arrival.advanced(by: nights)
    stay.state = state
    stay.policy = policy.name
    if state != .hold {
      stay.reservedUnder = 0
      let event = Event(context: context)
      event.kind = .reserved
      event.happenedAt = Self.now
      event.date = Self.today
      event.noun = "reservation"
      event.reservation = stay
      event.campground = campground
    }
    stay.noticeDate = stay.arrival
    (stay.reservedArrival, stay.reservedDeparture) = (stay.arrival, stay.departure)
    stay.holdExpiresAt = state == .hold ? Self.now.addingTimeInterval(-3_600) : nil
    let segment = StaySegment(context: context)
    segment.reservation = stay
    segment.arrival = stay.arrival
    segment.departure = stay.departure
    segment.campSite = site
    for offset in 0..<nights {
      let night = ReservationNight(context: context)
      night.night = arrival.advanced(by: offset).dayNumber
      night.heldUntil = stay.holdExpiresAt
      night.campSite = site
      night.reservation = stay
    }
    stay.totalMinor = Self.lines.reduce(0, +) * Int64(nights)
  }
}
