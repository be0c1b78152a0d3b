import XCTest

@testable import CampgroundShell

final class CompleterTests: XCTestCase {
  private struct Store: CompletionSource {
    func values(of kind: LiveValue) -> [String] {
      switch kind {
      case .camper: ["Ada", "Johnny Appleseed", "O'Brien", "Say \"Hi\""]
      case .campsite: ["1", "15", "A-1"]
      case .rule: ["Peak", "No orphans"]
      case .reservation: ["R-1", "R-2"]
      case .season, .rate: ["Summer", "Winter"]
      case .tax, .fee, .discount, .deposit, .policy: []
      case .taxGroup: ["goods", "lodging"]
      case .group: ["Scout troop 7"]
      case .waiting: ["W-1"]
      case .entity: ["Camper", "CampSite", "Reservation"]
      case .campground: ["Wawona Campground"]
      case .siteClass: ["RV 50A"]
      case .loop: ["C"]
      case .detail: ["Campfire Allowed"]
      case .voucher: ["V-7K3M-Q2XD"]
      case .employee: ["Bo Lee", "Kasey Mcfarland"]
      case .department: ["Marketing"]
      case .item: ["firewood", "ice"]
      case .sale: ["S-1"]
      }
    }

    func properties(of entity: String, at path: [String]) -> [String] {
      switch (entity, path) {
      case ("Reservation", []): ["campSite", "camper", "dateFrom", "status"]
      case ("Reservation", ["campSite"]): ["siteNumber", "sewer"]
      default: []
      }
    }

    func values(of entity: String, at path: [String]) -> [String] {
      switch path.last {
      case "status": ["\"Canceled\"", "\"Reserved\""]
      case "siteNumber": ["15", "16"]
      default: []
      }
    }

    var variableNames: [String] { ["guest"] }

    func files(beginningWith text: String) -> [String] {
      ["sites.csv", "my sites.csv", "stays.csv"].filter { $0.hasPrefix(text) }
    }
  }

  private func complete(_ line: String, after earlier: [String] = []) -> CompletionList {
    Completer(.campground, source: Store()).complete(line, after: earlier)
  }

  private func candidates(_ line: String) -> [String] { complete(line).candidates }

  func testTheConditionsOfTaxesAndFees() {
    XCTAssertEqual(candidates("fee add Extra 5 in"), ["included"])
    XCTAssertEqual(candidates("fee add Extra 5 per ve"), ["vehicle", "vehicle-night"])
    XCTAssertEqual(candidates("fee edit Extra season "), ["Summer", "Winter"])
    XCTAssertEqual(candidates("tax add City 5% un"), ["until"])
    XCTAssertEqual(candidates("tax edit City type c"), ["cabin"])
  }

  func testCommandsThenVerbs() {
    XCTAssertEqual(candidates("camp"), ["campground", "camper", "campsite"])
    XCTAssertEqual(complete("camp").commonBeginning, "camp")
    XCTAssertEqual(complete("camp").replacedCount, 4)
    XCTAssertEqual(candidates("camper "), ["add", "list", "show", "edit", "delete"])
    XCTAssertEqual(candidates("camper li"), ["list"])
    XCTAssertEqual(candidates(".o"), [".output"])
    XCTAssertTrue(candidates("").contains("reserve"))
    XCTAssertEqual(candidates("camper list; reser"), ["reserve", "reservation"])
  }

  func testEmployeesItemsAndSales() {
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
    XCTAssertEqual(candidates("sale add item ice charge r"), ["R-1", "R-2"])
    XCTAssertEqual(
      candidates("sale add item ice method "), ["cash", "card", "check", "transfer"])
    XCTAssertEqual(candidates("sale list by "), ["day", "employee", "department", "item"])
    XCTAssertEqual(candidates("sale delete s"), ["S-1"])
    XCTAssertEqual(candidates("import e"), ["employees"])
    XCTAssertEqual(
      candidates("report "),
      [
        "occupancy", "revenue", "arrivals", "departures", "inhouse", "noshows", "sales", "tax",
        "balances",
      ])
    XCTAssertEqual(candidates("report sales "), ["from", "to", "by"])
  }

  func testOptionsThatAreNotYetGiven() {
    XCTAssertEqual(
      candidates("camper add Ada "),
      ["phone", "email", "address", "plates", "length", "note", "favorite"])
    XCTAssertEqual(
      candidates("camper add Ada phone 1 "),
      ["email", "address", "plates", "length", "note", "favorite"])
    XCTAssertEqual(
      candidates("reserve 15 from 2026-07-01 nights 3 "),
      [
        "for", "party", "adults", "children", "vehicles", "pets", "length", "electricity", "water",
        "sewer", "accessible",
        "note", "discount", "policy", "price", "override", "dry-run", "then", "every", "times",
        "skip-taken",
      ])
    XCTAssertEqual(candidates("import stays a.csv d"), ["dry-run"])
    XCTAssertEqual(candidates("camper add "), [])
  }

  func testValuesFollowTheirKind() {
    XCTAssertEqual(candidates("campsite add 1 electricity "), ["none", "yes", "15", "30", "50"])
    XCTAssertEqual(candidates("campsite add 1 water y"), ["yes"])
    XCTAssertEqual(candidates("reserve 1"), ["1", "15"])
    XCTAssertEqual(candidates("cancel r-"), ["R-1", "R-2"])
    XCTAssertEqual(
      candidates("reservation list status c"), ["CheckedIn", "CheckedOut", "Canceled"])
    XCTAssertEqual(candidates("import campsites s"), ["sites.csv", "stays.csv"])
    XCTAssertEqual(candidates(".output js"), ["json", "jsonl"])
    XCTAssertTrue(candidates("help la").contains("language"))
  }

