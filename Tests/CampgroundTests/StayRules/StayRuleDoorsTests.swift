import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Every kind of rule about stays, through every door by which a stay gets its nights.
///
/// The clock stands at 23:30 of 2018-02-28 in Los Angeles, when it is March 1 in UTC already: rules
/// about the day of booking count from February 28.
@MainActor
final class StayRuleDoorsTests: XCTestCase {
  private static let lateInFebruary = CalendarDate(dayNumber: 6_268).midnightUTC
    .addingTimeInterval(7.5 * 3_600)

  private func eachDesk(_ body: @MainActor (TestDesk) async throws -> Void) async throws {
    try await eachStore(now: Self.lateInFebruary) { desk in
      _ = try desk.campground(in: "America/Los_Angeles")
      try await body(desk)
    }
  }

  /// A rule that is broken by what is done at a door, on a campsite of its own.
  private struct Case {
    let name: String
    let kind: StayRuleKind
    let rule: StayRule
    let kept: RuleTerms.Terms
    let knock: StayDoor.Knock
  }

  func testEveryKindOfRuleIsAskedAtEveryDoorAndKeptAtItsLimit() async throws {
    try await eachDesk { desk in
      for door in StayDoor.allCases {
        let cases = try StayRuleKind.allCases.map { try prepare($0, at: door, of: desk) }
        let asked = cases.filter { door.asks($0.kind) }
        let before = try StoreDump(of: desk.stack, desk.file)
        for each in asked { try assertRefused(each, at: door, of: desk) }
        XCTAssertEqual(try StoreDump(of: desk.stack, desk.file), before, "\(door)")
        for each in cases {
          if door.asks(each.kind), door.takesOverride { try assertNoted(each, of: desk) }
          // Who comes today never comes a day after booking.
          let isNeverKept = each.kept.value == 0
          if door.asks(each.kind), !isNeverKept {
            try desk.rules.edit(each.rule) {
              $0.value = each.kept.value
              $0.scope = each.kept.scope(of: each.knock.site)
            }
          }
          let change = try each.knock.call(desk.reservations, isNeverKept)
          XCTAssertEqual(change.after.dates, each.knock.dates, each.name)
          try desk.rules.delete(each.rule)
        }
      }
    }
  }

  private func prepare(_ kind: StayRuleKind, at door: StayDoor, of desk: TestDesk) throws -> Case {
    let name = "\(door) \(kind.rawValue)"
    let knock = try door.prepare(desk, name, hasNeighbour: kind == .gap)
    let terms = try RuleTerms(kind, for: knock.dates)
    let rule = try desk.rules.add(
      name, StayRulePlan(kind, terms.broken.value, for: terms.broken.scope(of: knock.site)))
    return Case(name: name, kind: kind, rule: rule, kept: terms.kept, knock: knock)
  }

  private func assertRefused(_ each: Case, at door: StayDoor, of desk: TestDesk) throws {
    do {
      _ = try each.knock.call(desk.reservations, false)
      XCTFail("\(each.name) is not asked")
    } catch let error as CampgroundError {
      let broken = error.brokenRules
      XCTAssertEqual(rulesBroken(by: error, on: "site \(each.knock.site.name)"), [each.name])
      XCTAssertEqual(broken.map(\.kind), [each.kind], each.name)
      XCTAssertEqual(broken.map(\.stay.dates), [each.knock.dates], each.name)
      XCTAssertEqual(broken.map(\.stay.bookedOn), [try day("2018-02-28")], each.name)
    } catch is NotOffered {
      XCTAssertEqual(door, .waitlistOffer)
    }
  }

  /// Checks that a rule may be broken on purpose, and that the reservation keeps it on record.
  private func assertNoted(_ each: Case, of desk: TestDesk) throws {
    let noted = try desk.reservations.preview { service in
      let change = try each.knock.call(service, true)
      return try service.find(change.code).rulesSetAside.map(\.words)
    }
    XCTAssertEqual(noted.count, 1, each.name)
    XCTAssertEqual(noted.first?.hasPrefix("2018-02-28: \"\(each.name)\" "), true, "\(noted)")
  }

