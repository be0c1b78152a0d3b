import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// The classes of a campground. Today is 2026-06-15.
@MainActor
final class SiteClassTests: XCTestCase {
  func testAClassIsAddedFoundAndChanged() async throws {
    try await eachStore { desk in
      let rv = try desk.classes.add("RV 50A", note: "full hookup")
      XCTAssertEqual(rv.note, "full hookup")
      XCTAssertEqual(try desk.classes.find("rv 50a"), rv)
      try desk.classes.edit(rv, name: "RV", note: "")
      XCTAssertEqual(try desk.classes.classes().map(\.name), ["RV"])
      XCTAssertNil(rv.note)
      assertBreaks(.nameTaken(of: "class", name: "RV")) { try desk.classes.add("RV") }
      assertBreaks(.unknownName(of: "class", name: "Tent", known: ["RV"])) {
        try desk.classes.find("Tent")
      }
    }
  }

  func testASiteIsOfOneClassAndMayLeaveIt() async throws {
    try await eachStore { desk in
      let rv = try desk.siteClass("RV", ["10", "2"])
      let lake = try desk.classes.add("Lake")
      XCTAssertEqual(rv.sortedSites.map(\.name), ["2", "10"])
      XCTAssertEqual(rv.siteType, "rv")
      try desk.sites.edit(desk.sites.find("2"), siteClass: .chosen(lake))
      XCTAssertEqual(rv.sortedSites.map(\.name), ["10"])
      try desk.sites.edit(desk.sites.find("2"), siteClass: .without)
      XCTAssertNil(try desk.sites.find("2").siteClass)
      XCTAssertEqual(lake.sortedSites, [])
      XCTAssertNil(lake.siteType)
    }
  }

  func testAvailabilityAsksForAClass() async throws {
    try await eachStore { desk in
      _ = try desk.siteClass("RV", ["1", "2"])
      _ = try desk.sites.add("3")
      var needs = SiteNeeds()
      needs.siteClass = "RV"
      let dates = try stay("2026-07-01", "2026-07-03")
      let query = AvailabilityQuery(dates, needs: needs)
      XCTAssertEqual(try desk.availability.search(query).map(\.site.name), ["1", "2"])
      XCTAssertEqual(
        try desk.availability.refusals(query).map { "\($0.site.name) \($0.reasons[0])" },
        ["3 is in no class, not RV"])
    }
  }

  func testAClassIsKeptWhileAnythingIsOfIt() async throws {
    try await eachStore { desk in
      let rv = try desk.siteClass("RV", ["1"])
      try desk.reserve(rv, "2026-06-15", "2026-06-17")
      let rate = try desk.rates.addRate("High", RatePlan(amount: 60, for: ScopePlan(siteClass: rv)))
      try desk.rates.edit(rate) { $0.amount = 70 }
      @MainActor func users() throws -> [String] {
        do {
          try desk.classes.delete(rv)
          return []
        } catch let error as CampgroundError where error.code == .inUse {
          return error.users
        }
      }
      XCTAssertEqual(try users(), ["site 1", "R-1", "rate \"High\""])
      try desk.rates.delete(rate)
      try desk.reservations.lock("R-1")
      try desk.sites.edit(desk.sites.find("1"), siteClass: .without)
      XCTAssertEqual(try users(), ["R-1"])
      try desk.reservations.checkIn("R-1")
      try desk.reservations(on: "2026-06-17").checkOut("R-1")
      // What the rate was once goes with the class.
      XCTAssertEqual(try users(), [])
      XCTAssertEqual(try desk.count(SiteClass.self), 0)
      XCTAssertEqual(try desk.count(Rate.self), 0)
      XCTAssertEqual(try desk.find("R-1").className, "RV")
    }
  }

  func testARateForAClassThatIsDeletedInOneSaveLeavesNothing() async throws {
    try await eachStore { desk in
      let rv = try desk.classes.add("RV")
      let rate = try desk.rates.addRate("High", RatePlan(amount: 60, for: ScopePlan(siteClass: rv)))
      let pad = desk.scratchPad()
      let name = rate.name
      try pad.perform("delete") {
        try $0.rates.delete($0.rates.findRate(name))
        try $0.siteClasses.delete($0.siteClasses.find("RV"))
      }
      try pad.save()
      XCTAssertEqual(try desk.count(SiteClass.self), 0)
      XCTAssertEqual(try desk.count(Rate.self), 0)
    }
  }

