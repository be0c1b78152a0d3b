import CommandKit
import Rendering
import XCTest

/// What a command's action gets, from its declaration.
@MainActor
final class CommandTests: XCTestCase {
  private let library = Library()

  func testTheActionGetsValuesOfTheDeclaredTypes() async throws {
    XCTAssertEqual(
      try library.run("book lend Emma to Ada days 14 again"), "Emma to Ada for 14 days again")
    XCTAssertEqual(try library.run("lend Dune to \"Bo Lee\""), "Dune to Bo Lee for some days")
  }

  func testOptionsComeInAnyOrderAndAlsoBeforeTheValue() async throws {
    let answer = "War and Peace to Ada for 2 days again"
    for line in [
      "lend \"War and Peace\" to Ada days 2 again", "lend again days 2 to Ada \"War and Peace\"",
      "lend --days 2 --again \"War and Peace\" --to Ada",
    ] {
      XCTAssertEqual(try library.run(line), answer, line)
    }
  }

  func testEmptyTextClearsOnlyWhatCanBeCleared() async throws {
    XCTAssertEqual(try library.run("book edit Emma"), "Emma: note as it was, shelf as it was")
    XCTAssertEqual(
      try library.run("book edit Emma note \"\" shelf ESSAYS"), "Emma: note none, shelf essays")
    XCTAssertEqual(
      library.fault("lend Emma to \"\"").split(separator: "\n").first, "error: to cannot be empty")
  }

  func testOneOfSeveralIsOneValue() async throws {
    XCTAssertEqual(try library.run("book move up 2"), "up(2)")
    XCTAssertEqual(try library.run("book move down 1"), "down(1)")
    XCTAssertEqual(
      library.fault("book move").split(separator: "\n").first, "error: book move needs up or down")
    XCTAssertEqual(
      library.fault("book move up 1 down 2"),
      """
      error: up and down cannot be given together
      book move up 1 down 2
                          ^
      hint: use only one of them
      """)
  }

  func testTheRestOfTheWordsIsOneText() async throws {
    XCTAssertEqual(try library.run("say a  \"b c\" 1"), "a b c 1")
    XCTAssertEqual(try library.run("say"), "nothing")
  }

  func testAFaultOfALookUpStandsAtTheWordAlsoWhenItShowsOnlyAsTheCommandRuns() async {
    XCTAssertEqual(
      library.fault("lend Ema to Ada"),
      """
      error: there is no book "Ema"
      lend Ema to Ada
           ^~~
      hint: did you mean "Emma"?
      """)
  }

  func testTheFaultThatStandsFirstIsToldFirst() async {
    let fault = library.fault("lend days many to \"\" Emma")
    XCTAssertEqual(
      fault.split(separator: "\n").first, "error: days expects a whole number, not \"many\"")
  }

  func testWordsAreReadOnceAndLookedUpEachTime() async throws {
    library.variables = ["t": "Emma", "n": "3"]
    let command = try library.parse("lend $t to Ada days $n")
    library.variables = ["t": "Dune", "n": "4"]
    XCTAssertEqual(try library.run(command), "Emma to Ada for 3 days")
    library.titles = ["Dune"]
    XCTAssertThrowsError(try command.run(in: library)) { error in
      XCTAssertEqual((error as? Diagnostic)?.message, "there is no book \"Emma\"")
    }
  }

  func testUsageAndHelpAreMadeFromTheDeclaration() async {
    let help = Library.help
    XCTAssertEqual(
      help.text(about: "lend"),
      """
      book lend TITLE to TEXT [days N] [again]
        Lend a book to a reader.
        library> lend Emma to Ada days 14
          TITLE  the book's title
          to     the reader
          days   for how many days
          again  whether it was lent to the reader before
        Also written lend.
      """)
    XCTAssertEqual(
      help.overview,
      """
      A library.

        lend  Lend a book to a reader
        say   Say something

      Chapters, each by its first word, as in help books:
        Books                                 Shell
        Shelves

      bye
      """)
    XCTAssertEqual(
      help.text(about: "books"),
      """
      Books
        book lend  Lend a book to a reader
        book edit  Change a book
        book move  Move books

      "help book lend" explains the first, and so on.
      """)
    XCTAssertEqual(help.text(about: "about"), "A library.")
    XCTAssertNil(help.text(about: "zebra"))
  }

  func testAFaultInTheMiddleOfAContinuedCommandShowsItsOwnLine() async throws {
    var script = ScriptReader("lend Emma \\\n  to Ada \\\n  dasy 3", file: "a.camp")
    let command = try XCTUnwrap(script.next())
    XCTAssertThrowsError(try Library.grammar.parse(command, in: library)) { error in
      XCTAssertEqual(
        (error as? Diagnostic).map(DiagnosticRenderer().render),
        """
        a.camp:3:3: error: book lend has no option "dasy"
          dasy 3
          ^~~~
        hint: did you mean "days"?
        """)
    }
  }

  func testCompletionOffersWordsOptionsAndLiveValues() async {
    let completer = Completer(Library.grammar, in: library)
    XCTAssertEqual(completer.complete("bo").candidates, ["book"])
    XCTAssertEqual(completer.complete("book ").candidates, ["lend", "edit", "move"])
    XCTAssertEqual(completer.complete("lend ").candidates, ["Emma", "Dune", "\"War and Peace\""])
    XCTAssertEqual(completer.complete("lend \"W").candidates, ["\"War and Peace\""])
    XCTAssertEqual(completer.complete("lend Emma ").candidates, ["to", "days", "again"])
    XCTAssertEqual(completer.complete("book edit Emma shelf ").candidates, ["novels", "essays"])
    XCTAssertEqual(completer.complete("book move up 1 ").candidates, [])
  }

