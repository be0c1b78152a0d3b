import Campground
import Foundation
import TestSupport
import XCTest

extension Refusal {
  /// Classes of campsites, and stays that are booked by one. Today is 2026-06-15.
  static var classes: [Refusal] {
    setUpOfClasses + rooms + promises
  }

  private static var setUpOfClasses: [Refusal] {
    [
      Refusal(
        .nameTaken, about: .named("class", "RV"), names: "class", "RV",
        fix: .advice("choose another name")
      ) { desk, refused in
        try desk.classes.add("RV")
        refused { try desk.classes.add("RV") }
      },
      Refusal(
        .inUse, about: .named("class", "RV"), names: "RV", "site 1", "rate \"High\"",
        mends: "another class"
      ) { desk, refused in
        let rv = try desk.siteClass("RV", ["1"])
        try desk.rates.addRate("High", RatePlan(amount: 60, for: ScopePlan(siteClass: rv)))
        refused { try desk.classes.delete(rv) }
      },
      Refusal(
        about: .named("class", "RV"), names: "RV", "2", fix: .advice("give it a class of its own")
      ) { desk, refused in
        let rv = try desk.siteClass("RV", ["1"])
        refused {
          try desk.sites.add("2", features: CampSiteFeatures(type: .dayUse), siteClass: rv)
        }
      },
      Refusal(about: .named("class", "RV"), names: "1", "RV", "R-1", fix: .assignOrLock("R-1")) {
        desk, refused in
        let rv = try desk.siteClass("RV", ["1"])
        try desk.reserve(rv, "2026-07-01", "2026-07-03")
        refused { try desk.sites.edit(desk.sites.find("1"), siteClass: .without) }
      },
      Refusal(about: .named("class", "RV"), names: "RV", "Strict", fix: .edit("policy", "Strict")) {
        desk, refused in
        let rv = try desk.siteClass("RV", ["1"])
        try desk.policies.add("Strict", allKept, siteClass: rv)
        refused { try desk.policies.add("Lax", allKept, siteClass: rv) }
      },
      Refusal(
        about: .property("default"), names: "RV", "Strict",
        fix: .edit("policy", "Strict", property: "class")
      ) { desk, refused in
        let rv = try desk.siteClass("RV", ["1"])
        refused { try desk.policies.add("Strict", allKept, siteClass: rv, isDefault: true) }
      },
      Refusal(
        about: .named("class", "RV"), names: "RV", "2026-07-01 to 2026-07-02",
        fix: try .bookOrWait(
          .named("class", "RV"), camper: "Ada", phone: nil, stay("2026-07-01", "2026-07-02"))
      ) { desk, refused in
        let rv = try desk.siteClass("RV", ["1"])
        let camper = try desk.campers.addCamper("Ada", phoneNumber: nil)
        var wish = WaitlistWish(dates: try stay("2026-07-01", "2026-07-02"))
        wish.siteClass = rv.objectID
        refused { try desk.waitlist.add(wish, for: camper) }
      },
    ]
  }

  private static let allKept = PolicyPlan(
    steps: [.init(NoticeDays(from: 0, through: nil), keeps: .everything)])

  private static var rooms: [Refusal] {
    [
      Refusal(about: .named("class", "RV"), names: "RV", fix: .edit("class", "RV")) {
        desk, refused in
        let rv = try desk.classes.add("RV")
        refused { try desk.reserve(rv, "2026-07-01", "2026-07-03") }
      },
      Refusal(
        .unfit, about: .named("class", "RV"), names: "RV", "1 takes", "30 ft", fix: .showFitting
      ) { desk, refused in
        let rv = try desk.siteClass("RV", ["1"], length: 30)
        refused { try desk.reserve(rv, "2026-07-01", "2026-07-03", Party(vehicleLength: 38)) }
      },
      Refusal(
        .noRoom, about: .named("class", "RV"), names: "RV", "1 is taken", "R-1",
        fix: .showOtherAvailability
      ) { desk, refused in
        let rv = try desk.siteClass("RV", ["1"])
        _ = try desk.reservations.reserve(
          desk.sites.find("1"), for: nil, dates: stay("2026-07-02", "2026-07-03"))
        refused { try desk.reserve(rv, "2026-07-01", "2026-07-03") }
      },
      Refusal(
        .noRoom, about: .named("class", "RV"), names: "RV", "2026-07-02", "R-1 and this stay",
        "1 site (1)", fix: .showOtherAvailability
      ) { desk, refused in
        let rv = try desk.siteClass("RV", ["1"])
        try desk.reserve(rv, "2026-07-02", "2026-07-04")
        refused { try desk.reserve(rv, "2026-07-01", "2026-07-03") }
      },
      Refusal(
        .noRoom, about: .named("class", "RV"), names: "RV", "R-3", "this stay",
        fix: .showOtherAvailability
      ) { desk, refused in
        let rv = try withRoomForNights(desk)
        refused { try desk.reserve(rv, "2026-07-02", "2026-07-04") }
      },
      Refusal(
        .noRoom, about: .named("class", "RV"), names: "RV", "no room found", fix: .assignByHand
      ) { desk, refused in
        let rv = try withRoomForNights(desk, besides: 3)
        desk.reservations.assignmentSteps = 1
        refused { try desk.reserve(rv, "2026-07-02", "2026-07-04") }
      },
      Refusal(.stayRuleBroken, names: "class RV", "Long", mends: "at least 3 nights") {
        desk, refused in
        let rv = try desk.siteClass("RV", ["1"])
        try desk.rules.add("Long", StayRulePlan(.minimumPerNight, 3, for: ScopePlan(siteClass: rv)))
        refused { try desk.reserve(rv, "2026-07-01", "2026-07-03") }
      },
      Refusal(
        about: .property("siteChanges"), names: "RV",
        fix: .advice("choose a site instead of a class")
      ) { desk, refused in
        let rv = try desk.siteClass("RV", ["1", "2"])
        var booking = Booking(rv, for: nil, dates: try stay("2026-07-01", "2026-07-04"))
        booking.siteChanges = [
          SiteChange(on: try day("2026-07-02"), to: try desk.sites.find("2"))
        ]
        refused { try desk.reservations.book(booking) }
      },
    ]
  }

