import Campground
import CommandKit
import TestSupport
import XCTest

@testable import CampgroundShell

/// The words of the help: those that people look for, and those that no clerk would say.
@MainActor
final class HelpWordsTests: SessionTestCase {
  func testANounThatIsACommandIsExplainedBeforeItsOtherCommands() async throws {
    let text = try XCTUnwrap(Session.help.text(about: "deposit"))
    XCTAssertTrue(text.hasPrefix("deposit CODE AMOUNT [dry-run]\n"), text)
    XCTAssertTrue(text.contains("\n\nCommands of deposit\n  deposit add "), text)
    XCTAssertFalse(text.contains("explains the first, and so on.\n\n"), text)
  }

  func testTheStepsOfHelpStartWorkInAFreshStore() async throws {
    let page = try XCTUnwrap(Session.help.text(about: "start"))
    let lines = page.split(separator: "\n").filter { $0.hasPrefix("  ") }
    XCTAssertGreaterThan(lines.count, 12)
    let shell = TestShell(try .init(), format: .plain)
    for line in lines { XCTAssertNoThrow(try shell.run(String(line)), String(line)) }
    XCTAssertTrue(try shell.run("reservation show R-1").contains("Checked out"))
  }

  func testEachChapterIsFoundByTheFirstWordOfItsHeading() async throws {
    for chapter in Session.grammar.chapters {
      XCTAssertTrue(chapter.topic.allSatisfy(\.isLetter), chapter.topic)
      XCTAssertNotNil(Session.help.text(about: chapter.topic), chapter.topic)
    }
    // No paragraph is broken in the middle.
    for command in Session.grammar.commands {
      let page = try XCTUnwrap(Session.help.text(about: command.name))
      let own = page.components(separatedBy: "\n\nCommands of ")[0]
      XCTAssertFalse(own.contains("\n\n"), command.name)
    }
  }

  func testHelpFindsCommandsByOtherWords() async throws {
    let commands = [
      "walkin": "reserve", "walk-in": "reserve", "invoice": "folio", "bill": "folio",
      "amps": "campsite add", "hookup": "available", "rv": "campsite add", "no show": "noshow",
      "guest": "camper add", "customer": "camper add", "booking": "reserve", "price": "quote",
      "cost": "quote", "key": "checkin", "cabin": "available", "tent": "available", "cash": "pay",
      "card": "pay", "tip": "charge", "down payment": "deposit add", "night audit": "nightly",
      "void": "reverse", "coupon": "discount add", "gift card": "voucher add",
      "out of service": "block add", "early departure": "checkout", "minimum stay": "rule add",
      "min stay": "rule add", "copy": "backup", "copies": "backup list",
      "monthly": "rate add", "business day": "day close",
    ]
    for (words, command) in commands {
      let help = try XCTUnwrap(Session.help.text(about: words), words)
      XCTAssertTrue(help.contains(command), "\(words): \(help)")
      let typed = words.split(separator: " ").map(String.init)
      guard Session.grammar.match(typed) == nil else { continue }
      XCTAssertTrue(try failure(words).hint?.contains("\"\(command)\"") ?? false, words)
    }
  }

  func testAPageFitsAScreenOf40LinesWithItsExamplesAtTheTop() async throws {
    for command in Session.grammar.commands {
      for topic in [command.name, command.name + " more"] {
        let page = try XCTUnwrap(Session.help.text(about: topic), topic)
        // A noun that is a command by itself has a list of the others below.
        let own = page.components(separatedBy: "\n\nCommands of ")[0]
        let lines = own.split(separator: "\n", omittingEmptySubsequences: false)
        XCTAssertLessThanOrEqual(lines.count, 40, topic)
        guard topic == command.name, !command.examples.isEmpty else { continue }
        let first = try XCTUnwrap(lines.firstIndex { $0.hasPrefix("  campground> ") }, topic)
        XCTAssertLessThanOrEqual(first, 12, topic)
      }
    }
  }

