import Campground
import Foundation
import TestSupport
import XCTest

extension Refusal {
  /// Groups, series, stays on several campsites and the waitlist.
  static var parties: [Refusal] {
    series + groups + splits + waitlist
  }

  private static var series: [Refusal] {
    [
      Refusal(
        about: .property("every"), names: "8 nights", "week",
        fix: .advice("book fewer nights or space the stays further apart")
      ) { desk, refused in
        let site = try desk.sites.add("15")
        let dates = try StayDates(arrival: day("2026-07-01"), nights: 8)
        refused {
          try desk.reservations.reserveSeries(
            Booking(site, for: nil, dates: dates), every: .week, times: 2)
        }
      },
      Refusal(
        .noRoom, about: .named("site", "15"), names: "15",
        fix: .advice("choose another site or other dates")
      ) { desk, refused in
        let site = try desk.sites.add("15")
        let booking = Booking(site, for: nil, dates: try stay("2026-07-01", "2026-07-02"))
        try desk.reservations.reserveSeries(booking, every: .week, times: 2)
        refused {
          try desk.reservations.reserveSeries(booking, every: .week, times: 2, skippingTaken: true)
        }
      },
      Refusal(about: .stay("R-1"), names: "R-1", fix: .cancelAlone("R-1")) {
        desk, refused in
        _ = try desk.stay(nights: [4_000])
        refused { try desk.reservations.cancelSeries(from: "R-1") }
      },
      Refusal(about: .stay("R-1"), names: "R-1", fix: .showSeries("R-1")) {
        desk, refused in
        let site = try desk.sites.add("15")
        let booking = Booking(site, for: nil, dates: try stay("2026-07-01", "2026-07-02"))
        try desk.reservations.reserveSeries(booking, every: .week, times: 2)
        try desk.reservations.cancelSeries(from: "R-1")
        refused { try desk.reservations.cancelSeries(from: "R-1") }
      },
    ]
  }

  // MARK: Groups

  private static var groups: [Refusal] {
    [
      Refusal(.unknown, about: .named("group", "Pines"), names: "Pines", fix: .bookGroup) {
        desk, refused in
        refused { try desk.reservations.group("Pines") }
      },
      Refusal(.unknown, about: .named("group", "Pines"), names: "Pines", mends: "there is Scouts") {
        desk, refused in
        try scouts(desk)
        refused { try desk.reservations.cancelGroup("Pines") }
      },
      Refusal(.nameTaken, about: .named("group", "Scouts"), names: "Scouts", fix: .addToGroup) {
        desk, refused in
        try scouts(desk)
        let booking = Booking(
          try desk.sites.add("16"), for: nil, dates: try stay("2026-07-01", "2026-07-02"))
        refused { try desk.reservations.bookGroup("Scouts", [booking]) }
      },
      Refusal(mends: "at least one site") { desk, refused in
        refused { try desk.reservations.bookGroup("Scouts", []) }
      },
      Refusal(about: .site("15"), names: "15", fix: .advice("list it once")) {
        desk, refused in
        let booking = Booking(
          try desk.sites.add("15"), for: nil, dates: try stay("2026-07-01", "2026-07-02"))
        refused { try desk.reservations.bookGroup("Scouts", [booking, booking]) }
      },
      Refusal(about: .stay("R-1"), names: "R-1", "Scouts", fix: .leaveGroup("R-1")) {
        desk, refused in
        try scouts(desk)
        refused { try desk.reservations.join("R-1", group: "Scouts") }
      },
      Refusal(about: .stay("R-1"), names: "R-1", fix: .joinGroup("R-1")) {
        desk, refused in
        _ = try desk.stay(nights: [4_000])
        refused { try desk.reservations.leaveGroup("R-1") }
      },
      Refusal(about: .stay("R-1"), names: "R-1", "Scouts", fix: .advice("pay it separately")) {
        desk, refused in
        try scouts(desk)
        try desk.folios.pay(10, by: .cash, for: desk.find("R-1"))
        refused { try desk.reservations.leaveGroup("R-1") }
      },
      Refusal(
        about: .stay("R-2"), names: "R-2", "Scouts",
        fix: .advice("choose a stay at the campground of \"Scouts\"")
      ) { desk, refused in
        try scouts(desk)
        let far = try siteElsewhere(desk)
        _ = try desk.reservations.reserve(far, for: nil, dates: stay("2026-07-01", "2026-07-02"))
        refused { try desk.reservations.join("R-2", group: "Scouts") }
      },
      Refusal(
        about: .named("group", "Scouts"), names: "Scouts", mends: "has nothing left to cancel",
        fix: .showGroup
      ) { desk, refused in
        try scouts(desk)
        try desk.reservations.cancelGroup("Scouts")
        refused { try desk.reservations.cancelGroup("Scouts") }
      },
      Refusal(about: .named("group", "Scouts"), names: "Scouts", fix: .chargeAlone) {
        desk, refused in
        try scouts(desk)
        try desk.reservations.cancelGroup("Scouts")
        let group = try desk.reservations.group("Scouts")
        refused { try desk.folios.charge(1, for: "Hall", toGroup: group) }
      },
      Refusal(
        about: .named("group", "Scouts"), names: "Scouts", mends: "has nobody to check in",
        fix: .showGroup
      ) { desk, refused in
        try scouts(desk)
        try desk.reservations.cancelGroup("Scouts")
        refused { try desk.reservations.checkInGroup("Scouts") }
      },
      Refusal(
        about: .named("group", "Scouts"), names: "Scouts", mends: "has nobody to check out",
        fix: .showGroup
      ) { desk, refused in
        try scouts(desk)
        refused { try desk.reservations.checkOutGroup("Scouts") }
      },
    ]
  }

