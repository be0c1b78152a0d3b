import Campground
import CommandKit
import XCTest

@testable import CampgroundShell

/// The table itself: complete, consistent, and true to its own examples.
@MainActor
final class CommandTableTests: SessionTestCase {
  private let commands = Session.grammar.commands

  func testASectionNamesTheFirstWordsOfItsCommands() async {
    for section in Session.grammar.chapters.flatMap(\.sections) {
      XCTAssertEqual(
        section.firstWords, section.commands.flatMap(\.spellings).compactMap(\.first).unique)
    }
  }

  func testEverySpellingFindsItsCommand() async throws {
    for command in commands {
      for spelling in command.spellings {
        let match = try XCTUnwrap(Session.grammar.match(spelling + ["x"]), command.name)
        XCTAssertEqual(match.command.name, command.name)
        XCTAssertEqual(match.wordCount, spelling.count)
      }
    }
  }

  func testEverySpellingIsThereOnce() async {
    let spellings = commands.flatMap(\.spellings)
    XCTAssertEqual(Set(spellings).count, spellings.count)
  }

  func testEveryExampleParsesAsTheCommandItShows() async throws {
    for command in commands {
      for example in command.examples {
        var lexer = Lexer()
        let texts = lexer.feed(example)
        XCTAssertEqual(texts.count, 1, example)
        XCTAssertEqual(
          try session.grammar.parse(texts[0], in: session).command.name, command.name, example)
      }
    }
  }

  func testNamesOfParametersAreUniqueWithinACommand() async {
    for command in commands {
      let names = command.parameters.map(\.name)
      let collisions = names.filter { name in names.filter { $0 == name }.count > 1 }
      XCTAssertEqual(collisions, [], command.name)
      XCTAssertFalse(command.summary.hasSuffix("."), command.name)
    }
  }

  func testUsageLines() async {
    let usages = Dictionary(uniqueKeysWithValues: commands.map { ($0.name, $0.usage) })
    XCTAssertEqual(
      usages["camper add"],
      "camper add NAME [phone PHONE] [email EMAIL] [address ADDRESS] [plates PLATES] [length FEET] "
        + "[note TEXT] [favorite yes|no]")
    XCTAssertEqual(
      usages["reserve"],
      "reserve (SITE | class CLASS) for CAMPER from DATE (nights N | months N | to DATE) "
        + "[phone PHONE] [email EMAIL] [party N] [adults N] [children N] [vehicles N] [pets N] [length FEET] [electricity none|15|30|50] [water yes|no] [sewer yes|no] "
        + "[accessible yes|no] [note TEXT] [discount NAME] [policy POLICY] [price AMOUNT] [override] [dry-run] "
        + "[then SITE on DATE[, …]] [every STEP] [times N] [skip-taken]")
    XCTAssertEqual(
      usages["query fetch"],
      "query fetch ENTITY [where PREDICATE] [sort KEY [asc|desc] [caseinsensitive|localized][, …]] "
        + "[limit N] [offset N] [select KEY [AS NAME][, …]] [distinct] [group by KEY[, …]] "
        + "[having PREDICATE] [prefetch PATH[, …]] [batch N] [changes yes|no] "
        + "[subentities yes|no]")
    XCTAssertEqual(
      usages["query group"],
      "query group ENTITY by KEY[, …] [count] [sum KEY …] [where PREDICATE] [having PREDICATE] "
        + "[sort KEY [asc|desc] [caseinsensitive|localized][, …]] [limit N] [offset N] "
        + "[subentities yes|no]")
    XCTAssertEqual(usages["let"], "let [NAME = VALUE]")
    XCTAssertEqual(usages[".schema"], ".schema [ENTITY]")
    XCTAssertEqual(
      usages["import campsites"], "import campsites FILE [timezone ZONE] [currency CODE] [dry-run]")
  }