  func testNothingOfALongPageIsLost() async throws {
    let command = try XCTUnwrap(Session.grammar.commands.first { $0.name == "reserve" })
    let page = try XCTUnwrap(Session.help.text(about: "reserve"))
    let more = try XCTUnwrap(Session.help.text(about: "reserve more"))
    XCTAssertTrue(page.hasSuffix("\"help reserve more\" explains the rest."), page)
    for parameter in command.parameters {
      let line = "    \(parameter.isPositional ? parameter.form.placeholder : parameter.label) "
      XCTAssertTrue((page + "\n" + more).contains(line), parameter.label)
    }
  }

  func testAPageAboutTheWordComesFirst() async throws {
    let help = try XCTUnwrap(Session.help.text(about: "spreadsheet"))
    XCTAssertTrue(help.hasPrefix("Answers as files: "), help)
    XCTAssertTrue(help.contains("Commands for \"spreadsheet\""), help)
  }

  func testHelpFindsEveryCommandByEachOfItsOtherWords() async throws {
    for command in Session.grammar.commands {
      for words in command.synonyms {
        let help = try XCTUnwrap(Session.help.text(about: words), words)
        XCTAssertTrue(help.contains(command.name), "\(words): \(help)")
      }
    }
  }

  func testHelpFindsByOtherWordsWhatAClerkRarelyDoes() async throws {
    let commands = [
      "inquiry": "request", "tentative": "draft", "statistics": "report revenue",
      "manager report": "report occupancy", "csv": "import reservations",
      "upload": "import campsites",
      "closures": "block list", "reopen": "block delete", "standby": "waitlist list",
      "call list": "waitlist calls", "price list": "rate list", "guest history": "camper show",
      "commit": "save", "discard": "rollback", "vacation": "employee department",
    ]
    for (words, command) in commands {
      XCTAssertTrue(Session.help.text(about: words)?.contains(command) ?? false, words)
      XCTAssertTrue(try failure(words).hint?.contains("\"\(command)\"") ?? false, words)
    }
  }

  func testLeavingAndAskingForHelpHaveShortWords() async throws {
    for word in ["q", "\\q", "quit", "exit"] {
      let shell = TestShell(stack)
      try shell.run(word)
      XCTAssertTrue(shell.session.isOver, word)
    }
    session.format = .plain
    XCTAssertEqual(try run("?"), try run("help"))
    XCTAssertEqual(try run("? reserve"), try run("help reserve"))
  }

  func testOldWordsOfOptionsAnswerWithTheNewOnes() async throws {
    let site = try run("campsite add 7 people 4 rate 10")
    XCTAssertTrue(site.contains("\"party\":4"), site)
    XCTAssertTrue(try run("help campsite add").contains("[party N]"))
    XCTAssertFalse(try run("help campsite add").contains("people"))
    try run("camper add Ada; reserve 7 for Ada from today nights 1")
    XCTAssertEqual(
      try run("reservation list camper Ada"), try run("reservation list guest Ada"))
    XCTAssertTrue(try run("help reservation list").contains("[guest CAMPER]"))
  }

  func testStatusesAreWordsForPeopleAndNamesForPrograms() async throws {
    XCTAssertEqual(
      ReservationStatus.allCases.map(\.title),
      [
        "Draft", "On hold", "Requested", "Reserved", "Checked in", "Checked out", "Expired",
        "Declined", "Canceled", "No-show",
      ])
    try run("campsite add 1 rate 10; camper add Ada; hold 1 for Ada from tomorrow nights 1")
    XCTAssertTrue(try run("reservation list status hold").contains("\"status\":\"Hold\""))
    session.format = .plain
    XCTAssertTrue(try run("reservation list status \"On hold\"").contains("\tOn hold\t"))
    XCTAssertEqual(
      try failure("reservation list status chekced-in").hint,
      "did you mean \"checked-in\"?")
  }

