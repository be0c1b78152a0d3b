import CommandKit
import Foundation
import XCTest

@testable import CampgroundShell
@testable import QueryKit

@MainActor
final class CompleterTests: SessionTestCase {
  private static let campground = """
    campground add "Wawona Campground" timezone UTC
    class add "RV 50A"
    campsite add 1; campsite add 15 loop C class "RV 50A"; campsite add A-1
    campsite detail 15 "Campfire Allowed" yes
    camper add Ada; camper add "Johnny Appleseed"; camper add O'Brien; camper add "Say \\"Hi\\""
    season add Summer from 06-01 to 08-31; season add Winter from 12-01 to 02-28
    employee add "Bo Lee"; employee add "Kasey Mcfarland" department Marketing
    item add firewood price 5; item add ice price 3
    tax add City 5%; fee add Extra 5
    reserve 15 for Ada from 2026-07-01 nights 1; reserve 1 for Ada from 2026-07-02 nights 1
    cancel R-2; sale add item ice
    let guest = Rivera
    """

  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("CompleterTests-\(UUID())").path
  private let folderBefore = FileManager.default.currentDirectoryPath

  override func setUp() async throws {
    try await super.setUp()
    try run(Self.campground)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for file in ["sites.csv", "my sites.csv", "stays.csv"] {
      _ = FileManager.default.createFile(atPath: "\(folder)/\(file)", contents: nil)
    }
    _ = FileManager.default.changeCurrentDirectoryPath(folder)
  }

  override func tearDown() async throws {
    _ = FileManager.default.changeCurrentDirectoryPath(folderBefore)
    try FileManager.default.removeItem(atPath: folder)
  }

  /// The names of the properties of an entity that begin with a text, by the alphabet.
  private func properties(_ entity: String, _ beginning: String = "") throws -> [String] {
    let description = stack.managedObjectModel.entitiesByName[entity]
    return try XCTUnwrap(description).propertiesByName.keys
      .filter { $0.lowercased().hasPrefix(beginning) }.sorted()
  }

  private func complete(_ line: String, after earlier: [String] = []) -> CompletionList {
    Completer(session.grammar, in: session).complete(line, after: earlier)
  }

  private func candidates(_ line: String) -> [String] { complete(line).candidates }

  func testTheConditionsOfTaxesAndFees() async {
    XCTAssertEqual(candidates("fee add Extra 5 in"), ["included"])
    XCTAssertEqual(candidates("fee add Extra 5 per ve"), ["vehicle", "vehicle-night"])
    XCTAssertEqual(candidates("fee edit Extra season "), ["Summer", "Winter"])
    XCTAssertEqual(candidates("tax add City 5% t"), ["to", "type"])
    XCTAssertEqual(candidates("tax edit City type c"), ["cabin"])
  }

  func testCommandsThenVerbs() async {
    XCTAssertEqual(candidates("camp"), ["campground", "camper", "campsite"])
    XCTAssertEqual(complete("camp").replacedCount, 4)
    XCTAssertEqual(candidates("camper "), ["add", "list", "show", "edit", "delete"])
    XCTAssertEqual(candidates("camper li"), ["list"])
    XCTAssertEqual(candidates(".o"), [".output", ".once"])
    XCTAssertTrue(candidates("").contains("reserve"))
    XCTAssertEqual(candidates("camper list; reser"), ["reserve", "reservation"])
  }

