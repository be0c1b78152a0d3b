import Foundation
import TestSupport
import XCTest

final class MigrateCommandTests: ToolTestCase {
  func testADryRunLeavesTheStoreAndAMigrationKeepsABackup() throws {
    try makeBundle(contents("title", "color"))
    try makeStore()
    let dry = try run("migrate Notes.sqlite --to Notes.xcdatamodeld --dry-run")
    XCTAssertTrue(dry.contains("1\tNote\tbody\tis gone\t2\tp1 p2\n"), dry)
    XCTAssertEqual(
      try run("diff Notes.sqlite Notes.xcdatamodeld --version Notes"), "no difference\n")
    let text = try run("migrate Notes.sqlite --to Notes.xcdatamodeld --backup=Before.sqlite")
    XCTAssertTrue(text.contains("Notes 2"), text)
    XCTAssertEqual(
      try run("diff Before.sqlite Notes.xcdatamodeld --version Notes"), "no difference\n")
    XCTAssertEqual(try run("diff Notes.sqlite Notes.xcdatamodeld"), "no difference\n")
    XCTAssertEqual(
      try run("migrate Notes.sqlite --to Notes.xcdatamodeld"),
      "Notes.sqlite already has that version\n")
  }

  // MARK: Forms

  func testProgramsGetArraysWithNullsAndURIs() throws {
    try makeBundle(
      contents("title", "color").replacingOccurrences(
        of: "<entity name=\"Note\"",
        with: "<entity name=\"Tag\" representedClassName=\"Tag\"></entity><entity name=\"Note\""))
    try makeStore()
    try addNotes(30)
    try withDatabase("db.execute(\"UPDATE ZNOTE SET ZBODY = 'b'\")")
    let id = try withDatabase(
      "print(db.execute('SELECT Z_UUID FROM Z_METADATA').fetchone()[0], end='')")
    let report = try json("migrate Notes.sqlite --to Notes.xcdatamodeld --dry-run")
    XCTAssertEqual(
      Set(report.keys),
      [
        "store", "from", "to", "dry_run", "seconds", "steps", "entities", "lost_values",
        "broken_rules",
      ])
    XCTAssertEqual(report["store"] as? String, folder.path + "/Notes.sqlite")
    XCTAssertEqual(report["dry_run"] as? Bool, true)
    let entities = try XCTUnwrap(report["entities"] as? [[String: Any]])
    let tag = try XCTUnwrap(entities.first { $0["to"] as? String == "Tag" })
    XCTAssertTrue(tag["from"] is NSNull, "\(tag)")
    XCTAssertEqual((report["broken_rules"] as? [Any])?.count, 0)
    let lost = try XCTUnwrap((report["lost_values"] as? [[String: Any]])?.first)
    XCTAssertEqual(lost["count"] as? Int, 33)
    let objects = try XCTUnwrap(lost["objects"] as? [String])
    XCTAssertEqual(objects.count, 20)
    XCTAssertEqual(objects.first, "x-coredata://\(id)/Note/p1")
    // Formats for people show that there are more.
    XCTAssertTrue(
      try run("migrate Notes.sqlite --to Notes.xcdatamodeld --dry-run").contains("p19 p20 …\n"))
  }

  func testRowsHaveOneForEachEntityAndEachFindingOfAStep() throws {
    try makeBundle(contents("title", "color"))
    try makeStore()
    let id = try withDatabase(
      "print(db.execute('SELECT Z_UUID FROM Z_METADATA').fetchone()[0], end='')")
    let header = """
      step,from_version,to_version,mapping,what,from,to,key,problem,before,after,objects

      """
    XCTAssertEqual(
      try run("migrate Notes.sqlite --to Notes.xcdatamodeld --allow-loss --output csv"),
      header + """
        1,Notes,Notes 2,inferred,transformed,Note,Note,,,3,3,
        1,Notes,Notes 2,inferred,lost,Note,,body,is gone,2,,\
        x-coredata://\(id)/Note/p1; x-coredata://\(id)/Note/p2

        """)
    XCTAssertEqual(
      try run("migrate Notes.sqlite --to Notes.xcdatamodeld --output csv"), header)
  }

  func testValuesAreLostOnlyWhereThatIsAllowedOrACopyIsKept() throws {
    try makeBundle(contents("title", "color"))
    try makeStore()
    let migrate = "migrate Notes.sqlite --to Notes.xcdatamodeld"
    let bodies = "print(db.execute('SELECT count(ZBODY) FROM ZNOTE').fetchone()[0], end='')"
    XCTAssertEqual(
      try run(migrate, expecting: 65),
      """
      objectgraph: error: the migration would lose values; the store is unchanged
      - Note.body is gone: 2
      hint: keep a copy with --backup FILE, or give --allow-loss; --dry-run names the objects

      """)
    XCTAssertEqual(try withDatabase(bodies), "2")
    XCTAssertTrue(try run(migrate + " --backup Before.sqlite").contains("transformed"))
    XCTAssertTrue(
      FileManager.default.fileExists(
        atPath: folder.appendingPathComponent("Before.sqlite").path))
    XCTAssertEqual(
      try withDatabase(
        "print('ZBODY' in [r[1] for r in db.execute('PRAGMA table_info(ZNOTE)')], end='')"),
      "False")
  }

