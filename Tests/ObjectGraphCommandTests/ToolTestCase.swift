import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Runs the `objectgraph` program in a temporary folder with a versioned model and a store.
class ToolTestCase: XCTestCase {
  private(set) var program: SealedProgram!

  override func setUpWithError() throws { program = try SealedProgram() }

  override func tearDown() { program.remove() }

  var folder: URL { program.folder }

  /// Runs the program, and returns its output and errors.
  @discardableResult
  func run(_ line: String, expecting status: Int32 = 0, at place: UInt = #line) throws -> String {
    let outcome = try program.runCommandLine("objectgraph \(line)")
    XCTAssertEqual(outcome.status, status, outcome.output, line: place)
    return outcome.output
  }

  /// The JSON object that a command prints.
  func json(
    _ line: String, expecting status: Int32 = 0, at place: UInt = #line
  ) throws -> [String: Any] {
    let text = try run(line + " --output json", expecting: status, at: place)
    let list = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]]
    return try XCTUnwrap(list?.first)
  }

  // MARK: Models

  /// A model version in which notes have these string attributes.
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

  /// Creates `Notes.xcdatamodeld` with the versions Notes, Notes 2 and so on, the last one current.
  /// In the first version, notes have a title and a body.
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

  /// Creates `Notes.sqlite` in the first version, with three notes, the third one without a body.
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

  /// Runs Python code, in which `db` is the store's database.
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

  /// Adds notes with numbered titles.
  func addNotes(_ count: Int) throws {
    try withDatabase(
      """
      db.execute('''
        WITH RECURSIVE c (i) AS (SELECT 4 UNION ALL SELECT i + 1 FROM c WHERE i < \(count + 3))
        INSERT INTO ZNOTE (Z_PK, Z_ENT, Z_OPT, ZTITLE) SELECT i, 1, 1, 'note ' || i FROM c''')
      """)
  }

  /// The names of the files in the folder other than models.
  func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.contains("sqlite") || $0.contains("SUPPORT") }.sorted()
  }
}
