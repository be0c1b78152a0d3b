import XCTest

@testable import CampgroundShell

/// Taxes and fees from the shell: for which nights and sites they are, and from which person on.
final class ChargeCommandTests: SessionTestCase {
  override func setUp() async throws {
    try await super.setUp()
    try run("campsite add C type cabin rate 40 pets yes; campsite add T type tent rate 40")
    try run("season add Summer from 06-01 to 08-31; season add Winter from 10-15 to 04-15")
  }

  private func total(of question: String) throws -> String {
    let answer = try run("quote " + question)
    let total = try XCTUnwrap(answer.range(of: "\"total\":"))
    return String(answer[total.upperBound...].prefix { $0 != "," })
  }

  func testAnAnswerSaysWhatATaxOrAFeeIsFor() async throws {
    session.format = .plain
    let answers = [
      "tax add Old 10% to 2026-12-31": "Old · 10% of lodging · to 2026-12-31",
      "tax add New 12% from 2027-01-01 type cabin":
        "New · 12% of lodging · from 2027-01-01 · cabin",
      "tax add Fair 1 per person from 2026-07-03 to 2026-07-05":
        "Fair · $1.00 per person · 2026-07-03 to 2026-07-05",
      "tax add Day 5% from 2026-07-04 to 2026-07-04": "Day · 5% of lodging · 2026-07-04",
      "tax add Long 5% exempt 30": "Long · 5% of lodging · up to 29 nights",
      "tax add Short 5% exempt 2": "Short · 5% of lodging · 1 night",
      "fee add Person 5 per person-night included 2":
        "Person · $5.00 per person-night from the 3rd person on",
      "fee add Car 5 per vehicle-night included 1":
        "Car · $5.00 per vehicle-night from the 2nd vehicle on",
      "fee add Dog 5 per pet included 10": "Dog · $5.00 per pet from the 11th pet on",
      "fee add Crowd 5 per person included 20": "Crowd · $5.00 per person from the 21st person on",
      "fee add Heat 4 per night season winter weekdays fri,sat from 2026-11-01 type cabin":
        "Heat · $4.00 per night · Winter · fri,sat · from 2026-11-01 · cabin",
    ]
    for (command, words) in answers {
      let noun = command.prefix(3)
      XCTAssertEqual(try run(command), "Added \(noun) \(words)\n")
    }
  }

  func testProgramsReadEachPartOfThem() async throws {
    try run("tax add New 12% from 2027-01-01 to 2027-12-31 type cabin exempt 30")
    XCTAssertEqual(
      try run("tax show New"),
      """
      {"tax":"New","percent":12,"amount":null,"per":null,"group":"lodging","season":null,\
      "weekdays":null,"from":"2027-01-01",\
      "to":"2027-12-31","class":null,"type":"cabin","site":null,"exempt":30,"kept":false,"active":true}

      """)
    try run(
      """
      fee add Person 5 per person-night included 2 group lodging season Summer weekdays fri,sat \
      from 2026-07-01 to 2027-07-31 type cabin
      """)
    XCTAssertEqual(
      try run("fee show Person"),
      """
      {"fee":"Person","amount":5.00,"per":"person-night","included":2,"group":"lodging",\
      "season":"Summer","weekdays":"fri,sat","from":"2026-07-01","to":"2027-07-31",\
      "class":null,"type":"cabin","site":null,"refundable":false,"active":true}

      """)
    XCTAssertTrue(try run("season show Summer").contains("\"fees\":[{\"fee\":\"Person\""))
    XCTAssertFalse(try run("season show Winter").contains("Person"))
  }

  func testConditionsAreTakenAway() async throws {
    try run("fee add Fee 5 per night season Winter weekdays fri from 2026-07-01 to 2026-07-02")
    try run("tax add Tax 10% from 2026-07-01 to 2026-07-02 type tent")
    // A Thursday in July.
    XCTAssertEqual(try total(of: "C from 2026-07-02 nights 1"), "40.00")
    try run("fee edit Fee season \"\" weekdays \"\"")
    XCTAssertEqual(try total(of: "C from 2026-07-02 nights 2"), "85.00")
    try run("fee edit Fee to \"\"; tax edit Tax type any")
    // 80, 5 twice, and 10% of the 40 on July 2.
    XCTAssertEqual(try total(of: "C from 2026-07-02 nights 2"), "94.00")
    try run("fee edit Fee from \"\"; tax edit Tax from \"\" to \"\"")
    XCTAssertEqual(try total(of: "C from 2026-06-20 nights 1"), "49.00")
    try run("fee edit Fee per person included 1")
    XCTAssertEqual(try total(of: "C from 2026-06-20 nights 1 party 3"), "54.00")
    try run("fee edit Fee included 0")
    XCTAssertEqual(try total(of: "C from 2026-06-20 nights 1 party 3"), "59.00")
  }