  func testValuesOfAnUnknownTransformerAreCopiedAsTheyAre() throws {
    let mood =
      "<attribute name=\"mood\" optional=\"YES\" attributeType=\"Transformable\" "
      + "valueTransformerName=\"MoodTransformer\"/>"
    try makeBundle(contents("title", "body", more: mood))
    try makeStore()
    XCTAssertTrue(
      try run("migrate Notes.sqlite --to Notes.xcdatamodeld").contains("transformed"))
  }

  func testAStoreThatHasTheVersionGivesTheSameFormToPrograms() throws {
    try makeBundle(contents("title"))
    try makeStore()
    let report = try json("migrate Notes.sqlite --to Notes.xcdatamodeld --version Notes")
    XCTAssertEqual(report["store"] as? String, folder.path + "/Notes.sqlite")
    XCTAssertEqual(report["from"] as? String, "Notes")
    XCTAssertEqual((report["steps"] as? [Any])?.count, 0)
    XCTAssertEqual((report["lost_values"] as? [Any])?.count, 0)
  }

  // MARK: Versions

  func testTheVersionThatMadeAStoreCanBeNamedWhereSeveralMayHave() throws {
    let twin = contents("title", "body").replacingOccurrences(
      of: "name=\"title\"", with: "name=\"title\" versionHashModifier=\"2\"")
    try makeBundle(twin, contents("title"))
    try makeStore()
    // Like an old Core Data store: no embedded model, and hashes that differ from ObjectGraph's.
    try withDatabase(
      """
      db.execute('DROP TABLE Z_MODELCACHE')
      facts = plistlib.loads(db.execute('SELECT Z_PLIST FROM Z_METADATA').fetchone()[0])
      facts = {k: v for k, v in facts.items() if k.startswith('NSStoreModelVersion')}
      db.execute('UPDATE Z_METADATA SET Z_PLIST = ?', (plistlib.dumps(facts),))
      """)
    let migrate = "migrate Notes.sqlite --to Notes.xcdatamodeld"
    let refusal = try run(migrate, expecting: 65)
    XCTAssertTrue(refusal.contains("Notes, Notes 2\n"), refusal)
    XCTAssertTrue(refusal.contains("hint: name the version that made it with --from"), refusal)
    XCTAssertTrue(
      try run(migrate + " --from 'Notes 3'", expecting: 65)
        .contains("was not made with Notes 3\nhint: name the version"))
    XCTAssertTrue(
      try run(migrate + " --from 'Notes 4'", expecting: 66).contains("has no version Notes 4"))
    let report = try json(migrate + " --from 'Notes 2' --allow-loss")
    XCTAssertEqual(report["from"] as? String, "Notes 2")
    XCTAssertEqual((report["steps"] as? [Any])?.count, 1)
  }

  func testTheVersionIsThatOfABundle() throws {
    try makeBundle(contents("title"))
    try makeStore()
    XCTAssertTrue(
      try run(
        "migrate Notes.sqlite --to 'Notes.xcdatamodeld/Notes 2.xcdatamodel' --from Notes",
        expecting: 64
      ).hasSuffix("has no versions to choose from\nhint: give an .xcdatamodeld\n"))
    XCTAssertEqual(
      try json(
        "migrate Notes.sqlite --to 'Notes.xcdatamodeld/Notes 2.xcdatamodel' --allow-loss")["to"]
        as? String, "Notes 2")
  }

  // MARK: Errors

  func testWhatIsWrongIsSaidWithAStatusAndAdviceForTheCommandLine() throws {
    let size = "<attribute name=\"size\" attributeType=\"Integer 16\"/>"
    try makeBundle(contents("title", more: size))
    try makeStore()
    try Data().write(to: folder.appendingPathComponent("empty.sqlite"))
    try Data("text".utf8).write(to: folder.appendingPathComponent("text"))
    let check = "check the path, and the permissions of the file and of its folder"
    for (line, status, message, hint) in [
      ("migrate none.sqlite --to Notes.xcdatamodeld", 66, "there is no such file", check),
      ("migrate empty.sqlite --to Notes.xcdatamodeld", 66, "the file is empty", check),
      ("migrate text --to Notes.xcdatamodeld", 65, "is not a SQLite database", "check the path"),
      ("migrate Notes.sqlite --to none.xcdatamodeld", 66, "no such folder", "check the path"),
      (
        "migrate Notes.sqlite --to Notes.xcdatamodeld --version 'Notes 3'", 66,
        "has no version Notes 3", "use one of Notes, Notes 2"
      ),
      (
        "migrate Notes.sqlite --to Notes.xcdatamodeld", 65, "size is new and required",
        "give a mapping model for the step with --mapping"
      ),
      (
        "migrate Notes.sqlite --to Notes.xcdatamodeld --mapping none", 66, "no such file",
        "check the path"
      ),
      ("diff none.xcdatamodel Notes.xcdatamodeld", 66, "none.xcdatamodel", "check the path"),
    ] as [(String, Int32, String, String)] {
      let text = try run(line, expecting: status)
      XCTAssertTrue(text.hasPrefix("objectgraph: error: "), text)
      XCTAssertTrue(text.contains(message), text)
      XCTAssertTrue(text.contains("\nhint: \(hint)"), text)
    }
  }

