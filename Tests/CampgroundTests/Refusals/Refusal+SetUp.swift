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
      Refusal(.business(.emptyName), names: "camper", mends: "needs a name") { desk, refused in
        refused { try desk.campers.addCamper(" ", phoneNumber: nil) }
      },
      Refusal(.business(.notOneLine), names: "camper", mends: "one line") { desk, refused in
        refused { try desk.campers.addCamper("Ada\u{7}", phoneNumber: nil) }
      },
      Refusal(.business(.textTooLong), names: "camper", "251", mends: "at most 250") {
        desk, refused in
        let name = String(repeating: "a", count: 251)
        refused { try desk.campers.addCamper(name, phoneNumber: nil) }
      },
      Refusal(.business(.unknownCampground), names: "Pines", mends: "campground add") {
        desk, refused in
        refused { try desk.campgrounds.find("Pines") }
      },
      Refusal(.business(.unknownCampground), names: "Pines", mends: "there is Wawona") {
        desk, refused in
        _ = try desk.campgrounds.add("Wawona")
        refused { try desk.campgrounds.find("Pines") }
      },
      Refusal(.business(.campgroundNameTaken), names: "Wawona", mends: "another name") {
        desk, refused in
        _ = try desk.campgrounds.add("Wawona")
        refused { try desk.campgrounds.add("Wawona") }
      },
      Refusal(
        .business(.currencyInUse), names: "USD", "1 campsite with a price",
        mends: "campground add NAME currency"
      ) { desk, refused in
        let site = try desk.sites.add("15", rate: 40)
        let campground = try XCTUnwrap(site.campground)
        let settings = CampgroundSettings(currency: try Currency("EUR"))
        refused { try desk.campgrounds.edit(campground, settings: settings) }
      },
      Refusal(.business(.pricesAgreed), names: "1 stay", mends: "campground add NAME taxincluded") {
        desk, refused in
        let campground = try XCTUnwrap(desk.stay(nights: [4_000]).campground)
        refused {
          try desk.campgrounds.edit(
            campground, settings: CampgroundSettings(pricesIncludeTax: true))
        }
      },
      Refusal(.business(.currencyChanged), names: "USD", "JPY", mends: "anew, in JPY") {
        desk, refused in
        let campground = try desk.campgrounds.currentOrNew()
        let pad = desk.scratchPad()
        try pad.perform("rate") { try $0.rates.addRate("Base", RatePlan(amount: 40)) }
        let settings = CampgroundSettings(currency: try Currency("JPY"))
        try desk.campgrounds.edit(campground, settings: settings)
        refused { try pad.save() }
      },
      Refusal(.business(.deletedHere), names: "site 15", mends: "undo") { desk, refused in
        let site = try desk.sites.add("15")
        let pad = desk.scratchPad()
        try pad.perform("delete") { try $0.campSites.delete($0.campSites.find("15")) }
        refused { try pad.perform("edit") { try $0.campSites.edit(site, rate: 40) } }
      },
      Refusal(
        .business(.outOfRange), names: "minutes", "10081", mends: "from 1 to 10080"
      ) { desk, refused in
        let campground = try desk.campgrounds.currentOrNew()
        let settings = CampgroundSettings(holdMinutes: 10_081)
        refused { try desk.campgrounds.edit(campground, settings: settings) }
      },
      Refusal(.business(.unknownCamper), names: "Ada", mends: "camper list") { desk, refused in
        refused { try desk.campers.find("Ada") }
      },
      Refusal(.business(.ambiguousCamper), names: "Ada", "555", "556", mends: "one of these") {
        desk, refused in
        for phone in ["555", "556"] { _ = try desk.campers.addCamper("Ada", phoneNumber: phone) }
        refused { try desk.campers.find("Ada") }
      },
      Refusal(.business(.camperHasReservations), names: "Ada", "R-1", mends: "are kept") {
        desk, refused in
        let ada = try XCTUnwrap(desk.stay(nights: [4_000], camper: "Ada").camper)
        refused { try desk.campers.delete(ada) }
      },
      Refusal(.business(.gone), names: "the camper", mends: "what is there now") {
        desk, refused in
        let ada = try desk.campers.addCamper("Ada", phoneNumber: nil)
        try desk.campers.delete(ada)
        refused { try desk.campers.edit(ada, phoneNumber: "555") }
      },
      Refusal(
        .business(.changedMeanwhile), names: "camper Ada", "1", "3", mends: "save again"
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
      Refusal(.business(.unknownSite), names: "99", mends: "campsite list") { desk, refused in
        refused { try desk.sites.find("99") }
      },
      Refusal(.business(.ambiguousSite), names: "Bb", "BB", "bb", mends: "the whole name") {
        desk, refused in
        for name in ["BB", "bb"] { _ = try desk.sites.add(name) }
        refused { try desk.sites.find("Bb") }
      },
      Refusal(.business(.siteNameTaken), names: "15", mends: "another name") { desk, refused in
        _ = try desk.sites.add("15")
        refused { try desk.sites.add("15") }
      },
      Refusal(.business(.siteNumberTaken), names: "15", mends: "another number") {
        desk, refused in
        _ = try desk.sites.add("015")
        refused { try desk.sites.addCampSite(15, electricity: false, water: false) }
      },
      Refusal(.business(.invalidSiteNumber), names: "0", mends: "at least 1") { desk, refused in
        refused { try desk.sites.addCampSite(0, electricity: false, water: false) }
      },
      Refusal(.business(.noSiteNumberLeft), mends: "give the site a name") { desk, refused in
        _ = try desk.sites.add("32767")
        refused { try desk.sites.getNextCampSiteNumber() }
      },
      Refusal(.business(.siteHasReservations), names: "15", "R-1", mends: "cancel them first") {
        desk, refused in
        let site = try XCTUnwrap(desk.stay(nights: [4_000]).campSite)
        refused { try desk.sites.delete(site) }
      },
      Refusal(
        .business(.siteHasNights), names: "15", "R-1", mends: "campsite retire 15 from DATE"
      ) { desk, refused in
        let site = try XCTUnwrap(desk.stay(nights: [4_000, 4_000], isInHouse: true).campSite)
        try desk.reservations(on: "2026-06-16").move("R-1", to: desk.sites.add("17"))
        let sites = try desk.sites(on: "2026-06-16")
        refused { try sites.delete(site) }
      },
      Refusal(
        .business(.siteLetOtherwise), names: "15", "R-1", "by the night",
        mends: "wait until they are over"
      ) { desk, refused in
        let site = try XCTUnwrap(desk.stay(nights: [4_000]).campSite)
        refused { try desk.sites.edit(site, features: CampSiteFeatures(type: .dayUse)) }
      },
      Refusal(.business(.negativeRate), names: "-1", mends: "at least 0") { desk, refused in
        refused { try desk.sites.add("15", rate: -1) }
      },
      Refusal(
        .business(.siteRetired), names: "15", "2026-07-01", mends: "campsite restore 15"
      ) { desk, refused in
        let site = try desk.sites.add("15")
        try desk.sites.retire(site, from: day("2026-07-01"))
        refused {
          try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-30", "2026-07-02"))
        }
      },
      Refusal(.business(.siteNotClosed), names: "15", "2026-07-01", mends: "block list") {
        desk, refused in
        let site = try desk.sites.add("15")
        refused { try desk.blocks.find(site, on: day("2026-07-01")) }
      },
      Refusal(.business(.partyTooLarge), names: "15", "4 people", "6", mends: "available") {
        desk, refused in
        let site = try desk.sites.add("15", features: CampSiteFeatures(people: 4))
        refused {
          try desk.reservations.reserve(
            site, for: nil, dates: stay("2026-07-01", "2026-07-02"), party: Party(adults: 6))
        }
      },
      Refusal(.business(.siteUnfit), names: "15", "36 ft", "38", mends: "available") {
        desk, refused in
        let site = try desk.sites.add("15", features: CampSiteFeatures(vehicleLength: 36))
        var booking = Booking(site, for: nil, dates: try stay("2026-07-01", "2026-07-02"))
        booking.party.vehicleLength = 38
        refused { try desk.reservations.reserve(booking) }
      },
    ]
  }
}