  func testAClassThatSomebodyBookedMeanwhileIsNotDeletedByAPad() async throws {
    try await eachStore { desk in
      let rv = try desk.siteClass("RV", ["1"])
      let lake = try desk.classes.add("Lake")
      let pad = desk.scratchPad()
      try pad.perform("delete") { try $0.siteClasses.delete($0.siteClasses.find("Lake")) }
      _ = try desk.rates.addRate("Lake", RatePlan(amount: 60, for: ScopePlan(siteClass: lake)))
      XCTAssertThrowsError(try pad.save()) {
        XCTAssertEqual(reason(of: $0)?.code, .inUse)
        XCTAssertEqual(reason(of: $0)?.about, [.named("class", "Lake"), .user("rate \"Lake\"")])
      }
      XCTAssertEqual(rv.sites.count, 1)
    }
  }

  func testAWishForAClassIsOfferedAsSoonAsItHasRoom() async throws {
    try await eachStore { desk in
      let rv = try desk.siteClass("RV", ["1", "2"])
      try desk.reserve(rv, "2026-07-01", "2026-07-02")
      try desk.reserve(rv, "2026-07-01", "2026-07-04")
      let ada = try desk.campers.addCamper("Ada", phoneNumber: nil)
      var wish = WaitlistWish(dates: try stay("2026-07-01", "2026-07-04"))
      wish.siteClass = rv.objectID
      _ = try desk.waitlist.add(wish, for: ada)
      try desk.reserve(rv, "2026-07-03", "2026-07-04")
      // The first night of site 1 becomes free, and R-3 is on one of the sites for the last.
      let canceled = try desk.reservations.cancel("R-2")
      XCTAssertEqual(canceled.offers.map(\.entry), ["W-1"])
      let hold = try desk.find("R-4")
      XCTAssertEqual(hold.siteClass, rv)
      XCTAssertEqual(hold.promise, .floating)
    }
  }

  func testAPaperTellsTheSiteOnlyOnceItIsPromised() async throws {
    try await eachStore { desk in
      let rv = try desk.siteClass("RV 50A", ["17"])
      try desk.reserve(rv, "2026-07-01", "2026-07-03")
      let floating = try desk.folios.confirmation(of: desk.find("R-1")).text
      XCTAssertTrue(floating.contains("RV 50A"), floating)
      XCTAssertTrue(floating.contains("assigned on arrival"), floating)
      XCTAssertFalse(floating.contains("17"), floating)
      try desk.reservations.lock("R-1")
      let locked = try desk.folios.confirmation(of: desk.find("R-1")).text
      XCTAssertTrue(locked.contains("RV 50A"), locked)
      XCTAssertTrue(locked.contains("17 (rv)"), locked)
    }
  }

  func testAFileOfSitesNamesTheirClasses() async throws {
    try await eachStore { desk in
      let rv = try desk.classes.add("RV")
      let importer = CampsiteImporter(
        managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
        clock: desk.stack.clock)
      let text = "site,type,class\n1,rv,RV\n2,rv,Lake\n3,tent,\n"
      XCTAssertTrue(try importer.importCampsites(from: Data(text.utf8)).isSaved)
      XCTAssertEqual(try desk.sites.find("1").siteClass, rv)
      XCTAssertEqual(try desk.sites.find("2").siteClass?.name, "Lake")
      XCTAssertNil(try desk.sites.find("3").siteClass)
      let wrong = try importer.importCampsites(
        from: Data("site,type,class\n4,day-use,RV\n".utf8))
      XCTAssertEqual(wrong.rejects.map(\.column), ["class"])
      XCTAssertFalse(wrong.isSaved)
    }
  }

  func testARequestForAClassIsInTheWayOfNoSite() async throws {
    try await eachStore { desk in
      let rv = try desk.siteClass("RV", ["1", "2"], rate: 40)
      try desk.rates.addRate("Class", RatePlan(amount: 60, for: ScopePlan(siteClass: rv)))
      let booking = Booking(rv, for: nil, dates: try stay("2026-07-01", "2026-07-03"))
      _ = try desk.reservations.request(booking)
      try desk.sites.retire(desk.sites.find("1"), from: day("2026-06-20"))
      try desk.sites.delete(desk.sites.find("1"))
      XCTAssertEqual(try desk.find("R-1").total?.description, "$120.00")
      // Of the last site it would be.
      assertBreaks(.siteHasReservations("2", codes: ["R-1"])) {
        try desk.sites.delete(desk.sites.find("2"))
      }
      XCTAssertEqual(try desk.reservations.accept("R-1").after.site, "2")
    }
  }

  func testAStayOfADeletedClassDoesNotComeBack() async throws {
    try await eachStore { desk in
      let rv = try desk.siteClass("RV", ["1"])
      try desk.reserve(rv, "2026-07-01", "2026-07-03")
      try desk.reservations.cancel("R-1")
      try desk.sites.edit(desk.sites.find("1"), siteClass: .without)
      try desk.classes.delete(rv)
      XCTAssertEqual(try desk.find("R-1").className, "RV")
      assertBreaks(.gone("class RV")) { try desk.reservations.reinstate("R-1") }
    }
  }
}
