import XCTest

@testable import CampgroundShell

/// `find`: what it looks for, what it finds, and where there is nothing to be found.
final class FindCommandTests: SessionTestCase {
  private static let hint = "hint: did you mean \"johnny\"?\n"

  func testAPersonIsToldThatNothingIsFoundAndWhatMayHaveBeenMeant() async throws {
    try run("camper add \"Johnny Appleseed\"")
    session.format = .box
    XCTAssertEqual(try run("find jonny"), "Nothing found for \"jonny\"\n" + Self.hint)
    XCTAssertEqual(try run("find zoe"), "Nothing found for \"zoe\"\n")
    XCTAssertEqual(notes, "")
  }

  func testAProgramGetsAnEmptyAnswerAndTheRestStandsBesideIt() async throws {
    try run("camper add \"Johnny Appleseed\"")
    session.format = .jsonl
    XCTAssertEqual(try run("find jonny"), "")
    XCTAssertEqual(notes, "warning: nothing found for \"jonny\"\n" + Self.hint)
    XCTAssertEqual(try run("find zoe"), "")
    XCTAssertEqual(notes, "warning: nothing found for \"zoe\"\n")
    session.format = .json
    XCTAssertEqual(try run("find zoe"), "[]\n")
  }

  // MARK: The rest of the line

  private func setUpGuests() throws {
    try run(
      "campsite add 1 loop Walnut; campsite add T1; camper add \"Walt Simmons\" phone 555-0188")
    try run("camper add \"Walt Young\" phone 555-0150; camper add \"Sue Ann Lee\"")
    try run("reserve 1 for \"Walt Simmons\" from 2026-06-20 nights 1")
    try run("reserve T1 for \"Walt Simmons\" from 2026-07-10 nights 1")
    try run("reserve T1 for \"Sue Ann Lee\" from 2026-07-01 nights 2")
    session.format = .csv
  }

  /// The kind, name and guest of each result.
  private func found(_ command: String) throws -> [String] {
    session.format = .jsonl
    defer { session.format = .csv }
    return try run(command).split(separator: "\n").map { line in
      try ["kind", "name", "guest"].compactMap { key in
        line.firstMatch(of: try Regex("\"\(key)\":\"([^\"]*)\"")).map {
          String($0.output[1].substring ?? "")
        }
      }.joined(separator: " | ")
    }
  }

  func testTheRestOfTheLineIsLookedForWithoutQuotes() async throws {
    try setUpGuests()
    let sue = ["camper | Sue Ann Lee", "reservation | R-3 | Sue Ann Lee"]
    XCTAssertEqual(try found("find sue ann"), sue)
    XCTAssertEqual(try found("find \"sue ann\""), sue)
    XCTAssertEqual(try found("find sue ann limit 1"), [sue[0]])
    XCTAssertEqual(try found("find \"limit\" sue"), [])
    // A number is a word like any other.
    XCTAssertEqual(try found("find walt 0150"), ["camper | Walt Young"])
    XCTAssertEqual(
      try found("find walt 1"),
      [
        // Both phones have a 1.
        "camper | Walt Simmons", "camper | Walt Young", "reservation | R-1 | Walt Simmons",
        "reservation | R-2 | Walt Simmons",
      ])
    // What is no option at the end is part of the search.
    XCTAssertEqual(try found("find sue limit lee"), [])
    XCTAssertEqual(try found("find sue limit 0"), [])
    XCTAssertEqual(try failure("find limit 5").message, "find needs TEXT (words to look for)")
  }

  func testAGuestIsFoundByPhoneWithTheStaysTheComingOnesFirst() async throws {
    try setUpGuests()
    XCTAssertEqual(
      try found("find 0188"),
      [
        "camper | Walt Simmons", "reservation | R-1 | Walt Simmons",
        "reservation | R-2 | Walt Simmons",
      ])
    XCTAssertEqual(try found("find 0188 limit 2").count, 2)
    XCTAssertEqual(
      try found("find t1"),
      ["campsite | T1", "reservation | R-2 | Walt Simmons", "reservation | R-3 | Sue Ann Lee"])
  }

  func testGroupsAndCodesAreFound() async throws {
    try setUpGuests()
    try run("group book \"Troop 42\" sites 1,T1 for \"Sue Ann Lee\" from 2026-08-01 nights 1")
    XCTAssertEqual(try found("find troop"), ["group | Troop 42"])
    XCTAssertEqual(try found("find 42 troop"), ["group | Troop 42"])
    XCTAssertTrue(try run("find troop").contains("\"R-4, R-5\""))
    try run("sale add 5 item tip; waitlist add \"Walt Young\" from 2026-08-01 nights 1 anyway")
    try run("pay R-1 5 check reference W-1")
    XCTAssertEqual(try found("find R-3"), ["reservation | R-3 | Sue Ann Lee"])
    XCTAssertEqual(try found("find s-1"), ["sale | S-1"])
    XCTAssertEqual(
      try found("find W-1"),
      ["waitlist entry | W-1 | Walt Young", "payment | R-1"])
    // No guest is meant by a code that nothing has.
    XCTAssertEqual(try found("find W-2"), [])
  }

  func testAConditionMayAskForWords() async throws {
    try run("camper add \"Johnny Appleseed\"; camper add Ada")
    session.format = .plain
    XCTAssertEqual(try run("count Camper where SELF CONTAINS[w] \"apple\""), "1\n")
    XCTAssertEqual(try run("count Camper where NOT SELF CONTAINS[w] \"apple\""), "1\n")
  }
}
