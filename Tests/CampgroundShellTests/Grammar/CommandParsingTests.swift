import Campground
import CommandKit
import TestSupport
import XCTest

@testable import CampgroundShell

@MainActor
final class CommandParsingTests: SessionTestCase {
  private func parse(
    _ line: String, variables: [String: VariableValue] = [:]
  ) throws(Diagnostic) -> CommandKit.ParsedCommand<Session> {
    var lexer = Lexer()
    let commands = lexer.feed(line)
    XCTAssertEqual(commands.count, 1, line)
    session.variables = variables
    return try session.grammar.parse(commands[0], in: session)
  }

  /// The words that a command is given for a parameter; nil where it is given none.
  private func words(
    _ line: String, _ name: String, variables: [String: VariableValue] = [:]
  ) throws -> String? {
    try parse(line, variables: variables).argument(named: name)?.text()
  }

  /// The rendered diagnostic of a command that has to fail.
  private func fault(_ line: String, variables: [String: VariableValue] = [:]) -> String {
    do throws(Diagnostic) {
      _ = try parse(line, variables: variables)
      return "no fault"
    } catch {
      XCTAssertEqual(error.exitStatus, .data)
      return DiagnosticRenderer().render(error)
    }
  }

  func testAliasesAndDotCommands() async throws {
    XCTAssertEqual(try parse("cancel R-1").command.name, "reservation cancel")
    XCTAssertEqual(try words("cancel R-1", "code"), "R-1")
    XCTAssertEqual(try parse("quit").command.name, "exit")
    XCTAssertEqual(try words(".help camper add", "topic"), "camper add")
    XCTAssertEqual(try words(".output a.txt", "target"), "a.txt")
    XCTAssertNil(try parse(".schema").argument(named: "entity"))
    XCTAssertNotNil(try parse("import campsites a.csv --dry-run").argument(named: "dry-run"))
    XCTAssertEqual(try words("camper add Ada --phone 555", "phone"), "555")
  }

  func testNounsAndVerbsMayBeOtherWordsInEitherOrder() async throws {
    let names = [
      "add sites 1-8": "campsite add", "add site 5": "campsite add", "site list": "campsite list",
      "new guest Ada": "camper add", "guest edit Ada phone 5": "camper edit",
      "bookings list": "reservation list", "list rates": "rate list",
      "rate remove Base": "rate delete", "delete rate Base": "rate delete",
      "change rate Base amount 5": "rate edit", "create tax State 5%": "tax add",
      "sell firewood": "sale add", "night audit": "nightly", "occupancy 2026": "report occupancy",
      "revenue 2026 by month": "report revenue", "edit rate Base": "edit",
      "block 4 from friday nights 2 reason roots": "block add",
    ]
    for (line, name) in names { XCTAssertEqual(try parse(line).command.name, name, line) }
    // What begins with a verb that needs a noun is still unknown without one.
    XCTAssertTrue(fault("remove R-1").contains("unknown command \"remove\""))
    XCTAssertTrue(fault("add Rivera").contains("unknown command \"add\""))
  }

  func testNumbersMayComeBeforeWhatTheyCount() async throws {
    XCTAssertEqual(try words("extend R-1 1 night", "nights"), "1")
    XCTAssertEqual(try words("reserve 4 for Ada from friday 2 nights 1 pet", "pets"), "1")
    XCTAssertEqual(try words("reserve 4 for Ada from friday 2 nights 1 pet", "nights"), "2")
  }

  func testTheWeekdaysOfARateNeedNoName() async throws {
    XCTAssertEqual(try words("rate add X 58 weekend", "weekdays"), "weekend")
    XCTAssertEqual(try words("rate add X 58 fri,sat type rv", "weekdays"), "fri,sat")
    XCTAssertNil(try words("rate add X 58 weekend", "from"))
    XCTAssertEqual(try words("rate add X 58 2026-07-01", "from"), "2026-07-01")
  }

  func testAColumnMayBeMappedToAnyNameOfAField() async throws {
    for field in ["confirmation-number", "confirmation", "reservation", "Booking-ID"] {
      XCTAssertNoThrow(try parse("import reservations a.csv map \"Nr\" to \(field)"), field)
    }
    XCTAssertTrue(
      fault("import reservations a.csv map \"Nr\" to shoes").contains("there is no field shoes"))
  }

  func testHintsSayWhereToGoOn() async {
    func hint(_ line: String) -> String {
      fault(line).components(separatedBy: "\nhint: ").last ?? ""
    }
    XCTAssertEqual(hint("who arrives today"), "did you mean \"arrivals\"?")
    XCTAssertEqual(
      hint("walkin 4 for Ada nights 2 cash"), "take the payment afterwards: pay CODE cash")
    XCTAssertEqual(
      hint("checkout R-1 receipt"), "receipt is a command by itself; see \"help receipt\"")
    XCTAssertEqual(
      hint("policy add Strict 14 days full refund"),
      "give the steps, as in steps \"0-13 nights 1, 14+ nothing\"")
    XCTAssertEqual(
      hint("policy add Strict"),
      "write it like policy add Standard steps \"0-1 all, 2-6 nights 1, 7+ nothing\" fee 8 "
        + "cutoff 17:00; see \"help policy add\"")
    XCTAssertEqual(hint("report revenue 2026 by month,type"), "choose one of them")
    XCTAssertEqual(
      hint("nightly dry-run"), "to see it first: begin, nightly, and then rollback")
  }