  func testHelpFindsCommandsByOtherWords() async throws {
    let help = Library.help
    XCTAssertEqual(help.text(about: "Check-Out"), help.text(about: "lend"))
    XCTAssertEqual(help.text(about: "loans"), help.text(about: "lend"))
    let mentioned = try XCTUnwrap(help.text(about: "change"))
    XCTAssertEqual(mentioned, help.text(about: "book edit"), "the one whose summary has the word")
    XCTAssertNil(help.text(about: "zebra"))
  }

  func testAnUnknownCommandIsGuessedByOtherWords() async {
    XCTAssertEqual(
      library.fault("check out Emma"),
      """
      error: unknown command "check"
      check out Emma
      ^~~~~
      hint: did you mean "book lend"?
      """)
  }

  func testAValueWithoutItsNameIsTakenWhereItCanOnlyBeMeantForOneOption() async throws {
    let plain = "Emma to Ada for 14 days"
    XCTAssertEqual(try library.run("lend Emma Ada 14"), plain, "what is needed takes any name")
    XCTAssertEqual(try library.run("lend Emma 14 Ada"), plain)
    XCTAssertEqual(try library.run("lend Emma 14 days to Ada"), plain)
    XCTAssertEqual(try library.run("lend Emma to Ada the 14"), plain, "a word that only links")
    XCTAssertEqual(
      try library.run("book edit Emma essays"), "Emma: note as it was, shelf essays",
      "a word of a list")
    XCTAssertEqual(
      try library.run("book edit Emma novels"), "Emma: note as it was, shelf novels",
      "a word of a list, though it begins as an option does")
    XCTAssertEqual(try library.run("book move 3"), "up(3)", "of alternatives the first")
  }

  func testAValueWithoutItsNameIsRefusedWhereItMayBeAnything() async {
    XCTAssertEqual(
      library.fault("lend Emma to Ada Byron"),
      """
      error: book lend does not expect "Byron" here
      lend Emma to Ada Byron
                       ^~~~~
      hint: put text of several words in quotes: "Ada Byron"
      """)
    XCTAssertEqual(
      library.fault("lend Emma dys 3"),
      """
      error: book lend has no option "dys"
      lend Emma dys 3
                ^~~
      hint: did you mean "days"?
      """)
  }

  func testAnOptionForAListTakesAllWordsAndMayBeGivenAgain() async throws {
    XCTAssertEqual(try library.run("shelve titles Emma Dune row 2"), "Emma+Dune on any row 2")
    XCTAssertEqual(
      try library.run("shelve essays titles Emma row 2 titles Dune \"War and Peace\""),
      "Emma+Dune+War and Peace on essays row 2")
    XCTAssertEqual(
      library.fault("shelve row 1 row 2").split(separator: "\n").first,
      "error: row is given twice")
  }

  func testAWordWithDashesIsAnOptionOrRefused() async {
    XCTAssertEqual(
      library.fault("shelve titles Emma --rwo 2"),
      """
      error: shelve has no option --rwo
      shelve titles Emma --rwo 2
                         ^~~~~
      hint: did you mean "row"?
      """)
    XCTAssertEqual(
      library.fault("lend --zebra to Ada").split(separator: "\n").first,
      "error: book lend has no option --zebra")
    XCTAssertEqual(
      library.fault("lend Emma to --zebra").split(separator: "\n").first,
      "error: book lend has no option --zebra")
    XCTAssertEqual(library.fault("say --zebra"), "no fault: --zebra")
  }

  func testACommandLineWritesOptionsWithDashes() async {
    let grammar = Library.dashedGrammar
    let help = HelpText(
      grammar, overview: (introduction: "", everyday: [], closing: ""), pages: [:],
      prompt: "")
    XCTAssertEqual(
      help.text(about: "shelve"),
      """
      shelve [novels|essays] [--titles TITLE...] [--row N]
        Put books on a shelf.
          SHELF     (novels, essays)
          --titles  the books
          --row     which row
      """)
    for (line, message) in [
      ("lend Emma", "book lend needs --to TEXT (the reader)"),
      ("lend Emma --to Ada --to Bo", "--to is given twice"),
      ("shelve --row x", "--row expects a whole number, not \"x\""),
      ("book move", "book move needs --up or --down"),
    ] {
      XCTAssertEqual(
        library.fault(line, by: grammar).split(separator: "\n").first, "error: \(message)")
    }
    XCTAssertTrue(
      library.fault("shelve --title Emma", by: grammar).hasSuffix("did you mean \"--titles\"?"))
  }

  func testAnAnswerInFormsIsOneThingForPeopleAndAnotherForPrograms() async {
    let rows = ResultTable(
      columns: [.init("title"), .init("at home")],
      rows: [[.text("Emma"), .boolean(true)], [.text("Dune"), .boolean(false)]])
    let answer = Answer.forms(
      .text("two books"), record: [("count", .integer(2)), ("all books", rows.cell)], rows: rows)
    XCTAssertEqual(AnswerText(.plain).text(of: answer), "two books\n")
    XCTAssertEqual(
      AnswerText(.csv).text(of: answer), "title,at_home\nEmma,true\nDune,false\n")
    XCTAssertEqual(
      AnswerText(.json).text(of: answer),
      """
      [{"count":2,"all_books":[{"title":"Emma","at_home":true},{"title":"Dune","at_home":false}]}]

      """)
  }
}