  /// A group of one stay, R-1 on site 15.
  private static func scouts(_ desk: TestDesk) throws {
    let site = try desk.sites.add("15", rate: 40)
    try desk.reservations.bookGroup(
      "Scouts", [Booking(site, for: nil, dates: stay("2026-07-01", "2026-07-02"))])
  }

  /// Site 99 of another campground.
  static func siteElsewhere(_ desk: TestDesk) throws -> CampSite {
    let other = try desk.campgrounds.add("Wawona", timeZone: .gmt)
    return try CampSiteService(
      managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
      clock: desk.stack.clock, campground: other.objectID
    ).add("99")
  }

  // MARK: Stays on several campsites

  private static var splits: [Refusal] {
    [
      Refusal(
        about: try .date(day("2026-06-25")), names: "2026-06-25", "2026-06-20 to 2026-06-25",
        mends: "one night before"
      ) { desk, refused in
        let (first, _, _) = try desk.splitStay()
        refused { try desk.reservations.split("R-1", on: day("2026-06-25"), to: first) }
      },
      Refusal(about: try .date(day("2026-06-22")), names: "2026-06-22", mends: "in date order") {
        desk, refused in
        let (first, second, _) = try desk.twoSites()
        let booking = try desk.booking(
          first, for: nil, stay("2026-06-20", "2026-06-25"), then: ("2026-06-23", second),
          ("2026-06-22", first))
        refused { try desk.reservations.reserve(booking) }
      },
      Refusal(about: .site("16"), names: "16", "2026-06-23", fix: .advice("choose another site")) {
        desk, refused in
        let (_, second, _) = try desk.splitStay()
        refused { try desk.reservations.split("R-1", on: day("2026-06-23"), to: second) }
      },
      Refusal(about: .site("99"), names: "99", fix: .advice("choose a site at the same campground"))
      { desk, refused in
        try desk.splitStay()
        let far = try siteElsewhere(desk)
        refused { try desk.reservations.split("R-1", on: day("2026-06-21"), to: far) }
      },
      Refusal(about: .stay("R-1"), names: "R-1", fix: .moveToOneSite("R-1")) {
        desk, refused in
        try desk.splitStay()
        let third = try desk.sites.add("17")
        _ = try desk.reservations.reserve(third, for: nil, dates: stay("2026-06-20", "2026-06-25"))
        refused { try desk.reservations.swap("R-2", with: "R-1") }
      },
      Refusal(about: .property("every"), fix: .advice("book the stays one by one")) {
        desk, refused in
        let (first, second, _) = try desk.twoSites()
        let booking = try desk.booking(
          first, for: nil, stay("2026-06-20", "2026-06-25"), then: ("2026-06-22", second))
        refused { try desk.reservations.reserveSeries(booking, every: .month, times: 2) }
      },
    ]
  }