  func testUnknownCommandsAndVerbs() async {
    XCTAssertEqual(
      fault("campr list"),
      """
      error: unknown command "campr"
      campr list
      ^~~~~
      hint: did you mean "camper"?
      """)
    XCTAssertEqual(
      fault("zebra"),
      """
      error: unknown command "zebra"
      zebra
      ^~~~~
      hint: see "help"
      """)
    XCTAssertEqual(
      fault("camper lst"),
      """
      error: camper has no verb "lst"
      camper lst
             ^~~
      hint: did you mean "list"?
      """)
    XCTAssertEqual(
      fault("camper"),
      """
      error: camper needs a verb
      camper
            ^
      hint: write camper add|list|show|edit|delete
      """)
    XCTAssertTrue(fault("\"camper\" list").hasPrefix("error: unknown command \"camper\""))
  }

  func testUnknownOptionsAndWordsTooMany() async {
    XCTAssertEqual(
      fault("camper add Ada phon 555"),
      """
      error: camper add has no option "phon"
      camper add Ada phon 555
                     ^~~~
      hint: did you mean "phone"?
      """)
    XCTAssertEqual(
      fault("camper add Johnny Appleseed phone 555"),
      """
      error: camper add does not expect "Appleseed" here
      camper add Johnny Appleseed phone 555
                        ^~~~~~~~~
      hint: put text of several words in quotes: "Johnny Appleseed"
      """)
    XCTAssertEqual(
      fault("camper list all"),
      """
      error: camper list does not expect "all" here
      camper list all
                  ^~~
      hint: options: limit, offset, to FILE
      """)
    // A code is no name of several words.
    XCTAssertEqual(
      fault("group leave R-1 R-2"),
      """
      error: group leave does not expect "R-2" here
      group leave R-1 R-2
                      ^~~
      hint: usage: group leave CODE
      """)
    XCTAssertEqual(
      fault("reserve 15 for Johnny B. Appleseed from 2026-07-01 nights 3"),
      """
      error: reserve does not expect "B." here
      reserve 15 for Johnny B. Appleseed from 2026-07-01 nights 3
                            ^~
      hint: put text of several words in quotes: "Johnny B. Appleseed"
      """)
    XCTAssertEqual(
      fault("import campsites from /tmp/sites.csv currency USD"), "no fault",
      "a word that only links")
    XCTAssertTrue(
      fault("reserve 15").hasSuffix("; see \"help reserve\""))
  }

  func testMissingAndDoubledThings() async {
    XCTAssertEqual(
      fault("reserve for Rivera from 2026-07-01 nights 3"),
      """
      error: reserve needs site or class
      reserve for Rivera from 2026-07-01 nights 3
              ^~~
      hint: write it like reserve 15 for "Johnny Appleseed" from 2026-07-01 nights 3; \
      see "help reserve"
      """)
    XCTAssertEqual(
      fault("reserve 15 for Rivera nights 3").split(separator: "\n").first,
      "error: reserve needs from DATE (arrival date)")
    XCTAssertEqual(
      fault("quote 15 from 2026-07-01").split(separator: "\n").first,
      "error: quote needs nights, months or to")
    XCTAssertEqual(
      fault("quote 15 from 2026-07-01 nights 3 to 2026-07-04"),
      """
      error: nights and to cannot be given together
      quote 15 from 2026-07-01 nights 3 to 2026-07-04
                                           ^~~~~~~~~~
      hint: use only one of them
      """)
    XCTAssertEqual(
      fault("camper add Ada phone 1 phone 2"),
      """
      error: phone is given twice
      camper add Ada phone 1 phone 2
                             ^~~~~
      hint: use only one of them
      """)
    XCTAssertEqual(
      fault("camper add Ada phone"),
      """
      error: phone needs a value (phone number)
      camper add Ada phone
                          ^
      hint: write it like camper add "Johnny Appleseed" phone 408-555-1234; see "help camper add"
      """)
    XCTAssertEqual(
      fault("camper add Ada phone email a@b.c"),
      """
      error: phone needs a value (phone number)
      camper add Ada phone email a@b.c
                           ^~~~~
      hint: "email" is taken for an option here; for the value, write "email"
      """)
    XCTAssertTrue(fault("fetch X where limit IN {3}").contains("write (limit …)"))
    XCTAssertFalse(fault("fetch X where limit > 3").contains("limit"), "it is compared")
    XCTAssertEqual(
      fault("camper add \"\"").split(separator: "\n").first, "error: name cannot be empty")
  }