  func testHelpAboutACommandIsMadeFromTheTable() async {
    let help = Session.help
    XCTAssertEqual(
      help.text(about: "reservation cancel"),
      """
      reservation cancel CODE [keep AMOUNT] [reason TEXT] [dry-run]
        Cancel a reservation and free its nights.
        campground> cancel R-1
        campground> cancel R-1 reason "broken axle"
        campground> cancel R-1 keep 0
        The answer names the policy, its step and the amount kept. With keep, the
        campground keeps that amount, before tax, of the nights to come, instead of
        what the policy and nonrefundable fees would keep: keep 0 refunds them all.
        Money that an earlier change kept stays on the bill. Canceling a hold, a draft
        or a request just ends it.
        Refuses a stay that is checked in or has ended, and to keep more than the
        price of the nights to come.
          CODE     reservation code, guest or site
          keep     amount to keep of the nights to come, instead of the policy
          reason   reason to record
          dry-run  show what would change, without changing it
        Also written cancel.
      """)
    XCTAssertEqual(help.text(about: "cancel"), help.text(about: "reservation cancel"))
    XCTAssertEqual(help.text(about: "schema"), help.text(about: ".schema"))
    XCTAssertNil(help.text(about: "zebra"))
  }

  func testHelpFitsEightyColumnsAndNamesEveryCommand() async throws {
    let help = Session.help
    let texts =
      try [help.overview]
      + help.topics.map {
        try XCTUnwrap(help.text(about: $0), $0)
      }
    for line in texts.joined(separator: "\n").split(separator: "\n") {
      let isExample = line.hasPrefix("  campground> ")
      XCTAssertTrue(isExample || line.count <= 80, "\(line)")
      XCTAssertNotEqual(line.last, " ", "\(line)")
    }
    for command in commands {
      let chapter = try XCTUnwrap(
        Session.grammar.chapters.first { $0.commands.contains { $0.name == command.name } })
      let list = try XCTUnwrap(help.text(about: chapter.topic))
      XCTAssertTrue(
        list.contains("  \(command.name)  ") || list.contains("  \(command.topic)  "), command.name)
      XCTAssertTrue(
        help.text(about: command.topic)?.contains(command.summary) ?? false, command.name)
    }
  }

  func testTheFirstPageAndTheChaptersFitAScreenOf24Lines() async throws {
    let help = Session.help
    for text in try [help.overview]
      + Session.grammar.chapters.map({ try XCTUnwrap(help.text(about: $0.topic)) })
    {
      XCTAssertLessThanOrEqual(
        text.split(separator: "\n", omittingEmptySubsequences: false).count, 24, text)
    }
  }

  func testAChapterIsATopicByItsHeadingOrItsFirstWord() async throws {
    let help = Session.help
    let money = try XCTUnwrap(help.text(about: "payments"))
    XCTAssertTrue(money.hasPrefix("Payments and folios\n  pay "), money)
    XCTAssertEqual(help.text(about: "money"), money, "what it was called before")
    XCTAssertFalse(money.contains("camper add"))
    XCTAssertEqual(help.text(about: "prices and policies"), help.text(about: "Prices"))
    XCTAssertEqual(
      help.text(about: "group")?.contains("\n  group book "), true,
      "a noun is not hidden by a chapter")
  }

  func testEachTopicStandsForOneThing() async {
    let chapters = Session.grammar.chapters.map(\.topic)
    XCTAssertEqual(Set(chapters).count, chapters.count)
    XCTAssertEqual(Set(chapters).intersection(commands.map(\.topic)), [])
  }

  func testAnUnknownTopicIsAFaultWithASuggestion() async throws {
    XCTAssertThrowsError(try run("help campr add")) { error in
      let diagnostic = error as? Diagnostic
      XCTAssertEqual(diagnostic?.message, "no help on \"campr add\"")
      XCTAssertEqual(diagnostic?.hint, "did you mean \"camper add\"?")
      XCTAssertEqual(diagnostic?.column, 6)
    }
  }
}