  // MARK: The waitlist

  private static var waitlist: [Refusal] {
    [
      Refusal(.unknown, about: .named("wait", "W-9"), names: "W-9", fix: .list(.waits)) {
        desk, refused in
        refused { try desk.waitlist.accept("W-9") }
      },
      Refusal(
        about: .property("arrival"), names: "2026-06-10",
        fix: .advice("enter dates from 2026-06-15")
      ) { desk, refused in
        _ = try desk.sites.add("15")
        let camper = try desk.campers.addCamper("Ada", phoneNumber: nil)
        let wish = WaitlistWish(dates: try stay("2026-06-10", "2026-06-12"))
        refused { try desk.waitlist.add(wish, for: camper) }
      },
      Refusal(about: .camper("Ada"), names: "Ada", "W-1", fix: .addWish("W-1")) {
        desk, refused in
        let (wish, camper) = try waiting(desk)
        refused { try desk.waitlist.add(wish, for: camper) }
      },
      Refusal(fix: .advice("leave out some of the needs")) { desk, refused in
        _ = try desk.sites.add("15", features: CampSiteFeatures(type: .tent))
        let camper = try desk.campers.addCamper("Ada", phoneNumber: nil)
        var wish = WaitlistWish(dates: try stay("2026-07-01", "2026-07-02"))
        wish.type = .cabin
        refused { try desk.waitlist.add(wish, for: camper) }
      },
      Refusal(
        about: .known("15"), names: "15", "2026-07-01 to 2026-07-02",
        fix: try .bookOrWait(
          .site("15"), camper: "Ada", phone: nil, stay("2026-07-01", "2026-07-02"))
      ) { desk, refused in
        _ = try desk.sites.add("15")
        let camper = try desk.campers.addCamper("Ada", phoneNumber: nil)
        let wish = WaitlistWish(dates: try stay("2026-07-01", "2026-07-02"))
        refused { try desk.waitlist.add(wish, for: camper) }
      },
      Refusal(about: .named("wait", "W-1"), names: "W-1", "waiting", fix: .offerFree) {
        desk, refused in
        _ = try waiting(desk)
        refused { try desk.waitlist.accept("W-1") }
      },
      Refusal(about: .named("wait", "W-1"), names: "W-1", "withdrawn", fix: .waitAgain) {
        desk, refused in
        _ = try waiting(desk)
        try desk.waitlist.withdraw("W-1")
        refused { try desk.waitlist.withdraw("W-1") }
      },
      Refusal(about: .number(2), names: "W-1", "wish 2", fix: .showWishes("W-1")) {
        desk, refused in
        _ = try waiting(desk)
        refused { try desk.waitlist.withdrawWish(2, of: "W-1") }
      },
      Refusal(about: .number(1), names: "W-1", "wish 1", fix: .withdraw("W-1")) {
        desk, refused in
        _ = try waiting(desk)
        refused { try desk.waitlist.withdrawWish(1, of: "W-1") }
      },
      Refusal(about: .property("arrival"), names: "W-1", "wish 1", fix: .showWishes("W-1")) {
        desk, refused in
        let (wish, _) = try waiting(desk)
        refused { try desk.waitlist.addWish(wish, to: "W-1") }
      },
    ]
  }

  /// Site 15, which R-1 has, and Ada who waits for it as W-1.
  @discardableResult
  private static func waiting(_ desk: TestDesk) throws -> (WaitlistWish, Camper) {
    let site = try desk.sites.add("15")
    _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-01", "2026-07-03"))
    let camper = try desk.campers.addCamper("Ada", phoneNumber: nil)
    let wish = WaitlistWish(dates: try stay("2026-07-01", "2026-07-02"))
    _ = try desk.waitlist.add(wish, for: camper)
    return (wish, camper)
  }
}