  func testValuesOfSeveralWordsAreQuoted() {
    XCTAssertEqual(
      candidates("camper show "),
      ["Ada", "\"Johnny Appleseed\"", "O'Brien", "\"Say \\\"Hi\\\"\""])
    let open = complete("camper show \"Joh")
    XCTAssertEqual(open.candidates, ["\"Johnny Appleseed\""])
    XCTAssertEqual(open.replacedCount, 4)
    XCTAssertEqual(candidates("camper show \"A"), ["\"Ada\""])
    XCTAssertEqual(candidates("import campsites my"), ["\"my sites.csv\""])
  }

  func testPropertiesInsidePredicatesAndSorts() {
    XCTAssertEqual(candidates("fetch Res"), ["Reservation"])
    XCTAssertEqual(candidates("fetch Reservation w"), ["where"])
    XCTAssertEqual(candidates("fetch Reservation where camp"), ["campSite", "camper"])
    XCTAssertEqual(
      candidates("fetch Reservation where status == 1 s"), ["sort", "select", "subentities"])
    let path = complete("fetch Reservation where (campSite.s")
    XCTAssertEqual(path.candidates, ["siteNumber", "sewer"])
    XCTAssertEqual(path.replacedCount, 1)
    XCTAssertEqual(candidates("fetch Reservation sort d"), ["dateFrom"])
  }

  func testOperatorsFollowAKeyAndValuesFollowAnOperator() {
    let query = "fetch Reservation where "
    XCTAssertEqual(
      candidates(query), ["campSite", "camper", "dateFrom", "status", "ANY", "ALL", "NONE", "NOT"])
    XCTAssertEqual(candidates(query + "status "), PredicatePosition.operators)
    XCTAssertEqual(candidates(query + "status B"), ["BETWEEN", "BEGINSWITH"])
    XCTAssertEqual(
      candidates(query + "status == "), ["\"Canceled\"", "\"Reserved\"", "$guest"])
    let open = complete(query + "status == \"Res")
    XCTAssertEqual(open.candidates, ["\"Reserved\""])
    XCTAssertEqual(open.replacedCount, 4)
    XCTAssertEqual(
      candidates(query + "status BEGINSWITH[c] c"), ["\"Canceled\""], "behind [c] too")
    XCTAssertEqual(candidates(query + "campSite.siteNumber IN {15, "), ["15", "16", "$guest"])
    XCTAssertEqual(candidates(query + "status == $"), ["$guest"])
  }

  func testConnectivesAndOptionsFollowAComparison() {
    let query = "fetch Reservation where status == \"Hold\" "
    XCTAssertEqual(candidates(query + "a"), ["AND"])
    XCTAssertEqual(
      candidates(query + "AND s"), ["status", "sum(", "stddev(", "sqrt(", "SUBQUERY("])
    XCTAssertEqual(candidates(query + "AND NOT (camp"), ["campSite", "camper"])
    XCTAssertEqual(candidates(query + "li"), ["limit"])
    let function = complete("fetch Reservation where len")
    XCTAssertEqual(function.candidates, ["length("])
    XCTAssertTrue(function.goesOn("length("))
    XCTAssertFalse(complete("fetch Reservation where AN").goesOn("ANY"))
    XCTAssertTrue(complete("fetch Reservation where camp").goesOn("campSite"))
  }

  func testEachClauseOffersItsKeysAndWhatFollowsThem() {
    XCTAssertEqual(
      candidates("fetch Reservation sort dateFrom "),
      [
        "asc", "desc", "caseinsensitive", "localized", "where", "limit", "offset", "select",
        "distinct", "group", "having", "prefetch", "batch", "changes", "subentities",
      ])
    XCTAssertEqual(candidates("fetch Reservation sort dateFrom desc, sta"), ["status"])
    XCTAssertEqual(candidates("fetch Reservation select campSite.s"), ["siteNumber", "sewer"])
    XCTAssertEqual(candidates("fetch Reservation select status a"), ["AS"])
    XCTAssertEqual(candidates("fetch Reservation select max(dat"), ["dateFrom"])
    XCTAssertEqual(candidates("fetch Reservation group "), ["by"])
    XCTAssertEqual(candidates("fetch Reservation group by st"), ["status", "stddev("])
    XCTAssertEqual(candidates("group Reservation b"), ["by"])
    XCTAssertEqual(candidates("group Reservation by st"), ["status"])
    XCTAssertEqual(candidates("group Reservation by status c"), ["count"])
    XCTAssertEqual(candidates("group Reservation by status sum date"), ["dateFrom"])
    XCTAssertEqual(
      candidates("group Reservation by status count having "), ["status", "count"])
    XCTAssertEqual(
      candidates("group Reservation by status count having count > 1 sort c"), ["count"])
    XCTAssertEqual(candidates("fetch Reservation prefetch camp"), ["campSite", "camper"])
  }

  func testContinuedLines() {
    XCTAssertEqual(
      complete("ph", after: ["camper add Ada \\"]),
      CompletionList(replacedCount: 2, candidates: ["phone"]))
    XCTAssertEqual(complete("App", after: ["camper show \"Johnny"]).candidates, [])
  }

  func testTheKeyOfTheSectionsIsOneKeyAndMakesNoColumns() {
    XCTAssertEqual(candidates("wat"), ["watch"])
    XCTAssertEqual(candidates("watch Res"), ["Reservation"])
    XCTAssertEqual(candidates("watch Reservation by st"), ["status"])
    XCTAssertEqual(candidates("watch Reservation by campSite.s"), ["siteNumber", "sewer"])
    XCTAssertEqual(candidates("watch Reservation by status "), ["where", "sort", "for"])
    XCTAssertEqual(candidates("watch Reservation by status sort d"), ["dateFrom"])
  }
}
