import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// The program `objectgraph`, run as developers run it, in a folder with versions of a model and a store.
class ToolTestCase: XCTestCase {
  private(set) var program: SealedProgram!

  override func setUpWithError() throws { program = try SealedProgram() }

  override func tearDown() { program.remove() }

  var folder: URL { program.folder }

  /// What the program prints and complains of.
  @discardableResult
  func run(_ line: String, expecting status: Int32 = 0, at place: UInt = #line) throws -> String {
    let outcome = try program.runCommandLine("objectgraph \(line)")
    XCTAssertEqual(outcome.status, status, outcome.output, line: place)
    return outcome.output
  }

  /// The one object that a command prints as JSON.
  func json(
    _ line: String, expecting status: Int32 = 0, at place: UInt = #line
  ) throws -> [String: Any] {
    let text = try run(line + " --output json", expecting: status, at: place)
    let list = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]]
    return try XCTUnwrap(list?.first)
  }

  // MARK: Models

  /// A version in which notes have these attributes, all of them texts.
  func contents(_ attributes: String..., more: String = "") -> String {
    let lines = attributes.map {
      "<attribute name=\"\($0)\" optional=\"YES\" attributeType=\"String\"/>"
    }
    return """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Note" representedClassName="Note">\(lines.joined())\(more)</entity></model>
      """
  }

  /// `Notes.xcdatamodeld` with the versions Notes, Notes 2 and so on, of which the last is the current
  /// one. The first has a title and a body.
  func makeBundle(_ others: String...) throws {
    let bundle = folder.appendingPathComponent("Notes.xcdatamodeld")
    var name = ""
    for (index, text) in ([contents("title", "body")] + others).enumerated() {
      name = index == 0 ? "Notes" : "Notes \(index + 1)"
      let version = bundle.appendingPathComponent("\(name).xcdatamodel")
      try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
      try text.write(
        to: version.appendingPathComponent("contents"), atomically: true, encoding: .utf8)
    }
    try PropertyListSerialization.data(
      fromPropertyList: ["_XCCurrentVersionName": "\(name).xcdatamodel"], format: .xml, options: 0
    ).write(to: bundle.appendingPathComponent(".xccurrentversion"))
  }

  // MARK: Stores

  /// `Notes.sqlite` of the first version, with three notes, the third of which has no body.
  func makeStore() throws {
    let file = folder.appendingPathComponent("Notes.sqlite")
    let model = try VersionedModel(
      contentsOf: folder.appendingPathComponent("Notes.xcdatamodeld")
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

  /// Runs Python with `db`, the store's database.
  @discardableResult
  func withDatabase(_ script: String) throws -> String {
    let path = folder.appendingPathComponent("Notes.sqlite").path
    let output = try Python.run(
      """
      import plistlib, sqlite3, sys
      db = sqlite3.connect(sys.argv[1])
      \(script)
      db.commit()
      db.execute('PRAGMA wal_checkpoint(TRUNCATE)')
      db.close()
      """, arguments: [path])
    return String(decoding: output, as: UTF8.self)
  }

  /// Adds notes of which each has a title with a number.
  func addNotes(_ count: Int) throws {
    try withDatabase(
      """
      db.execute('''
        WITH RECURSIVE c (i) AS (SELECT 4 UNION ALL SELECT i + 1 FROM c WHERE i < \(count + 3))
        INSERT INTO ZNOTE (Z_PK, Z_ENT, Z_OPT, ZTITLE) SELECT i, 1, 1, 'note ' || i FROM c''')
      """)
  }

  /// The names of what is in the folder beside the models.
  func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.contains("sqlite") || $0.contains("SUPPORT") }.sorted()
  }
}
