import CommandKit
import Rendering
import XCTest

@testable import CampgroundShell

/// What a clerk sees without reading twice, and what a script gets without guessing.
final class AnswersAtAGlanceTests: SessionTestCase {
  override func setUp() async throws {
    try await super.setUp()
    session.format = .plain
    try run("campsite add 1 type rv rate 40; campsite add 2 type rv rate 40")
    try run("camper add \"Ada Rivera\" phone 555; camper edit Rivera length 34; camper add Bo")
  }

  /// The values of a list by its headings, a dictionary a row.
  private func table(_ command: String) throws -> [[String: String]] {
    let lines = try run(command).split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    return lines.dropFirst().map { row in
      Dictionary(zip(lines[0], row), uniquingKeysWith: { first, _ in first })
    }
  }

  // MARK: Stays

  func testAStayIsShownWithWhatWasPaidAndWhatIsDue() async throws {
    try run("reserve 1 for Rivera from 2026-06-15 nights 2; pay R-1 30 cash")
    let shown = try run("reservation show R-1")
    XCTAssertTrue(shown.contains("\ntotal\t80.00\npaid\t30.00\ndue\t50.00\n"), shown)
  }

  func testStaysHaveTheirColumnsInOneOrder() async throws {
    try run("reserve 1 for Rivera from 2026-06-15 nights 2; checkin R-1")
    let order = [
      "code", "guest", "site", "from", "to", "nights", "party", "status", "total", "due",
    ]
    for command in ["reservation list", "departures 2026-06-17", "inhouse"] {
      let headings = try run(command).prefix { $0 != "\n" }.split(separator: "\t").map(String.init)
      let known = headings.filter(order.contains)
      XCTAssertEqual(known, order.filter(headings.contains), command)
      XCTAssertEqual(Array(headings.prefix(3)), ["code", "guest", "site"], command)
    }
  }

  func testAnArrivalHasItsBalancePhoneAndRigAndADepartureItsBalance() async throws {
    try run("reserve 1 for Rivera from 2026-06-15 nights 2; pay R-1 30 cash")
    try run("reserve 2 for Bo from 2026-06-15 nights 2 length 20")
    let arrivals = try table("arrivals")
    XCTAssertEqual(arrivals.map { $0["due"] }, ["50.00", "80.00"])
    XCTAssertEqual(arrivals.map { $0["phone"] }, ["555", ""])
    XCTAssertEqual(arrivals.map { $0["length"] }, ["34", "20"])
    try run("checkin R-1")
    XCTAssertEqual(try table("departures 2026-06-17").first?["due"], "50.00")
  }

  // MARK: Bills

  func testLinesCountFromOneOnEachBill() async throws {
    try run("reserve 1 for Rivera from 2026-06-15 nights 2")
    try run("reserve 2 for Bo from 2026-06-15 nights 2")
    try run("charge R-1 5 firewood; charge R-2 6 ice")
    XCTAssertTrue(try run("charge R-1 7 ice").contains(" · line 2 · "))
    XCTAssertEqual(try table("folio R-1 lines").map { $0["line"] }, ["1", "2"])
    XCTAssertEqual(try table("folio R-2 lines").map { $0["text"] }, ["ice"])
    XCTAssertTrue(
      try run("reverse R-2 1 reason typo").hasPrefix("Reversed $6.00 for R-2 · ice · line 2 · "))
    XCTAssertEqual(
      try failure("reverse R-2 3 reason typo").message, "no line 3 on the bill of R-2")
  }

  func testALineHasNoNumberBeforeItIsSaved() async throws {
    try run("reserve 1 for Rivera from 2026-06-15 nights 2; charge R-1 5 firewood; begin")
    XCTAssertFalse(try run("charge R-1 7 ice").contains("line"))
    XCTAssertEqual(try table("folio R-1 lines").map { $0["line"] }, ["1", ""])
    try run("reverse R-1 1 reason typo; save")
    XCTAssertEqual(try table("folio R-1 lines").map { $0["line"] }, ["1", "2", "3"])
  }