  func testValuesOfTheWrongType() async {
    func message(_ line: String) -> String? {
      fault(line).split(separator: "\n").first.map(String.init)
    }
    XCTAssertEqual(
      message("campsite add 1 people two"), "error: party expects a whole number, not \"two\"")
    XCTAssertEqual(
      message("campsite add 1 people 2.5"), "error: party expects a whole number, not \"2.5\"")
    XCTAssertEqual(
      message("campsite add 1 people 0"),
      "error: party expects a whole number from 1 to 10000, not 0")
    XCTAssertEqual(
      message("fetch X limit 99999999999999999999"),
      "error: limit expects a whole number of at least 1, not 99999999999999999999")
    XCTAssertEqual(
      message("available from 2026-07-01 nights 0"),
      "error: nights expects a whole number of at least 1, not 0")
    XCTAssertEqual(
      message("campsite add 1 water maybe"), "error: water expects yes or no, not \"maybe\"")
    XCTAssertEqual(
      message("campsite add 1 rate 4,50"),
      "error: rate could be read as more than one number: \"4,50\"")
    XCTAssertEqual(message("campsite add 1 rate -4"), "error: rate cannot be negative")
    XCTAssertEqual(
      fault("campsite add 1 type tnet"),
      """
      error: type expects tent, rv, cabin, group or day-use, not "tnet"
      campsite add 1 type tnet
                          ^~~~
      hint: did you mean "tent"?
      """)
    XCTAssertEqual(
      fault("import stays a.csv timezone America/Chicgo"),
      """
      error: timezone expects a time zone, not "America/Chicgo"
      import stays a.csv timezone America/Chicgo
                                  ^~~~~~~~~~~~~~
      hint: did you mean "America/Chicago"?
      """)
    XCTAssertTrue(message("import stays a currency dollars")?.contains("three letters") ?? false)
    XCTAssertEqual(
      fault("campground add Wawona currency UDS"),
      """
      error: currency does not know the currency UDS
      campground add Wawona currency UDS
                                     ^~~
      hint: did you mean "USD" or "UZS"? codes of ISO 4217 include AUD, CAD, CHF, EUR, GBP, JPY, \
      KWD, MXN, NZD, USD
      """)
  }

  func testImpossibleDatesNameTheReason() async {
    XCTAssertEqual(
      fault("available from 2026-02-30 nights 3"),
      """
      error: 2026-02-30 is not a date: February 2026 has 28 days
      available from 2026-02-30 nights 3
                     ^~~~~~~~~~
      """)
    XCTAssertEqual(
      fault("available from 7-4-2026 nights 3"),
      """
      error: from expects a date, not "7-4-2026"
      available from 7-4-2026 nights 3
                     ^~~~~~~~
      hint: write it like 2026-07-01, July 1, friday, tomorrow or +3
      """)
  }

  func testVariablesStandForTheirValue() async throws {
    XCTAssertEqual(try words("reservation show $r", "code", variables: ["r": "R-7"]), "R-7")
    XCTAssertEqual(
      try words("available from 2026-07-01 nights $n", "nights", variables: ["n": "2"]), "2")
    XCTAssertEqual(
      fault("reservation show $rez", variables: ["res": "R-7"]),
      """
      error: there is no variable $rez
      reservation show $rez
                       ^~~~
      hint: did you mean "res"?
      """)
    XCTAssertEqual(try words("camper add '$r'", "name"), "$r")
  }

  func testBadEscapesAreFaultsOnlyWhereTheTextIsUsed() async {
    XCTAssertEqual(
      fault(#"camper add "A\qB""#),
      #"""
      error: \q means nothing in quotes
      camper add "A\qB"
                   ^~
      hint: the escapes are \" \' \\ \n \t and \u{…}
      """#)
  }

  func testAQuotedWordIsNeverAnOptionsName() async throws {
    XCTAssertEqual(try words("camper add 'phone' phone 'email'", "name"), "phone")
    XCTAssertEqual(try words("camper add 'phone' phone 'email'", "phone"), "email")
  }

  func testRandomWordsNeverCrashTheParser() async {
    var generator = SeededGenerator(seed: 2026)
    let words = [
      "camper", "add", "reserve", "for", "from", "to", "nights", "fetch", "where", "sort", "limit",
      "help", ".schema", "\"a b\"", "'", "(", ")", ",", ",,", "\\", ";", "#", "$x", "2026-07-01",
      "1",
      "-", "select", "group", "by", "AS", "count(", "sum", "having", "let", "=", "prefetch",
      "import", "stays", "dry-run", "count", "{", "é", "\\u{41}", "\"", "a,b",
    ]
    for _ in 0..<Campaign.rounds(500, full: 50_000) {
      let line = (0..<Int.random(in: 1...9, using: &generator))
        .compactMap { _ in words.randomElement(using: &generator) }
        .joined(separator: Bool.random(using: &generator) ? " " : "")
      var lexer = Lexer()
      let commands = lexer.feed(line)
      for command in commands + (lexer.begunCommand.map { [$0] } ?? []) {
        _ = command.source
        do throws(Diagnostic) {
          _ = try session.grammar.parse(command, in: session)
        } catch {
          XCTAssertFalse(DiagnosticRenderer().render(error).isEmpty, line)
        }
      }
      try? lexer.finish()
    }
  }
}
