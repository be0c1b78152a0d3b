import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// On small random campgrounds the desk books by class exactly what trying everything finds room for.
@MainActor
final class RandomClassBookingTests: XCTestCase {
  /// One campground and what is done there.
  @MainActor
  private struct Bookings {
    let desk: TestDesk
    let siteClass: SiteClass
    let names: [String]
    var random: SeededGenerator
    var log: [String] = []

    init(seed: UInt64) throws {
      random = SeededGenerator(seed: seed)
      desk = TestDesk(try TestStoreStack())
      siteClass = try desk.classes.add("RV")
      try desk.rates.addRate("Class", RatePlan(amount: 40, for: ScopePlan(siteClass: siteClass)))
      names = Array(["A", "B", "C", "D"].prefix(Int.random(in: 2...4, using: &random)))
      for name in names {
        let length = Bool.random(using: &random) ? 40 : 30
        _ = try desk.sites.add(
          name, features: CampSiteFeatures(vehicleLength: length), siteClass: siteClass)
        log.append("\(name): \(length) ft")
      }
    }

    mutating func dates(longest: Int) throws -> StayDates {
      let first = Int.random(in: 0..<AssignmentCase.nightCount, using: &random)
      let most = min(longest, AssignmentCase.nightCount - first)
      return try StayDates(
        arrival: AssignmentCase.firstNight.advanced(by: first),
        nights: Int.random(in: 1...most, using: &random))
    }

    /// Does something at the desk that need not come to anything.
    mutating func disturb() throws {
      let codes = try desk.reservations.list().rows.filter { $0.state == .reserved }.map(\.code)
      let code = codes.randomElement(using: &random) ?? "R-1"
      let site = try desk.sites.find(names.randomElement(using: &random) ?? "A")
      do {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: _ = try desk.reservations.reserve(site, for: nil, dates: dates(longest: 3))
        case 1: try desk.blocks.block(site, dates(longest: 3), reason: "mowing")
        case 2: try desk.reservations.lock(code)
        case 3: try desk.reservations.cancel(code)
        case 4: try desk.reservations.assign(code, to: site)
        default: try desk.reservations.move(code, to: site)
        }
      } catch is CampgroundError {
        // Refused: the next booking meets what there is.
      }
    }

    /// What the class is like, as the exhaustive search takes it.
    func problem(_ dates: StayDates, _ party: Party, changing own: Reservation? = nil) throws
      -> AssignmentCase
    {
      let sites = try desk.sites.getCampSites()
      func fits(_ party: Party) -> Set<String> {
        Set(
          sites.filter { (party.vehicleLength ?? 0) <= Int($0.maximumVehicleLength ?? 0) }
            .map(\.name))
      }
      let floating = try desk.reservations.list().rows.filter { $0.isFloating && $0 !== own }
      let taken = Dictionary(
        uniqueKeysWithValues: try sites.map { site in
          (
            site.name,
            try site.nights.filter { night in
              night.reservation == nil
                || !(night.reservation === own || floating.contains { $0 === night.reservation })
            }.map { TakenSpan(dates: try StayDates(arrival: $0.date, nights: 1), kind: .fixed) }
          )
        })
      return AssignmentCase(
        sites: names.map { AssignableSite(name: $0, taken: taken[$0] ?? []) },
        floating: floating.compactMap { stay in
          stay.dates.map {
            FloatingStay(
              id: Int(stay.number), dates: $0, fits: fits(stay.party), site: stay.siteName)
          }
        }, asked: [FloatingStay(id: 1_000, dates: dates, fits: fits(party))])
    }