  func testTheAuditSaysStatusesInWordsToPeopleAndByNameToPrograms() async throws {
    try run(
      "campground add Wawona timezone UTC checkin 10:00; campsite add 1 rate 10; camper add Ada; reserve 1 for Ada from today nights 1"
    )
    try run("checkin R-1; checkin R-1 undo; noshow R-1")
    session.format = .plain
    let told = try run("audit R-1")
    for words in ["\tstatus\tReserved\tNo-show\t", "\tstatus\tReserved\tChecked in\t"] {
      XCTAssertTrue(told.contains(words), told)
    }
    for name in ["CheckedIn", "NoShow", "checkInUndone"] {
      XCTAssertFalse(told.contains(name), told)
    }
    session.format = .jsonl
    XCTAssertTrue(try run("audit R-1").contains("\"was\":\"Reserved\",\"is\":\"CheckedIn\""))
  }

  func testAWaitlistStatusIsWrittenAsThatOfAStay() async throws {
    try run("campsite add 1 rate 10; camper add Ada; camper add Bob")
    try run("reserve 1 for Ada from tomorrow nights 1; waitlist add Bob from tomorrow nights 1")
    session.format = .plain
    XCTAssertTrue(try run("waitlist list").contains("\tWaiting\t"))
    XCTAssertTrue(try run("waitlist show W-1").contains("status\tWaiting\n"))
    session.format = .jsonl
    XCTAssertTrue(try run("waitlist list").contains("\"status\":\"waiting\""))
    XCTAssertTrue(try run("waitlist show W-1").contains("\"status\":\"waiting\""))
  }

  func testWhoHasAStayAVoucherOrAWishIsAGuestEverywhere() async throws {
    try run("campsite add 1 rate 10; camper add Ada; camper add Bob")
    try run("reserve 1 for Ada from tomorrow nights 1; waitlist add Bob from tomorrow nights 1")
    try run("voucher add 10 for Bob")
    for list in ["reservation list", "waitlist list", "waitlist show W-1", "voucher list"] {
      let told = try run(list)
      XCTAssertTrue(told.contains("\"guest\":\""), told)
      XCTAssertFalse(told.contains("\"camper\""), told)
    }
    XCTAssertTrue(try run("reservation edit R-1 for Bob; audit R-1").contains("\"guest\""))
  }

  func testALargestPartyIsAPartyInEveryList() async throws {
    try run("campsite add 1 party 4 rate 10; campsite edit 1 party 6")
    for command in ["campsite list", "campsite show 1", "available from today nights 1"] {
      let told = try run(command)
      XCTAssertTrue(told.contains("\"party\":6"), told)
      XCTAssertFalse(told.contains("people"), told)
    }
    XCTAssertTrue(try run("audit").contains("\"change\":\"party\",\"was\":\"4\""))
  }

  func testEverydayCommandsSayWhatTheyRefuse() async throws {
    for name in [
      "reserve", "hold", "checkin", "checkout", "pay", "refund", "cancel", "noshow",
      "reservation move", "reservation extend", "reservation shorten",
    ] {
      XCTAssertTrue(Session.help.text(about: name)?.contains("\n  Refuses ") ?? false, name)
    }
  }

  /// Words that came from nowhere.
  func testNoClerkWouldSaySo() async throws {
    let strange = [
      "whoever shows", "upon", "is over that", "are over", "to the good", "anew", "let by the day",
      "call off", "called off", "calling off", "taken away", "takes away", "take that back",
      "tells how", "leaves to do", "nothing is kept", "rules about stays", "rule about stays",
      "a time at which", "the way in which", "as they do by default", "no more from",
    ]
    let texts = [Session.help.overview] + Session.help.topics.compactMap(Session.help.text)
    let whole = try
      (texts + Session.grammar.commands.map { try XCTUnwrap(Session.help.text(about: $0.name)) })
      .joined(separator: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
      .lowercased()
    for words in strange { XCTAssertFalse(whole.contains(" \(words) "), words) }
  }
}
