import Campground
import ObjectGraph
import XCTest

extension Refusal {
  /// Campgrounds, campers and campsites.
  static var setUp: [Refusal] {
    names + sites
  }

  private static var names: [Refusal] {
    [
      Refusal(.invalidValue, about: .property("name"), names: "camper", mends: "needs a name") {
        desk, refused in
        refused { try desk.campers.addCamper(" ", phoneNumber: nil) }
      },
      Refusal(.invalidValue, about: .property("name"), names: "camper", mends: "one line") {
        desk, refused in
        refused { try desk.campers.addCamper("Ada\u{7}", phoneNumber: nil) }
      },
      Refusal(.invalidValue, about: .property("name"), names: "camper", "251", mends: "at most 250")
      {
        desk, refused in
        let name = String(repeating: "a", count: 251)
        refused { try desk.campers.addCamper(name, phoneNumber: nil) }
      },
      Refusal(.unknown, about: .campground("Pines"), names: "Pines", fix: .addCampground) {
        desk, refused in
        refused { try desk.campgrounds.find("Pines") }
      },
      Refusal(.unknown, about: .campground("Pines"), names: "Pines", mends: "there is Wawona") {
        desk, refused in
        _ = try desk.campgrounds.add("Wawona")
        refused { try desk.campgrounds.find("Pines") }
      },
      Refusal(
        .nameTaken, about: .named("campground", "Wawona"), names: "Wawona",
        fix: .advice("choose another name")
      ) { desk, refused in
        _ = try desk.campgrounds.add("Wawona")
        refused { try desk.campgrounds.add("Wawona") }
      },
      Refusal(
        .inUse, about: .property("currency"), names: "USD", "1 campsite with a price",
        fix: .addCampgroundOtherwise(property: "currency")
      ) { desk, refused in
        let site = try desk.sites.add("15", rate: 40)
        let campground = try XCTUnwrap(site.campground)
        let settings = CampgroundSettings(currency: try Currency("EUR"))
        refused { try desk.campgrounds.edit(campground, settings: settings) }
      },
      Refusal(
        .inUse, about: .property("taxIncluded"), names: "1 stay",
        fix: .addCampgroundOtherwise(property: "taxIncluded")
      ) { desk, refused in
        let campground = try XCTUnwrap(desk.stay(nights: [4_000]).campground)
        refused {
          try desk.campgrounds.edit(
            campground, settings: CampgroundSettings(pricesIncludeTax: true))
        }
      },
      Refusal(names: "USD", "JPY", fix: .advice("enter the amounts again in JPY")) {
        desk, refused in
        let campground = try desk.campgrounds.currentOrNew()
        let pad = desk.scratchPad()
        try pad.perform("rate") { try $0.rates.addRate("Base", RatePlan(amount: 40)) }
        let settings = CampgroundSettings(currency: try Currency("JPY"))
        try desk.campgrounds.edit(campground, settings: settings)
        refused { try pad.save() }
      },
      Refusal(names: "site 15", fix: .undoUnsaved) { desk, refused in
        let site = try desk.sites.add("15")
        let pad = desk.scratchPad()
        try pad.perform("delete") { try $0.campSites.delete($0.campSites.find("15")) }
        refused { try pad.perform("edit") { try $0.campSites.edit(site, rate: 40) } }
      },
      Refusal(
        .outOfRange, about: .number(10081), names: "minutes", "10081", mends: "from 1 to 10080"
      ) { desk, refused in
        let campground = try desk.campgrounds.currentOrNew()
        let settings = CampgroundSettings(holdMinutes: 10_081)
        refused { try desk.campgrounds.edit(campground, settings: settings) }
      },
      Refusal(.unknown, about: .camper("Ada"), names: "Ada", fix: .list(.campers)) {
        desk, refused in
        refused { try desk.campers.find("Ada") }
      },
      Refusal(
        .ambiguous, about: .camper("Ada"), names: "Ada", "555", "556",
        fix: .advice("enter one of these")
      ) { desk, refused in
        for phone in ["555", "556"] { _ = try desk.campers.addCamper("Ada", phoneNumber: phone) }
        refused { try desk.campers.find("Ada") }
      },
      Refusal(
        .inUse, about: .camper("Ada"), names: "Ada", "R-1",
        fix: .advice("a camper with reservations, even past ones, cannot be deleted")
      ) { desk, refused in
        let ada = try XCTUnwrap(desk.stay(nights: [4_000], camper: "Ada").camper)
        refused { try desk.campers.delete(ada) }
      },
      Refusal(.gone, names: "the camper", fix: .advice("list the current ones")) {
        desk, refused in
        let ada = try desk.campers.addCamper("Ada", phoneNumber: nil)
        try desk.campers.delete(ada)
        refused { try desk.campers.edit(ada, phoneNumber: "555") }
      },
      Refusal(
        .changedMeanwhile, names: "camper Ada", "1", "3",
        fix: .advice("save again to accept it as it is now")
      ) { desk, refused in
        let ada = try desk.campers.addCamper("Ada", phoneNumber: "1")
        let pad = desk.scratchPad()
        try pad.perform("edit") { try $0.campers.edit($0.campers.find("Ada"), phoneNumber: "2") }
        try desk.campers.edit(ada, phoneNumber: "3")
        refused { try pad.save() }
      },
    ]
  }