  func testABookingWindowIsCountedFromTheDateOnTheCampgroundsWall() async throws {
    try await eachDesk { desk in
      let site = try desk.sites.add("15")
      try desk.rules.add("Half a year", StayRulePlan(.bookingWindow, 6))
      _ = try desk.reservations.reserve(site, for: nil, arrival: day("2018-08-28"), nights: 1)
      XCTAssertThrowsError(
        try desk.reservations.reserve(site, for: nil, arrival: day("2018-08-29"), nights: 1))
      // A second of March 1.
      let march = desk.reservations(at: Self.lateInFebruary.addingTimeInterval(1_800))
      _ = try march.reserve(site, for: nil, arrival: day("2018-09-01"), nights: 1)
      XCTAssertThrowsError(
        try march.reserve(site, for: nil, arrival: day("2018-09-02"), nights: 1))
    }
  }
}

/// The offer that a waitlist did not make.
private struct NotOffered: Error {}

/// The numbers and days with which a rule is broken by a stay, and kept by it at its limit.
private struct RuleTerms {
  struct Terms {
    var value: Int?
    var days: (from: CalendarDate, through: CalendarDate)?

    func scope(of site: CampSite) -> ScopePlan {
      ScopePlan(from: days?.from, through: days?.through, site: site)
    }
  }

  let broken: Terms
  let kept: Terms

  /// For a stay of four nights that is booked on 2018-02-28, and beside which, where that
  /// matters, two nights are free.
  init(_ kind: StayRuleKind, for dates: StayDates) throws {
    let arrival = dates.arrival
    let departure = dates.departure
    let ahead = try day("2018-02-28").distance(to: arrival)
    switch kind {
    case .minimumPerNight: (broken, kept) = (Terms(value: 5), Terms(value: 4))
    case .minimumInSeason:
      let days = (arrival, departure.advanced(by: -1))
      (broken, kept) = (Terms(value: 5, days: days), Terms(value: 4, days: days))
    case .maximumNights: (broken, kept) = (Terms(value: 3), Terms(value: 4))
    case .closedToArrival:
      let next = arrival.advanced(by: 1)
      (broken, kept) = (Terms(days: (arrival, arrival)), Terms(days: (next, next)))
    case .closedToDeparture:
      let previous = departure.advanced(by: -1)
      (broken, kept) = (Terms(days: (departure, departure)), Terms(days: (previous, previous)))
    case .gap: (broken, kept) = (Terms(value: 2), Terms(value: 1))
    case .bookingWindow:
      // Six months from March 1 would be enough.
      (broken, kept) = (Terms(value: 6), Terms(value: 7))
    case .advanceDays:
      // From March 1 it would be a day less.
      (broken, kept) = (Terms(value: ahead + 1), Terms(value: ahead))
    }
  }
}

/// A way in which a stay gets nights.
private enum StayDoor: CaseIterable {
  case reserve, hold, acceptDraft, holdDraft, acceptRequest, dates, extend, shorten, move, swap
  case groupBook, groupAdd, series, waitlistOffer, checkInEarly, reinstate

  /// A call that is ready to be made, for the stay that is to come of it.
  struct Knock {
    let site: CampSite
    let dates: StayDates
    let call: @MainActor (ReservationService, Bool) throws -> StayChange
  }

  /// Whether a rule of that kind has a say: a stay that keeps its arrival or its departure on its
  /// site is not asked about it again, and who arrives today is in every booking window.
  func asks(_ kind: StayRuleKind) -> Bool {
    switch (self, kind) {
    case (.extend, .closedToArrival), (.extend, .bookingWindow), (.extend, .advanceDays),
      (.shorten, .closedToArrival), (.shorten, .bookingWindow), (.shorten, .advanceDays),
      (.checkInEarly, .closedToDeparture), (.checkInEarly, .gap), (.checkInEarly, .bookingWindow):
      false
    default: true
    }
  }

  /// Whether a clerk may break the rules on purpose.
  var takesOverride: Bool { self != .waitlistOffer }