    /// Checks that no site has two stays on a night, and that each has all of its nights on its site.
    func check(_ message: String) throws {
      let nights = try desk.stack.mainContext.fetch(ReservationNight.fetchRequest())
      let places = nights.map { "\($0.campSite?.name ?? "") \($0.night)" }
      XCTAssertEqual(Set(places).count, places.count, message)
      for stay in try desk.reservations.list().rows where stay.state == .reserved {
        let spans = stay.siteSpans
        let kept = Set(stay.nights.map { "\($0.campSite?.name ?? "") \($0.date)" })
        let due = Set(
          spans.flatMap { span in
            span.dates.nights.map { "\(span.name ?? "") \($0)" }
          })
        XCTAssertEqual(kept, due, "\(stay.code), \(message)")
        XCTAssertEqual(stay.totalMinor, Int64(stay.numberOfNights) * 40_00, message)
      }
    }
  }

  func testABookingOfAClassIsRefusedOnlyWhereNoReassignmentMakesRoom() async throws {
    for seed in Campaign.seeds(20, full: 2_000) {
      var bookings = try Bookings(seed: seed)
      for _ in 0..<10 {
        let dates = try bookings.dates(longest: 5)
        let party = Party(
          vehicleLength: Int.random(in: 0..<3, using: &bookings.random) == 0 ? 38 : 20)
        let promised = try promisedSites(bookings.desk)
        let example = try bookings.problem(dates, party)
        let fewest = ExhaustiveAssignment.fewestMoves(in: example)
        bookings.log.append("\(dates) \(party.vehicleLength ?? 0) ft")
        let message = "seed \(seed)\n" + bookings.log.joined(separator: "\n") + "\n\(example)"
        do {
          let made = try bookings.desk.reservations.book(
            Booking(bookings.siteClass, for: nil, dates: dates, party: party))
          XCTAssertEqual(made.moves.count, fewest, message)
        } catch let error as CampgroundError where Self.isAboutRoom(error) {
          XCTAssertNil(fewest, "\(error), \(message)")
        }
        XCTAssertEqual(
          try promisedSites(bookings.desk).filter { promised.keys.contains($0.key) }, promised,
          message)
        try bookings.check(message)
        if Bool.random(using: &bookings.random) { try bookings.disturb() }
        try bookings.check(message)
      }
      try bookings.desk.stack.close()
    }
  }

  func testOtherDatesAreRefusedOnlyWhereNoReassignmentMakesRoom() async throws {
    for seed in Campaign.seeds(10, full: 1_000) {
      var bookings = try Bookings(seed: seed + 100_000)
      for _ in 0..<8 {
        _ = try? bookings.desk.reservations.book(
          Booking(
            bookings.siteClass, for: nil, dates: bookings.dates(longest: 3),
            party: Party(vehicleLength: 20)))
        let stays = try bookings.desk.reservations.list().rows.filter(\.isFloating)
        guard let stay = stays.randomElement(using: &bookings.random) else { continue }
        let dates = try bookings.dates(longest: 5)
        guard dates != stay.dates else { continue }
        let example = try bookings.problem(dates, stay.party, changing: stay)
        let fewest = ExhaustiveAssignment.fewestMoves(in: example)
        let message = "seed \(seed), \(stay.code) to \(dates)\n\(example)"
        do {
          try bookings.desk.reservations.changeDates(stay.code, to: dates)
          XCTAssertNotNil(fewest, message)
        } catch let error as CampgroundError where Self.isAboutRoom(error) {
          XCTAssertNil(fewest, "\(error), \(message)")
        }
        try bookings.check(message)
      }
      try bookings.desk.stack.close()
    }
  }

  /// Whether an error tells that the class has no campsite for a stay.
  private static func isAboutRoom(_ error: CampgroundError) -> Bool {
    switch error.code {
    case .noRoom: true
    case .unfit: error.text.hasPrefix("no site in class ")
    case .refused: error.text.hasSuffix(" has no sites")
    default: false
    }
  }

  /// The sites of all stays that were promised theirs.
  private func promisedSites(_ desk: TestDesk) throws -> [String: String?] {
    Dictionary(
      uniqueKeysWithValues: try desk.reservations.list().rows.filter {
        $0.state == .reserved && !$0.isFloating
      }.map { ($0.code, $0.siteName) })
  }
}
