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
      Refusal(.series(.overlapping), names: "8 nights", "week", mends: "longer step") {
        desk, refused in
        let site = try desk.sites.add("15")
        let dates = try StayDates(arrival: day("2026-07-01"), nights: 8)
        refused {
          try desk.reservations.reserveSeries(
            Booking(site, for: nil, dates: dates), every: .week, times: 2)
        }
      },
      Refusal(.series(.nothingFree), names: "15", mends: "another site") { desk, refused in
        let site = try desk.sites.add("15")
        let booking = Booking(site, for: nil, dates: try stay("2026-07-01", "2026-07-02"))
        try desk.reservations.reserveSeries(booking, every: .week, times: 2)
        refused {
          try desk.reservations.reserveSeries(booking, every: .week, times: 2, skippingTaken: true)
        }
      },
      Refusal(.series(.inNoSeries), names: "R-1", mends: "cancel R-1") { desk, refused in
        _ = try desk.stay(nights: [4_000])
        refused { try desk.reservations.cancelSeries(from: "R-1") }
      },
      Refusal(.series(.nothingToCancel), names: "R-1", mends: "series show R-1") {
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
      Refusal(.group(.unknown), names: "Pines", mends: "group book") { desk, refused in
        refused { try desk.reservations.group("Pines") }
      },
      Refusal(.group(.unknown), names: "Pines", mends: "there is Scouts") { desk, refused in
        try scouts(desk)
        refused { try desk.reservations.cancelGroup("Pines") }
      },
      Refusal(.group(.nameTaken), names: "Scouts", mends: "group add") { desk, refused in
        try scouts(desk)
        let booking = Booking(
          try desk.sites.add("16"), for: nil, dates: try stay("2026-07-01", "2026-07-02"))
        refused { try desk.reservations.bookGroup("Scouts", [booking]) }
      },
      Refusal(.group(.nothingToBook), mends: "at least one site") { desk, refused in
        refused { try desk.reservations.bookGroup("Scouts", []) }
      },
      Refusal(.group(.siteTwice), names: "15", mends: "once") { desk, refused in
        let booking = Booking(
          try desk.sites.add("15"), for: nil, dates: try stay("2026-07-01", "2026-07-02"))
        refused { try desk.reservations.bookGroup("Scouts", [booking, booking]) }
      },
      Refusal(.group(.inGroup), names: "R-1", "Scouts", mends: "group leave R-1") {
        desk, refused in
        try scouts(desk)
        refused { try desk.reservations.join("R-1", group: "Scouts") }
      },
      Refusal(.group(.inNoGroup), names: "R-1", mends: "group join R-1") { desk, refused in
        _ = try desk.stay(nights: [4_000])
        refused { try desk.reservations.leaveGroup("R-1") }
      },
      Refusal(.group(.hasLines), names: "R-1", "Scouts", mends: "by itself") { desk, refused in
        try scouts(desk)
        try desk.folios.pay(10, by: .cash, for: desk.find("R-1"))
        refused { try desk.reservations.leaveGroup("R-1") }
      },
      Refusal(.group(.elsewhere), names: "R-2", "Scouts", mends: "where \"Scouts\" is") {
        desk, refused in
        try scouts(desk)
        let far = try siteElsewhere(desk)
        _ = try desk.reservations.reserve(far, for: nil, dates: stay("2026-07-01", "2026-07-02"))
        refused { try desk.reservations.join("R-2", group: "Scouts") }
      },
      Refusal(.group(.nothingToCancel), names: "Scouts", mends: "group show") { desk, refused in
        try scouts(desk)
        try desk.reservations.cancelGroup("Scouts")
        refused { try desk.reservations.cancelGroup("Scouts") }
      },
      Refusal(.group(.nobodyToShare), names: "Scouts", mends: "group show") { desk, refused in
        try scouts(desk)
        try desk.reservations.cancelGroup("Scouts")
        let group = try desk.reservations.group("Scouts")
        refused { try desk.folios.charge(1, for: "Hall", toGroup: group) }
      },
      Refusal(.group(.nobodyToCheckIn), names: "Scouts", mends: "group show") { desk, refused in
        try scouts(desk)
        try desk.reservations.cancelGroup("Scouts")
        refused { try desk.reservations.checkInGroup("Scouts") }
      },
      Refusal(.group(.nobodyToCheckOut), names: "Scouts", mends: "group show") { desk, refused in
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
        .split(.outside), names: "2026-06-25", "2026-06-20 to 2026-06-25",
        mends: "needs a night before"
      ) { desk, refused in
        let (first, _, _) = try desk.splitStay()
        refused { try desk.reservations.split("R-1", on: day("2026-06-25"), to: first) }
      },
      Refusal(.split(.outOfOrder), names: "2026-06-22", mends: "order of their dates") {
        desk, refused in
        let (first, second, _) = try desk.twoSites()
        let booking = try desk.booking(
          first, for: nil, stay("2026-06-20", "2026-06-25"), then: ("2026-06-23", second),
          ("2026-06-22", first))
        refused { try desk.reservations.reserve(booking) }
      },
      Refusal(.split(.sameSite), names: "16", "2026-06-23", mends: "another site") {
        desk, refused in
        let (_, second, _) = try desk.splitStay()
        refused { try desk.reservations.split("R-1", on: day("2026-06-23"), to: second) }
      },
      Refusal(.split(.elsewhere), names: "99", mends: "the same campground") { desk, refused in
        try desk.splitStay()
        let far = try siteElsewhere(desk)
        refused { try desk.reservations.split("R-1", on: day("2026-06-21"), to: far) }
      },
      Refusal(.split(.onSeveralSites), names: "R-1", mends: "reservation move R-1") {
        desk, refused in
        try desk.splitStay()
        let third = try desk.sites.add("17")
        _ = try desk.reservations.reserve(third, for: nil, dates: stay("2026-06-20", "2026-06-25"))
        refused { try desk.reservations.swap("R-2", with: "R-1") }
      },
      Refusal(.split(.inSeries), mends: "one by one") { desk, refused in
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
      Refusal(.waitlist(.unknown), names: "W-9", mends: "waitlist list") { desk, refused in
        refused { try desk.waitlist.accept("W-9") }
      },
      Refusal(
        .waitlist(.datesPast), names: "2026-06-10 to 2026-06-12", mends: "from 2026-06-15 on"
      ) { desk, refused in
        _ = try desk.sites.add("15")
        let camper = try desk.campers.addCamper("Ada", phoneNumber: nil)
        let wish = WaitlistWish(dates: try stay("2026-06-10", "2026-06-12"))
        refused { try desk.waitlist.add(wish, for: camper) }
      },
      Refusal(.waitlist(.waitsAlready), names: "Ada", "W-1", mends: "waitlist withdraw W-1") {
        desk, refused in
        let (wish, camper) = try waiting(desk)
        refused { try desk.waitlist.add(wish, for: camper) }
      },
      Refusal(.waitlist(.noSuchSite), mends: "ask for less") { desk, refused in
        _ = try desk.sites.add("15", features: CampSiteFeatures(type: .tent))
        let camper = try desk.campers.addCamper("Ada", phoneNumber: nil)
        var wish = WaitlistWish(dates: try stay("2026-07-01", "2026-07-02"))
        wish.type = .cabin
        refused { try desk.waitlist.add(wish, for: camper) }
      },
      Refusal(
        .waitlist(.sitesFree), names: "15", "2026-07-01 to 2026-07-02", mends: "book one of them"
      ) { desk, refused in
        _ = try desk.sites.add("15")
        let camper = try desk.campers.addCamper("Ada", phoneNumber: nil)
        let wish = WaitlistWish(dates: try stay("2026-07-01", "2026-07-02"))
        refused { try desk.waitlist.add(wish, for: camper) }
      },
      Refusal(.waitlist(.noOffer), names: "W-1", "waiting", mends: "waitlist offer") {
        desk, refused in
        _ = try waiting(desk)
        refused { try desk.waitlist.accept("W-1") }
      },
      Refusal(.waitlist(.isOver), names: "W-1", "withdrawn", mends: "waitlist add") {
        desk, refused in
        _ = try waiting(desk)
        try desk.waitlist.withdraw("W-1")
        refused { try desk.waitlist.withdraw("W-1") }
      },
      Refusal(.waitlist(.noWish), names: "W-1", "wish 2", mends: "waitlist show W-1") {
        desk, refused in
        _ = try waiting(desk)
        refused { try desk.waitlist.withdrawWish(2, of: "W-1") }
      },
      Refusal(.waitlist(.onlyWish), names: "W-1", "wish 1", mends: "waitlist withdraw W-1") {
        desk, refused in
        _ = try waiting(desk)
        refused { try desk.waitlist.withdrawWish(1, of: "W-1") }
      },
      Refusal(.waitlist(.wishedAlready), names: "W-1", "wish 1", mends: "waitlist show W-1") {
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