  func testACopyThatCannotBeMadeHasStatus73() throws {
    try makeBundle(contents("title"))
    try makeStore()
    try Data().write(to: folder.appendingPathComponent("there"))
    for backup in ["there", "nowhere/there"] {
      let text = try run(
        "migrate Notes.sqlite --to Notes.xcdatamodeld --backup \(backup)", expecting: 73)
      XCTAssertTrue(text.contains("hint: give --backup the path of a new file"), text)
    }
  }

  func testAStoreThatCannotBeWrittenIsToBeCopied() throws {
    try makeBundle(contents("title"))
    try makeStore()
    // Without this capability, file permissions apply to root, too.
    let outcome = try program.runCommandLine(
      """
      chmod 400 Notes.sqlite
      [ "$(id -u)" = 0 ] && limit="setpriv --bounding-set=-dac_override" || limit=
      $limit objectgraph migrate Notes.sqlite --to Notes.xcdatamodeld
      """)
    XCTAssertEqual(outcome.status, 73)
    XCTAssertTrue(
      outcome.output.hasSuffix(
        "\nhint: copy the store to a place that can be written, and migrate the copy\n"),
      outcome.output)
  }

  func testALockedStoreHasStatus75() throws {
    try makeBundle(contents("title"))
    try makeStore()
    let text = try program.runCommandLine(
      """
      mkfifo held release
      python3 -c 'import sqlite3
      db = sqlite3.connect("Notes.sqlite", isolation_level=None); db.execute("BEGIN IMMEDIATE")
      open("held", "w").close(); open("release").close()' &
      cat held
      objectgraph migrate Notes.sqlite --to Notes.xcdatamodeld --timeout 0; echo "status $?"
      : > release; wait
      """
    ).output
    XCTAssertTrue(text.contains("or wait for longer with --timeout\nstatus 75\n"), text)
  }

  func testAPolicyWrittenInSwiftIsRefused() throws {
    try makeBundle(contents("title"))
    try makeStore()
    let object = { (kind: String, id: String, texts: KeyValuePairs<String, String>, rest: String) in
      let attributes = texts.map { name, text in
        "<attribute name=\"\(name)\" type=\"string\">\(text)</attribute>"
      }
      return "<object type=\"\(kind)\" id=\"\(id)\">\(attributes.joined())\(rest)</object>"
    }
    let model = object(
      "XDDEVMAPPINGMODEL", "z1", [:],
      """
      <relationship name="entitymappings" type="0/0" destination="XDDEVENTITYMAPPING" idrefs="z2"/>
      """)
    let mapping = object(
      "XDDEVENTITYMAPPING", "z2",
      [
        "migrationpolicyclassname": "NotePolicy", "sourcename": "Note", "destinationname": "Note",
        "mappingtypename": "Undefined",
      ], "")
    try "<?xml version=\"1.0\"?><database>\(model)\(mapping)</database>".write(
      to: folder.appendingPathComponent("Map.xml"), atomically: true, encoding: .utf8)
    let text = try run(
      "migrate Notes.sqlite --to Notes.xcdatamodeld --mapping Map.xml", expecting: 65)
    XCTAssertTrue(text.contains("policy NotePolicy"), text)
    XCTAssertTrue(text.contains("policies written in Swift cannot run here"), text)
  }

  // MARK: Ctrl-C

  func testCtrlCAtTheBarCancelsAndLeavesTheStoreAsItWas() throws {
    for signal in [SIGINT, SIGTERM] {
      try makeBundle(
        contents("title", "body", "color").replacingOccurrences(
          of: "name=\"title\"", with: "name=\"title\" regularExpressionString=\"[a-z ]+\""))
      try makeStore()
      // Enough for the migration to continue long after the progress bar appears.
      try addNotes(100_000)
      let file = folder.appendingPathComponent("Notes.sqlite")
      let before = try Data(contentsOf: file)
      let terminal = try TerminalSession(
        program: SealedProgram.binaries.appendingPathComponent("objectgraph").path,
        arguments: [
          "migrate", file.path, "--to", folder.appendingPathComponent("Notes.xcdatamodeld").path,
          "--backup", folder.appendingPathComponent("Before.sqlite").path,
        ], environment: program.environment)
      terminal.wait(for: "Migrating Notes.sqlite █")
      terminal.send(signal)
      terminal.wait(for: "objectgraph: error: canceled; the store is unchanged")
      XCTAssertEqual(terminal.waitForExit() >> 8, 130)
      XCTAssertEqual(try files(), ["Notes.sqlite"])
      XCTAssertEqual(try Data(contentsOf: file), before)
      try FileManager.default.removeItem(at: file)
    }
  }
}