  private static var sites: [Refusal] {
    [
      Refusal(.unknown, about: .site("99"), names: "99", fix: .list(.sites)) { desk, refused in
        refused { try desk.sites.find("99") }
      },
      Refusal(.ambiguous, about: .site("Bb"), names: "Bb", "BB", "bb", mends: "the full name") {
        desk, refused in
        for name in ["BB", "bb"] { _ = try desk.sites.add(name) }
        refused { try desk.sites.find("Bb") }
      },
      Refusal(.nameTaken, about: .site("15"), names: "15", fix: .advice("choose another name")) {
        desk, refused in
        _ = try desk.sites.add("15")
        refused { try desk.sites.add("15") }
      },
      Refusal(
        .invalidValue, about: .property("name"), names: "S-1", "sale",
        fix: .advice("choose another name")
      ) { desk, refused in
        refused { try desk.sites.add("S-1") }
      },
      Refusal(.nameTaken, about: .site("15"), names: "15", fix: .advice("choose another number")) {
        desk, refused in
        _ = try desk.sites.add("015")
        refused { try desk.sites.addCampSite(15, electricity: false, water: false) }
      },
      Refusal(.invalidValue, about: .site("0"), names: "0", mends: "at least 1") { desk, refused in
        refused { try desk.sites.addCampSite(0, electricity: false, water: false) }
      },
      Refusal(mends: "give the site a name") { desk, refused in
        _ = try desk.sites.add("32767")
        refused { try desk.sites.getNextCampSiteNumber() }
      },
      Refusal(
        .inUse, about: .site("15"), names: "15", "R-1", fix: .advice("move or cancel them first")
      ) { desk, refused in
        let site = try XCTUnwrap(desk.stay(nights: [4_000]).campSite)
        refused { try desk.sites.delete(site) }
      },
      Refusal(.inUse, about: .site("15"), names: "15", "R-1", fix: .retire(site: "15")) {
        desk, refused in
        let site = try XCTUnwrap(desk.stay(nights: [4_000, 4_000], isInHouse: true).campSite)
        try desk.reservations(on: "2026-06-16").move("R-1", to: desk.sites.add("17"))
        let sites = try desk.sites(on: "2026-06-16")
        refused { try sites.delete(site) }
      },
      Refusal(
        .unfit, about: .property("type"), names: "15", "R-1", "overnight",
        fix: .advice("move or cancel them first, or wait until they end")
      ) { desk, refused in
        let site = try XCTUnwrap(desk.stay(nights: [4_000]).campSite)
        refused { try desk.sites.edit(site, features: CampSiteFeatures(type: .dayUse)) }
      },
      Refusal(.invalidValue, about: .amount(-1), names: "-1", mends: "at least 0") {
        desk, refused in
        refused { try desk.sites.add("15", rate: -1) }
      },
      Refusal(.unfit, about: .site("15"), names: "15", "2026-07-01", fix: .restore(site: "15")) {
        desk, refused in
        let site = try desk.sites.add("15")
        try desk.sites.retire(site, from: day("2026-07-01"))
        refused {
          try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-30", "2026-07-02"))
        }
      },
      Refusal(about: try .date(day("2026-07-01")), names: "15", "2026-07-01", fix: .list(.closings))
      { desk, refused in
        let site = try desk.sites.add("15")
        refused { try desk.blocks.find(site, on: day("2026-07-01")) }
      },
      Refusal(.unfit, about: .number(6), names: "15", "at most 4", "6", fix: .showFitting) {
        desk, refused in
        let site = try desk.sites.add("15", features: CampSiteFeatures(people: 4))
        refused {
          try desk.reservations.reserve(
            site, for: nil, dates: stay("2026-07-01", "2026-07-02"), party: Party(adults: 6))
        }
      },
      Refusal(
        .unfit, about: .need(.length(38, most: 36)), names: "15", "36 ft", "38", fix: .showFitting
      ) { desk, refused in
        let site = try desk.sites.add("15", features: CampSiteFeatures(vehicleLength: 36))
        var booking = Booking(site, for: nil, dates: try stay("2026-07-01", "2026-07-02"))
        booking.party.vehicleLength = 38
        refused { try desk.reservations.reserve(booking) }
      },
    ]
  }
}
