import XCTest

/// Tests of parsing the command line.
final class CommandLineTests: ToolTestCase {
  func testHelpAndTheVersionAreThereByTheirUsualNames() throws {
    let overview = try run("--help")
    XCTAssertTrue(overview.hasPrefix("usage: objectgraph COMMAND"), overview)
    XCTAssertTrue(overview.contains("Exit status: 0 success, 1 "), overview)
    for line in ["", "-h", "help", "--output json --help"] {
      XCTAssertEqual(try run(line), overview, line)
    }
    XCTAssertEqual(try run("--version"), "objectgraph 0.1.0\n")
    let help = try run("help migrate")
    XCTAssertTrue(help.hasPrefix("migrate STORE --to MODEL [--version NAME]"), help)
    XCTAssertTrue(help.contains("\n    --dry-run     show what"), help)
    XCTAssertTrue(
      help.replacingOccurrences(of: "\n  ", with: " ")
        .contains("written in Swift cannot run here"), help)
    for line in ["migrate --help", "migrate Notes.sqlite -h", "help migrate --help"] {
      XCTAssertEqual(try run(line), help, line)
    }
    XCTAssertTrue(
      try run("help diff").replacingOccurrences(of: "\n  ", with: " ")
        .contains("exit status is 0 if nothing differs"))
  }

  func testWhatIsWrongWithTheWordsIsSaidByTheProgramWithStatus64() throws {
    for (line, message, hint) in [
      ("migrat Notes.sqlite", "unknown command \"migrat\"", "did you mean \"migrate\"?"),
      ("migrate a", "migrate needs --to MODEL (model to migrate the store to)", "write it like "),
      ("migrate a --to b --to c", "--to is given twice", "use only one of them"),
      ("migrate a --to", "--to needs a value", "write it like migrate "),
      ("migrate a --to b --mapping c --foo", "migrate has no option --foo", "options: "),
      ("migrate a --to --foo", "migrate has no option --foo", "options: "),
      ("migrate a --to b --maping c", "migrate has no option --maping", "did you mean \"--map"),
      ("migrate a --to b --timeout soon", "--timeout expects a whole number", nil),
      ("migrate a --to b c", "migrate does not expect \"c\" here", "options: "),
      ("migrate a --to b -x", "unknown option -x", "a file of that name is written ./-x"),
      ("diff a b --output yaml", "--output expects table, ", nil),
      ("diff a b --output csv --output json", "--output is given twice", "use only one"),
      ("--dry-run migrate a", "unknown option --dry-run", "the command comes first"),
      ("help zebra", "no help on \"zebra\"", "see \"help\""),
    ] as [(String, String, String?)] {
      let lines = try run(line, expecting: 64).split(separator: "\n")
      XCTAssertTrue(lines.first?.hasPrefix("objectgraph: error: \(message)") ?? false, "\(lines)")
      guard let hint else { continue }
      XCTAssertTrue(lines.last?.hasPrefix("hint: \(hint)") ?? false, "\(lines)")
      XCTAssertEqual(lines.count, 2, "\(lines)")
    }
  }

  func testHelpFitsEightyColumnsButForItsExamples() throws {
    let topics = [
      "", "stores", "queries", "versions", "predicate", "inspect", "fetch", "count", "group",
      "explain fetch", "migrate", "diff",
    ]
    for topic in topics {
      for line in try run("help \(topic)").split(separator: "\n")
      where !line.hasPrefix("  objectgraph ") {
        XCTAssertLessThanOrEqual(line.count, 80, "\(topic): \(line)")
      }
    }
  }

  func testTwoDashesEndTheOptions() throws {
    try makeBundle()
    try makeStore()
    for name in ["--notes.sqlite", "-n", "--help", "--output"] {
      try FileManager.default.copyItem(
        at: folder.appendingPathComponent("Notes.sqlite"), to: folder.appendingPathComponent(name))
      XCTAssertTrue(
        try run("inspect --output plain -- \(name) Note").contains("own objects\t3"), name)
      XCTAssertEqual(try run("count -- \(name) Note where 'body != nil'"), "2\n", name)
      XCTAssertEqual(try run("count --subentities no -- \(name) Note"), "3\n", name)
      XCTAssertEqual(try run("-- count \(name) Note"), "3\n", name)
    }
    XCTAssertEqual(try run("--"), try run("--help"))
    XCTAssertTrue(
      try run("diff -- Notes.xcdatamodeld --from", expecting: 66).contains("--from"),
      "a file of that name")
  }

  func testAWordWithoutDashesIsNeverAnOption() throws {
    try makeBundle(contents("title"))
    try FileManager.default.copyItem(
      at: folder.appendingPathComponent("Notes.xcdatamodeld/Notes 2.xcdatamodel"),
      to: folder.appendingPathComponent("from"))
    XCTAssertTrue(try run("diff Notes.xcdatamodeld from").hasSuffix("no difference\n"))
    XCTAssertTrue(
      try run("diff Notes.xcdatamodeld from --version=--from", expecting: 64)
        .contains("from has no versions to choose from"))
  }
}