  @MainActor
  func prepare(_ desk: TestDesk, _ name: String, hasNeighbour: Bool) throws -> Knock {
    let service = desk.reservations
    let site = try desk.sites.add(name, features: CampSiteFeatures(loop: name))
    let dates = try stay("2018-08-29", "2018-09-02")
    var booking = Booking(site, for: nil, dates: dates)
    if hasNeighbour {
      _ = try service.reserve(site, for: nil, dates: stay("2018-09-04", "2018-09-05"))
    }
    func booked(_ site: CampSite, _ arrival: String, _ departure: String) throws -> String {
      try service.reserve(site, for: nil, dates: stay(arrival, departure)).code
    }
    func knock(
      _ call: @escaping @MainActor (ReservationService, Bool) throws -> StayChange
    ) -> Knock { Knock(site: site, dates: dates, call: call) }
    func bookings(_ isOverridden: Bool) -> Booking {
      var copy = booking
      copy.overridesRules = isOverridden
      return copy
    }
    booking.note = name
    switch self {
    case .reserve: return knock { try $0.book(bookings($1)) }
    case .hold: return knock { try $0.book(bookings($1), as: .hold) }
    case .acceptDraft:
      let code = try service.draft(booking).code
      return knock { try $0.reserve(code, overridingRules: $1) }
    case .holdDraft:
      let code = try service.draft(booking).code
      return knock { try $0.hold(code, overridingRules: $1) }
    case .acceptRequest:
      let code = try service.request(booking).code
      return knock { try $0.accept(code, overridingRules: $1) }
    case .dates:
      let code = try booked(site, "2018-06-20", "2018-06-22")
      return knock { try $0.changeDates(code, to: dates, overridingRules: $1) }
    case .extend:
      let code = try booked(site, "2018-08-29", "2018-09-01")
      return knock { try $0.extend(code, by: 1, overridingRules: $1) }
    case .shorten:
      let code = try booked(site, "2018-08-29", "2018-09-03")
      return knock { try $0.shorten(code, by: 1, overridingRules: $1) }
    case .move:
      let code = try booked(desk.sites.add("beside \(name)"), "2018-08-29", "2018-09-02")
      return knock { try $0.move(code, to: site, overridingRules: $1) }
    case .swap:
      let code = try booked(desk.sites.add("beside \(name)"), "2018-08-29", "2018-09-02")
      let other = try booked(site, "2018-10-10", "2018-10-12")
      return knock { try $0.swap(code, with: other, overridingRules: $1)[0] }
    case .groupBook: return knock { try $0.bookGroup(name, [bookings($1)])[0] }
    case .groupAdd:
      let other = Booking(try desk.sites.add("beside \(name)"), for: nil, dates: dates)
      try service.bookGroup(name, [other])
      return knock { try $0.add([bookings($1)], toGroup: name)[0] }
    case .series:
      return knock { try $0.reserveSeries(bookings($1), every: .week, times: 2).stays[0] }
    case .waitlistOffer:
      let code = try booked(site, "2018-08-29", "2018-09-02")
      let camper = try desk.campers.addCamper(name, phoneNumber: nil)
      var wish = WaitlistWish(dates: dates)
      wish.loop = name
      _ = try desk.waitlist.add(wish, for: camper)
      return knock { service, _ in
        guard try !service.preview({ try $0.cancel(code) }).offers.isEmpty else {
          throw NotOffered()
        }
        try service.cancel(code)
        let offer = try XCTUnwrap(service.reservations(status: .hold, site: site).first)
        return try service.expire(offer.code)
      }
    case .checkInEarly:
      let code = try booked(site, "2018-03-02", "2018-03-04")
      return Knock(site: site, dates: try stay("2018-02-28", "2018-03-04")) {
        try $0.checkIn(code, early: true, overridingRules: $1)
      }
    case .reinstate:
      let code = try booked(site, "2018-08-29", "2018-09-02")
      try service.cancel(code)
      return knock { try $0.reinstate(code, overridingRules: $1) }
    }
  }
}
