import XCTest

@testable import CampgroundShell

/// Groups, series and the waitlist from the shell.
final class PartyCommandTests: SessionTestCase {
  override func setUp() async throws {
    try await super.setUp()
    try run("campsite add 1 rate 40; campsite add 2 rate 40; camper add Rivera; camper add Okafor")
  }

  private let book = "group book Scouts sites 1,2 for Rivera from 2026-07-01 nights 1"

  func testTheVerbsOfGroupsAreNoEntities() async throws {
    let verbs = CommandGrammar.campground.verbs(of: "group")
    XCTAssertEqual(verbs.first, "book")
    let entities = session.stack.managedObjectModel.entitiesByName.keys.map { $0.lowercased() }
    XCTAssertEqual(Set(verbs).intersection(entities), [])
  }

  func testHelpAboutGroupsTellsOfAllTheirCommands() async throws {
    let help = try XCTUnwrap(HelpText(.campground).text(about: "group"))
    XCTAssertTrue(help.contains("group book NAME sites SITE,…"))
    XCTAssertTrue(help.contains("group ENTITY by KEY"))
  }

  func testAGroupIsARecordForPrograms() async throws {
    XCTAssertTrue(try run(book).contains("\"due\":80.00"))
    XCTAssertEqual(
      try run("group list"),
      """
      {"group":"Scouts","bill":"F-1","payer":"Rivera","from":"2026-07-01","to":"2026-07-02",\
      "stays":2,"due":80.00,"credit":0.00}

      """)
    XCTAssertEqual(
      try run("group charge Scouts amount 0.03 for Stamp"),
      """
      {"code":"R-1","site":"1","amount":0.02}
      {"code":"R-2","site":"2","amount":0.01}

      """)
  }

  func testAnUnknownGroupStandsAtItsWordWithAHint() async throws {
    try run(book)
    let error = try failure("group show Scout")
    XCTAssertEqual(error.message, "there is no group \"Scout\"; there is Scouts")
    XCTAssertEqual(error.hint, "did you mean \"Scouts\"?")
    XCTAssertEqual(error.range?.start.column, 12)
    XCTAssertEqual(session.values(of: .group), ["Scouts"])
  }

  func testAMistypedVerbOfAGroupIsTakenForOne() async throws {
    let error = try failure("group shwo Scouts")
    XCTAssertEqual(error.message, "group has no verb \"shwo\"")
    XCTAssertEqual(error.hint, "did you mean \"show\"?")
    XCTAssertEqual(error.range?.start.column, 7)
  }

  func testWhoIsPutOnTheWaitlistInAScratchPadHasACodeOnceItIsSaved() async throws {
    session.format = .plain
    XCTAssertEqual(
      try run("begin; waitlist add Rivera from 2026-07-01 nights 1 anyway"),
      "Opened a scratch pad: save keeps what you change from now on, rollback drops it\n"
        + "Rivera waits as W-new1 · 2026-07-01 to 2026-07-02\n")
    XCTAssertEqual(session.values(of: .waiting), ["W-new1"])
    try run("save")
    XCTAssertEqual(session.values(of: .waiting), ["W-1"])
  }

  func testAnUnknownSiteOfAListIsNamed() async throws {
    let error = try failure(
      "group book Scouts sites 1,9 for Rivera from 2026-07-01 nights 1")
    XCTAssertEqual(error.message, "there is no site 9")
    XCTAssertEqual(error.range?.start.column, 25)
    XCTAssertEqual(try run("count Reservation"), "{\"count\":0}\n")
  }

  func testAGroupIsUndoneInAScratchPad() async throws {
    try run("begin; \(book); undo; save")
    XCTAssertEqual(try run("count Folio"), "{\"count\":0}\n")
    try run("begin; \(book); group cancel Scouts; save")
    XCTAssertEqual(
      try run("count Reservation where status == \"Canceled\""), "{\"count\":2}\n")
  }

  func testTheAnswerOfWhatFreesASiteSaysWhoIsOfferedIt() async throws {
    session.format = .plain
    try run(book)
    try run("waitlist add Okafor from 2026-07-01 nights 1")
    let offer = "offered to Okafor (W-1) · site 1 · 2026-07-01 to 2026-07-02 · until "
    XCTAssertTrue(try run("cancel R-1 dry-run").contains(offer))
    XCTAssertEqual(session.values(of: .waiting), ["W-1"])
    XCTAssertTrue(try run("cancel R-1").contains(offer))
    XCTAssertEqual(
      try run("waitlist accept W-1"),
      "Reserved R-3 · site 1 · 2026-07-01 to 2026-07-02 · 1 night · $40.00\n")
    XCTAssertEqual(session.values(of: .waiting), [])
  }

  func testTheOptionsOfASeriesBelongTogether() async throws {
    let reserve = "reserve 1 for Rivera from 2026-07-01 nights 1"
    XCTAssertEqual(
      try failure("\(reserve) every week").message,
      "every needs times, how many stays there are")
    XCTAssertEqual(
      try failure("\(reserve) times 2").message, "times needs every, how far the stays lie apart")
    XCTAssertEqual(try failure("\(reserve) skip-taken").message, "skip-taken is for a series")
    try run("\(reserve) every two-weeks times 2")
    XCTAssertTrue(try run("series show R-1").contains("\"from\":\"2026-07-15\""))
  }
}