  func testEmployeesItemsAndSales() async {
    XCTAssertEqual(
      candidates("employee "),
      ["add", "list", "show", "edit", "delete", "departments", "department", "picture"])
    XCTAssertEqual(candidates("employee show K"), ["\"Kasey Mcfarland\""])
    XCTAssertEqual(candidates("employee department M"), ["Marketing"])
    XCTAssertEqual(
      candidates("employee picture \"Bo Lee\" "), ["set", "show", "export", "delete", "replace"])
    XCTAssertEqual(candidates("employee picture \"Bo Lee\" set si"), ["sites.csv"])
    XCTAssertEqual(
      candidates("sale add 12.50 "),
      ["item", "quantity", "by", "method", "charge", "group", "on"])
    XCTAssertEqual(candidates("sale add item f"), ["firewood"])
    XCTAssertEqual(candidates("sale add item ice by "), ["\"Bo Lee\"", "\"Kasey Mcfarland\""])
    // R-2 is canceled.
    XCTAssertEqual(candidates("sale add item ice charge r"), ["R-1"])
    XCTAssertEqual(
      candidates("sale add item ice method "), ["cash", "card", "check", "transfer"])
    XCTAssertEqual(candidates("sale list by "), ["day", "employee", "department", "item"])
    XCTAssertEqual(candidates("sale delete s"), ["S-1"])
    XCTAssertEqual(candidates("import e"), ["employees"])
    XCTAssertEqual(
      candidates("report "),
      [
        "occupancy", "revenue", "pace", "forecast", "arrivals", "departures", "inhouse", "noshows",
        "sales", "tax", "payments", "deposits", "receivables", "balances",
      ])
    XCTAssertEqual(candidates("report sales "), ["from", "to", "by"])
  }

  func testOptionsThatAreNotYetGiven() async {
    XCTAssertEqual(
      candidates("camper add Ada "),
      ["phone", "email", "address", "plates", "length", "note", "favorite"])
    XCTAssertEqual(
      candidates("camper add Ada phone 1 "),
      ["email", "address", "plates", "length", "note", "favorite"])
    XCTAssertEqual(
      candidates("reserve 15 from 2026-07-01 nights 3 "),
      [
        "for", "phone", "email", "party", "adults", "children", "vehicles", "pets", "length",
        "electricity",
        "water",
        "sewer", "accessible",
        "note", "discount", "policy", "price", "override", "dry-run", "then", "every", "times",
        "skip-taken",
      ])
    XCTAssertEqual(candidates("import stays a.csv d"), ["dates", "dry-run"])
    XCTAssertEqual(candidates("camper add "), [])
  }

  func testValuesFollowTheirKind() async {
    XCTAssertEqual(candidates("campsite add 1 electricity "), ["none", "yes", "15", "30", "50"])
    XCTAssertEqual(candidates("campsite add 1 water y"), ["yes"])
    XCTAssertEqual(candidates("reserve 1"), ["1", "15"])
    XCTAssertEqual(candidates("cancel r-"), ["R-1"])
    XCTAssertEqual(candidates("reservation show r-"), ["R-1", "R-2"])
    XCTAssertEqual(
      candidates("reservation list status c"), ["checked-in", "checked-out", "canceled"])
    XCTAssertEqual(candidates("import campsites s"), ["sites.csv", "stays.csv"])
    XCTAssertEqual(candidates(".output js"), ["json", "jsonl"])
    XCTAssertTrue(candidates("help la").contains("language"))
  }

  func testStaysAreOfferedWhereTheCommandFitsThem() async throws {
    // Today is 2026-06-15.
    try run(
      """
      camper add "Maria Gonzalez"; campsite add 2-5 rate 40
      reserve 2 for Maria from 2026-06-15 nights 2; reserve 3 for Ada from 2026-06-15 nights 1
      checkin R-4; reserve 4 for Maria from 2026-06-20 nights 1; pay R-4 47 card
      """)
    XCTAssertEqual(candidates("checkin "), ["R-3"])
    // Before its day a stay is offered to who types its code.
    XCTAssertEqual(candidates("checkin R-5"), ["R-5"])
    XCTAssertEqual(candidates("checkout "), ["R-4"])
    // The fee of the canceled R-2 is still owed.
    XCTAssertEqual(candidates("pay R-"), ["R-3", "R-5", "R-1", "R-2"])
    XCTAssertEqual(candidates("refund "), ["R-4"])
    XCTAssertEqual(candidates("reinstate "), ["R-2"])
    XCTAssertEqual(candidates("folio "), ["R-3", "R-4", "R-5", "R-1", "R-2"])
  }