  func testLinesAreFlatForASpreadsheet() async throws {
    try run("reserve 1 for Rivera from 2026-06-15 nights 2; pay R-1 30 cash")
    session.format = .csv
    XCTAssertEqual(
      try run("folio R-1 lines"),
      """
      line,day,code,site,text,kind,method,reference,reason,by,amount,balance
      1,2026-06-15,R-1,1,Payment by cash,payment,cash,,,,-30.00,-30.00

      """)
    XCTAssertTrue(
      try run("balances").hasPrefix("bill,guest,from,to,status,due,credit,unpriced\nR-1,"))
    for command in ["folio R-1", "reservation show R-1", "confirmation R-1", "day show"] {
      let answer = try run(command)
      XCTAssertFalse(answer.contains { "{[".contains($0) }, answer)
    }
  }

  func testMoreThanAGroupOwesIsAskedAbout() async throws {
    try run("group book Scouts sites 1,2 for Bo from 2026-06-15 nights 1")
    var asked: [String] = []
    session.ask = { question in
      asked.append(question)
      return false
    }
    defer { session.ask = nil }
    XCTAssertEqual(try run("group pay Scouts 100 cash"), "Nothing changed\n")
    XCTAssertEqual(asked, ["Scouts owes $80.00. Keep $20.00 as a credit?"])
  }

  func testThePaperOfAnEarlyDepartureNamesThePolicy() async throws {
    try run("policy add Strict steps \"0+ 50%\" grace 0 default yes")
    try run("reserve 1 for Rivera from 2026-06-15 nights 3; checkin R-1; checkout R-1")
    let receipt = try run("receipt R-1")
    XCTAssertTrue(receipt.contains("Left early  Monday, June 15, 2026\n"), receipt)
    XCTAssertTrue(receipt.contains("Terms       Strict, "), receipt)
    XCTAssertTrue(receipt.contains("keeps 50%"), receipt)
  }

  // MARK: Lists

  func testWeeksBeginAsTheLocaleSays() async throws {
    session.format = .box
    XCTAssertTrue(try run("month 2026-07").contains("│ Su     │ Mo "))
    try run("campground edit locale de_DE")
    XCTAssertTrue(try run("month 2026-07").contains("│ Mo     │ Tu "))
  }

  func testAnEmptyAnswerIsASentence() async throws {
    let commands = [
      "reservation list", "arrivals", "departures", "inhouse", "balances", "due", "group list",
      "waitlist list", "waitlist calls", "voucher list", "sale list", "item list", "rate list",
      "tax list", "fee list", "season list", "discount list", "deposit list", "policy list",
      "rule list", "class list", "block list", "meter list 1", "day list", "employee list",
      "find nowhere", "fetch Reservation", "query group Reservation by status",
      "report noshows from 2026-06-01 to 2026-06-02", "available from 2026-07-01 nights 1 why",
    ]
    for format in [OutputFormat.plain, .box, .line, .markdown] {
      session.format = format
      for command in commands {
        let answer = try run(command)
        XCTAssertTrue(answer.contains(" "), "\(format) \(command): \(answer)")
        XCTAssertFalse(answer.contains { "\t│|=".contains($0) }, "\(format) \(command): \(answer)")
      }
    }
  }

  func testAListSaysWhichCommandShowsTheNext() async throws {
    for day in [15, 17, 19] { try run("reserve 1 for Rivera from 2026-06-\(day) nights 1") }
    session.format = .table
    XCTAssertTrue(
      try run("reservation list camper \"Ada Rivera\" offset 0 limit 1").contains(
        "\n2 more; \"reservation list camper \"Ada Rivera\" limit 1 offset 1\" shows the next"))
  }

  func testNoColumnIsLeftOutThatHasRoom() async throws {
    try run("reserve 1 for Rivera from 2026-06-15 nights 2")
    session.format = .table
    let whole = try run("reservation list")
    let width = whole.split(separator: "\n").map(\.count).max() ?? 0
    session.rendering.width = width - 1
    XCTAssertTrue(
      try run("reservation list").hasSuffix(
        "Not shown for lack of space: party (.output line shows all)\n"))
    session.rendering.width = width
    XCTAssertEqual(try run("reservation list"), whole)
  }
}
