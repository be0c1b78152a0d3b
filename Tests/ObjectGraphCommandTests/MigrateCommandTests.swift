import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// The program `objectgraph`, run as developers run it.
final class MigrateCommandTests: XCTestCase {
  private var program: SealedProgram?

  override func setUpWithError() throws { program = try SealedProgram() }

  override func tearDown() { program?.remove() }

  private func folder() throws -> URL { try XCTUnwrap(program).folder }

  private func run(
    _ line: String, expecting status: Int32 = 0, at place: UInt = #line
  ) throws -> String {
    let outcome = try XCTUnwrap(program).runCommandLine("objectgraph \(line)")
    XCTAssertEqual(outcome.status, status, outcome.output, line: place)
    return outcome.output
  }

  // MARK: Two versions of a model

  private func contents(_ attributes: String...) -> String {
    let lines = attributes.map {
      "<attribute name=\"\($0)\" optional=\"YES\" attributeType=\"String\"/>"
    }
    return """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Note" representedClassName="Note">\(lines.joined())</entity></model>
      """
  }

  /// `Notes.xcdatamodeld` with the versions Notes and Notes 2, of which the second is the current one.
  private func makeBundle(_ second: String) throws {
    let bundle = try folder().appendingPathComponent("Notes.xcdatamodeld")
    for (name, text) in [("Notes", contents("title", "body")), ("Notes 2", second)] {
      let version = bundle.appendingPathComponent("\(name).xcdatamodel")
      try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
      try text.write(
        to: version.appendingPathComponent("contents"), atomically: true, encoding: .utf8)
    }
    try PropertyListSerialization.data(
      fromPropertyList: ["_XCCurrentVersionName": "Notes 2.xcdatamodel"], format: .xml, options: 0
    ).write(to: bundle.appendingPathComponent(".xccurrentversion"))
  }

  private func makeStore() throws {
    let file = try folder().appendingPathComponent("Notes.sqlite")
    let model = try VersionedModel(
      contentsOf: folder().appendingPathComponent("Notes.xcdatamodeld")
    ).model(forVersion: "Notes")
    let coordinator = try PersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(type: .sqlite, at: file)
    try BackgroundContext(coordinator: coordinator).performAndWait { context in
      for number in 1...3 {
        let note = try EntityDescription.insertNewObject(forEntityName: "Note", into: context)
        try note.setValue("note \(number)", forKey: "title")
        try note.setValue(number == 3 ? nil : "body", forKey: "body")
      }
      try context.save()
    }
    try coordinator.remove(store)
  }

  // MARK: Tests

  func testDiffListsChangesAndSaysWhetherTheyAreInferable() throws {
    try makeBundle(contents("title", "color"))
    let diff = "diff Notes.xcdatamodeld Notes.xcdatamodeld --from Notes --version \"Notes 2\""
    XCTAssertEqual(
      try run(diff), "  Note.color is new, String\n  Note.body is gone\ninferable\n")
    XCTAssertEqual(
      try run(diff + " --output jsonl"),
      """
      {"entity":"Note","key":"color","change":"is new, String","inferable":true}
      {"entity":"Note","key":"body","change":"is gone","inferable":true}

      """)
    try makeBundle(
      contents("title").replacingOccurrences(
        of: "</entity>",
        with: "<attribute name=\"size\" attributeType=\"Integer 16\"/></entity>"))
    XCTAssertTrue(
      try run(diff).hasSuffix(
        "needs a mapping, because Note.size is new and required, and has no default value\n"))
    XCTAssertEqual(
      try run("diff Notes.xcdatamodeld Notes.xcdatamodeld --from Notes --version Notes"),
      "no difference\n")
  }

  func testAStoreStandsForTheModelThatItCarries() throws {
    try makeBundle(contents("title", "color"))
    try makeStore()
    XCTAssertEqual(
      try run("diff Notes.sqlite Notes.xcdatamodeld"),
      "  Note.color is new, String\n  Note.body is gone\ninferable\n")
  }

  func testADryRunLeavesTheStoreAndAMigrationKeepsABackup() throws {
    try makeBundle(contents("title", "color"))
    try makeStore()
    let dry = try run("migrate Notes.sqlite --to Notes.xcdatamodeld --dry-run --output json")
    XCTAssertTrue(dry.contains("\"lost_values\""), dry)
    XCTAssertTrue(dry.contains("\"key\":\"body\",\"problem\":\"is gone\",\"count\":2"), dry)
    XCTAssertEqual(
      try run("diff Notes.sqlite Notes.xcdatamodeld --version Notes"), "no difference\n")
    let text = try run("migrate Notes.sqlite --to Notes.xcdatamodeld --backup=Before.sqlite")
    XCTAssertTrue(text.contains("Notes 2"), text)
    XCTAssertEqual(
      try run("diff Before.sqlite Notes.xcdatamodeld --version Notes"), "no difference\n")
    XCTAssertEqual(try run("diff Notes.sqlite Notes.xcdatamodeld"), "no difference\n")
    XCTAssertEqual(
      try run("migrate Notes.sqlite --to Notes.xcdatamodeld"),
      "Notes.sqlite has that version already\n")
  }

  func testWhatIsWrongIsSaidWithAStatus() throws {
    try makeBundle(contents("title"))
    XCTAssertTrue(
      try run("migrate Missing.sqlite --to Notes.xcdatamodeld", expecting: 65)
        .contains("there is no such file"))
    XCTAssertTrue(
      try run("diff Missing.xcdatamodel Notes.xcdatamodeld", expecting: 66)
        .contains("Missing.xcdatamodel"))
    XCTAssertTrue(
      try run("diff Notes.xcdatamodeld Notes.xcdatamodeld --version \"Notes 3\"", expecting: 66)
        .contains("Notes, Notes 2"))
    XCTAssertTrue(
      try run("migrat Notes.sqlite", expecting: 65).contains("did you mean \"migrate\"?"))
    XCTAssertTrue(
      try run("diff a b --output yaml", expecting: 64).contains("--output expects"))
    XCTAssertTrue(try run("--help").contains("usage: objectgraph COMMAND"))
    XCTAssertTrue(try run("migrate --help").contains("--dry-run"))
  }
}