  func testStaysAreFoundByTheirGuestsAndSayWhatTheyAre() async throws {
    try run(
      """
      camper add "Maria Gonzalez"; campsite add 2-4 rate 40
      reserve 2 for Maria from 2026-06-15 nights 2; reserve 3 for Maria from 2026-06-20 nights 1
      """)
    // With a tax of 5% and a fee of 5.
    let found = complete("pay gon")
    XCTAssertEqual(found.candidates, ["R-3", "R-4"])
    XCTAssertEqual(found.replacedCount, 3)
    XCTAssertEqual(
      found.notes,
      [
        "R-3": "Maria Gonzalez · site 2 · owes $89.00",
        "R-4": "Maria Gonzalez · site 3 · owes $47.00",
      ])
    XCTAssertEqual(
      complete("checkin R-").notes, ["R-3": "Maria Gonzalez · site 2 · arrives today"])
    XCTAssertEqual(candidates("camper show gon"), ["\"Maria Gonzalez\""])
    XCTAssertEqual(candidates("checkin Nobody"), [])
    XCTAssertEqual(complete("sale add item f").notes, ["firewood": "$5.00"])
    XCTAssertEqual(
      complete("employee show K").notes, ["\"Kasey Mcfarland\"": "Marketing"])
    XCTAssertEqual(complete("campsite show 15").notes, ["15": "RV 50A · loop C"])
  }

  func testCodesOfAnyLengthAreCompleted() async throws {
    try run("campsite add 2 rate 40")
    for day in 1...9 { try run("reserve 2 for Ada from 2026-08-0\(day) nights 1") }
    try run("reserve 2 for Ada from 2026-08-10 nights 1")
    XCTAssertEqual(candidates("cancel R-1"), ["R-1", "R-10", "R-11", "R-12"])
    XCTAssertEqual(candidates("cancel R-12"), ["R-12"])
    XCTAssertEqual(candidates("cancel R-99999999999999999999"), [])
  }

  func testValuesOfSeveralWordsAreQuoted() async {
    XCTAssertEqual(
      candidates("camper show "),
      ["Ada", "\"Johnny Appleseed\"", "O'Brien", "\"Say \\\"Hi\\\"\""])
    let open = complete("camper show \"Joh")
    XCTAssertEqual(open.candidates, ["\"Johnny Appleseed\""])
    XCTAssertEqual(open.replacedCount, 4)
    XCTAssertEqual(candidates("camper show \"A"), ["\"Ada\"", "\"Johnny Appleseed\""])
    XCTAssertEqual(candidates("import campsites my"), ["\"my sites.csv\""])
  }

  func testPropertiesInsidePredicatesAndSorts() async throws {
    XCTAssertEqual(
      candidates("fetch Res"), ["Reservation", "ReservationGroup", "ReservationNight"])
    XCTAssertEqual(candidates("fetch Reservation w"), ["where"])
    XCTAssertEqual(
      candidates("fetch Reservation where camp"), ["campSite", "camper", "campground"])
    XCTAssertEqual(
      candidates("fetch Reservation where status == 1 s"), ["sort", "select", "subentities"])
    let path = complete("fetch Reservation where (campSite.s")
    XCTAssertEqual(path.candidates, try properties("CampSite", "s"))
    XCTAssertEqual(path.replacedCount, 1)
    XCTAssertEqual(candidates("fetch Reservation sort d"), try properties("Reservation", "d"))
  }

  func testOperatorsFollowAKeyAndValuesFollowAnOperator() async throws {
    let query = "fetch Reservation where "
    XCTAssertEqual(
      candidates(query), try properties("Reservation") + ["ANY", "ALL", "NONE", "NOT"])
    XCTAssertEqual(candidates(query + "status "), PredicatePosition.operators)
    XCTAssertEqual(candidates(query + "status B"), ["BETWEEN", "BEGINSWITH"])
    XCTAssertEqual(
      candidates(query + "status == "), ["\"Canceled\"", "\"Reserved\"", "$guest"])
    let open = complete(query + "status == \"Res")
    XCTAssertEqual(open.candidates, ["\"Reserved\""])
    XCTAssertEqual(open.replacedCount, 4)
    XCTAssertEqual(
      candidates(query + "status BEGINSWITH[c] c"), ["\"Canceled\""], "behind [c] too")
    XCTAssertEqual(candidates(query + "campSite.siteNumber IN {15, "), ["1", "15", "$guest"])
    XCTAssertEqual(candidates(query + "status == $"), ["$guest"])
  }