  func testWhatMakesNoSenseIsNamedWhereItStands() async throws {
    let reversed = "the last date 2026-12-31 is before the first date 2027-01-01"
    let both = try failure("tax add New 12% from 2027-01-01 to 2026-12-31")
    XCTAssertEqual(both.message, reversed)
    XCTAssertEqual(both.column, 36)
    XCTAssertEqual(both.hint, "enter the earlier date first")
    try run("tax add Old 10% to 2026-12-31; fee add Heat 4 from 2027-01-01")
    let late = try failure("tax edit Old from 2027-01-01")
    XCTAssertEqual(late.message, reversed)
    XCTAssertEqual(late.column, 19)
    XCTAssertEqual(late.hint, "to none clears its last date")
    let early = try failure("fee edit Heat to 2026-12-31")
    XCTAssertEqual(early.column, 18)
    XCTAssertEqual(early.hint, "from none clears its first date")

    XCTAssertEqual(
      try failure("fee add Person 5 per person included -1").message,
      "included expects a whole number from 0 to 1000, not -1")
    let nobody = try failure("fee add Person 5 included 2")
    XCTAssertEqual(
      nobody.message,
      "a fee per stay does not count guests, vehicles or pets, so none can be included; charge it "
        + "per person, person-night, adult, adult-night, child, child-night, vehicle, "
        + "vehicle-night, pet, pet-night")
    XCTAssertEqual(nobody.column, 27)
    XCTAssertEqual(nobody.hint, "\"included 0\" charges for all of them")

    let season = try failure("fee add Person 5 season Sumer")
    XCTAssertEqual(season.message, "no season \"Sumer\"; there are Summer, Winter")
    XCTAssertEqual(season.column, 25)
    XCTAssertEqual(season.hint, "did you mean \"Summer\"?")
    let type = try failure("tax add City 5% type cabbin")
    XCTAssertEqual(type.column, 22)
    XCTAssertEqual(type.hint, "did you mean \"cabin\"?")
    XCTAssertEqual(
      try failure("fee add Person 5 weekdays never").message,
      "weekdays expects days of the week, not \"never\"")
    XCTAssertEqual(try run("fee list"), try run("fee show Heat"))
  }

  func testASeasonThatAFeeIsForIsKept() async throws {
    try run("fee add Heat 4 season Winter")
    XCTAssertEqual(
      try failure("season delete Winter").message,
      "season \"Winter\" is used by fee \"Heat\"; choose another season there first")
    try run("fee edit Heat season Summer; season delete Winter")
  }

  /// Every kind of rule takes and shows them in the same words, and for several sites there is a rule
  /// for each.
  func testEveryKindOfRuleHasTheSameConditions() async throws {
    let rules = [
      "rate add R 30", "discount add R 10%", "fee add R 5", "tax add R 3%", "deposit add R 50%",
      "rule add R minimum 2",
    ]
    let scope = "season Summer weekdays fri,sat from 2026-07-01 to 2026-07-31 type cabin site C"
    for rule in rules {
      let noun = String(rule.prefix { $0 != " " })
      let added = try run("\(rule) \(scope)")
      XCTAssertTrue(
        added.contains(
          """
          "season":"Summer","weekdays":"fri,sat","from":"2026-07-01","to":"2026-07-31",\
          "class":null,"type":"cabin","site":"C"
          """), added)
      let cleared = try run("\(noun) edit R season '' weekdays '' from '' to '' type any site ''")
      XCTAssertTrue(
        cleared.contains(
          """
          "season":null,"weekdays":null,"from":null,"to":null,"class":null,"type":null,"site":null
          """), cleared)
      XCTAssertTrue(try failure("\(noun) edit R site C,T").message.hasSuffix(" is for one site"))
      let several = try run("\(rule.replacing(" R ", with: " Own ")) site C,T")
      XCTAssertEqual(several.split(separator: "\n").count, 2, several)
      XCTAssertTrue(several.contains("\"Own C\"") && several.contains("\"Own T\""), several)
    }
  }
}