  /// Two sites with room on July 2 and on July 3, and none for both nights: R-3 can only have site 2,
  /// since R-1 was promised site 1, and R-4 only site 1, since R-2 was promised site 2.
  ///
  /// - Parameter count: the number of other sites, each with stays that float there all the time.
  private static func withRoomForNights(
    _ desk: TestDesk, besides count: Int = 0
  ) throws -> SiteClass {
    let others = (0..<count).map { "\($0 + 3)" }
    let rv = try desk.siteClass("RV", ["1", "2"] + others)
    for (site, from, to) in [
      ("1", "2026-07-01", "2026-07-02"), ("2", "2026-07-04", "2026-07-05"),
    ] {
      _ = try desk.reservations.reserve(
        desk.sites.find(site), for: nil, dates: StayDates(arrival: day(from), departure: day(to)))
    }
    for _ in 0...count {
      try desk.reserve(rv, "2026-07-01", "2026-07-03")
      try desk.reserve(rv, "2026-07-03", "2026-07-05")
    }
    return rv
  }

  private static var promises: [Refusal] {
    [
      Refusal(about: .stay("R-1"), names: "R-1", fix: .move("R-1")) {
        desk, refused in
        _ = try desk.stay(nights: [4_000])
        refused { try desk.reservations.lock("R-1") }
      },
      Refusal(about: .stay("R-1"), names: "R-1", "requested", fix: .accept("R-1")) {
        desk, refused in
        let rv = try desk.siteClass("RV", ["1"])
        let dates = try stay("2026-07-01", "2026-07-03")
        _ = try desk.reservations.request(Booking(rv, for: nil, dates: dates))
        refused { try desk.reservations.lock("R-1") }
      },
      Refusal(about: .stay("R-1"), names: "R-1", "1", fix: .moveGuest("R-1")) {
        desk, refused in
        let rv = try desk.siteClass("RV", ["1", "2"])
        try desk.reserve(rv, "2026-06-15", "2026-06-17")
        try desk.reservations.checkIn("R-1")
        refused { try desk.reservations.assign("R-1", to: desk.sites.find("2")) }
      },
      Refusal(about: .stay("R-1"), names: "R-1", "1", fix: .moveRest("R-1")) {
        desk, refused in
        let rv = try desk.siteClass("RV", ["1", "2"])
        try desk.reserve(rv, "2026-06-15", "2026-06-18")
        try desk.reservations.guarantee("R-1")
        let later = try desk.reservations(on: "2026-06-16")
        refused { try later.assign("R-1") }
      },
      Refusal(about: .stay("R-1"), names: "R-1", "1", fix: .unlock("R-1")) {
        desk, refused in
        let rv = try desk.siteClass("RV", ["1", "2"])
        try desk.reserve(rv, "2026-07-01", "2026-07-03")
        try desk.reservations.lock("R-1")
        refused { try desk.reservations.assign("R-1") }
      },
      Refusal(about: .stay("R-1"), names: "R-1", mends: "is not locked") {
        desk, refused in
        let rv = try desk.siteClass("RV", ["1"])
        try desk.reserve(rv, "2026-07-01", "2026-07-03")
        refused { try desk.reservations.unlock("R-1") }
      },
      Refusal(about: .site("9"), names: "R-1", "RV", "9", fix: .moveTo("R-1", site: "9")) {
        desk, refused in
        let rv = try desk.siteClass("RV", ["1"])
        try desk.reserve(rv, "2026-07-01", "2026-07-03")
        let other = try desk.sites.add("9")
        refused { try desk.reservations.assign("R-1", to: other) }
      },
    ]
  }
}