  func testConnectivesAndOptionsFollowAComparison() async throws {
    let query = "fetch Reservation where status == \"Hold\" "
    XCTAssertEqual(candidates(query + "a"), ["AND"])
    XCTAssertEqual(
      candidates(query + "AND s"),
      try properties("Reservation", "s") + ["sum(", "stddev(", "sqrt(", "SUBQUERY("])
    XCTAssertEqual(candidates(query + "AND NOT (camp"), try properties("Reservation", "camp"))
    XCTAssertEqual(candidates(query + "li"), ["limit"])
    let function = complete("fetch Reservation where len")
    XCTAssertEqual(function.candidates, ["length("])
    XCTAssertTrue(function.goesOn("length("))
    XCTAssertFalse(complete("fetch Reservation where AN").goesOn("ANY"))
    XCTAssertTrue(complete("fetch Reservation where camp").goesOn("campSite"))
  }

  func testEachClauseOffersItsKeysAndWhatFollowsThem() async throws {
    XCTAssertEqual(
      candidates("fetch Reservation sort dateFrom "),
      [
        "asc", "desc", "caseinsensitive", "localized", "where", "limit", "offset", "select",
        "distinct", "group", "having", "prefetch", "batch", "changes", "subentities", "to",
      ])
    XCTAssertEqual(candidates("fetch Reservation sort dateFrom desc, sta"), ["status"])
    XCTAssertEqual(
      candidates("fetch Reservation select campSite.s"), try properties("CampSite", "s"))
    XCTAssertEqual(candidates("fetch Reservation select status a"), ["AS"])
    XCTAssertEqual(candidates("fetch Reservation select max(dat"), ["dateFrom", "dateTo"])
    XCTAssertEqual(candidates("fetch Reservation group "), ["by"])
    XCTAssertEqual(candidates("query "), ["fetch", "count", "group", "watch", "explain"])
    XCTAssertEqual(candidates("query explain c"), ["count"])
    XCTAssertEqual(candidates("fetch Reservation group by st"), ["status", "stddev("])
    XCTAssertEqual(candidates("query group Reservation b"), ["by"])
    XCTAssertEqual(candidates("query group Reservation by st"), ["status"])
    XCTAssertEqual(candidates("query group Reservation by status c"), ["count"])
    XCTAssertEqual(
      candidates("query group Reservation by status sum date"), ["dateFrom", "dateTo"])
    XCTAssertEqual(
      candidates("query group Reservation by status count having "), ["status", "count"])
    XCTAssertEqual(
      candidates("query group Reservation by status count having count > 1 sort c"), ["count"])
    XCTAssertEqual(
      candidates("fetch Reservation prefetch camp"), ["campSite", "camper", "campground"])
  }

  func testContinuedLines() async {
    XCTAssertEqual(
      complete("ph", after: ["camper add Ada \\"]),
      CompletionList(replacedCount: 2, candidates: ["phone"]))
    XCTAssertEqual(complete("App", after: ["camper show \"Johnny"]).candidates, [])
  }

  func testTheKeyOfTheSectionsIsOneKeyAndMakesNoColumns() async throws {
    XCTAssertEqual(candidates("wat"), ["watch"])
    XCTAssertEqual(
      candidates("watch Res"), ["Reservation", "ReservationGroup", "ReservationNight"])
    XCTAssertEqual(candidates("watch Reservation by st"), ["status"])
    XCTAssertEqual(candidates("watch Reservation by campSite.s"), try properties("CampSite", "s"))
    XCTAssertEqual(candidates("watch Reservation by status "), ["where", "sort", "for"])
    XCTAssertEqual(
      candidates("watch Reservation by status sort d"), try properties("Reservation", "d"))
  }
}
