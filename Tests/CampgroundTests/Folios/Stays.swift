import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Stays with agreed prices, for tests about money. The clock of a desk stands at 2026-06-15.
extension TestDesk {
  /// Something that happens at noon UTC of a day, from which on days can be closed.
  func begin(on date: String) throws {
    let classes = SiteClassService(
      managedObjectContext: stack.mainContext, storeStack: stack, clock: FixedClock(try noon(date)))
    // The first change makes the campground.
    try classes.delete(classes.add("Opening"))
  }

  /// A stay on a site of its own, with what was agreed for its nights from
  /// the arrival on, in cents.
  func stay(
    _ arrival: String = "2026-06-15", nights: [Int64], site name: String = "15",
    camper: String = "Ada Rivera", isInHouse: Bool = false
  ) throws -> Reservation {
    let site = try sites.add(name)
    for (index, amount) in nights.enumerated() {
      try price(amount, on: day(arrival).advanced(by: index), of: site)
    }
    let guest = try campers.addCamper(camper, phoneNumber: nil)
    var booking = Booking(
      site, for: guest, dates: try StayDates(arrival: day(arrival), nights: max(1, nights.count)))
    // Some of them began before today.
    booking.overridesRules = true
    let reservation = try reservations.reserve(booking)
    if isInHouse { reservation.state = .checkedIn }
    try stack.mainContext.saveThrough()
    return reservation
  }

  /// Gives a site its own price of a night, in cents.
  private func price(_ amount: Int64, on night: CalendarDate, of site: CampSite) throws {
    let (year, month, date) = night.components
    let name = "Night of \(night)"
    let known = Set(try rates.rates().map(\.name))
    let day = SeasonSpan.YearDay(month: month, day: date)
    let label = known.contains(name) ? "\(name) on \(site.name)" : name
    let season = try rates.addSeason(label, SeasonSpan(from: day, through: day, year: year))
    let money = Money(minorUnits: amount, site.campground?.currency ?? .usd)
    try rates.addRate(
      label, RatePlan(amount: money.amount, for: ScopePlan(season: season, site: site)))
  }

  /// A posting for a line that a test writes itself.
  func posting() -> Posting {
    let posting = Posting(context: stack.mainContext)
    posting.action = "test"
    posting.postedAt = stack.clock.now
    return posting
  }

  /// What a reservation owes, as text.
  func due(_ reservation: Reservation) throws -> String {
    "\(try folios.balance(of: reservation).due)"
  }
}

extension XCTestCase {
  /// A service as another program has it that works on the same file.
  @MainActor
  func otherDesk(on file: URL, now: Date? = nil) throws -> TestDesk {
    let store = PersistentStoreDescription(url: file)
    return TestDesk(
      try now.map { try TestStoreStack(store: store, now: $0) } ?? TestStoreStack(store: store),
      file: file)
  }
}

/// An amount in US dollars.
func usd(_ text: String) throws -> Money { try Money(parsing: text, .usd) }
