import XCTest

final class DiffCommandTests: ToolTestCase {
  private let required = "<attribute name=\"size\" attributeType=\"Integer 16\"/>"
  private let both = "diff Notes.xcdatamodeld Notes.xcdatamodeld --from Notes"

  func testChangesAreListedWithTheVerdict() throws {
    try makeBundle(contents("title", "color"))
    XCTAssertEqual(
      try run(both), "  Note.color is new, String\n  Note.body is gone\ninferable\n")
    XCTAssertEqual(try run(both + " --version Notes"), "no difference\n")
    try makeBundle(contents("title", "body", more: required))
    XCTAssertTrue(
      try run(both, expecting: 1).hasSuffix(
        "needs a mapping, because Note.size is new and required, and has no default value\n"))
  }

  func testProgramsGetTheVerdictItsReasonsAndTheChanges() throws {
    try makeBundle(contents("title", "color"))
    XCTAssertEqual(
      try run(both + " --output jsonl"),
      """
      {"from":"Notes","to":"Notes 2","verdict":"inferable","reasons":[],"changes":\
      [{"entity":"Note","key":"color","change":"is new, String","inferable":true},\
      {"entity":"Note","key":"body","change":"is gone","inferable":true}]}

      """)
    let same = try json(both + " --version Notes")
    XCTAssertEqual(same["verdict"] as? String, "same")
    XCTAssertEqual((same["changes"] as? [Any])?.count, 0)
    try makeBundle(contents("title", "body", more: required))
    let needy = try json(both, expecting: 1)
    XCTAssertEqual(needy["verdict"] as? String, "needs_mapping")
    XCTAssertEqual(
      needy["reasons"] as? [String], ["Note.size is new and required, and has no default value"])
    XCTAssertEqual(
      try run(both + " --output csv", expecting: 1),
      """
      entity,key,change,inferable
      Note,size,"is new, Integer 16",false

      """)
  }

  func testAChangeThatNeedsAMappingDoesNotMakeTheOthersOfItsEntityNeedOne() throws {
    try makeBundle(contents("title", "color", more: required))
    let changes = try run(both + " --output csv", expecting: 1).split(separator: "\n")
    XCTAssertTrue(changes.contains("Note,color,\"is new, String\",true"), "\(changes)")
    XCTAssertTrue(changes.contains("Note,size,\"is new, Integer 16\",false"), "\(changes)")
  }

  func testAStoreStandsForTheModelThatItCarries() throws {
    try makeBundle(contents("title", "color"))
    try makeStore()
    XCTAssertEqual(
      try run("diff Notes.sqlite Notes.xcdatamodeld"),
      "  Note.color is new, String\n  Note.body is gone\ninferable\n")
    try withDatabase("db.execute('DROP TABLE Z_MODELCACHE')")
    XCTAssertTrue(
      try run("diff Notes.sqlite Notes.xcdatamodeld", expecting: 65).hasSuffix(
        "hint: give the .xcdatamodeld or .xcdatamodel that it was made with\n"))
  }

  func testASingleModelFileIsAVersionOfItsName() throws {
    try makeBundle(contents("title"))
    XCTAssertEqual(
      try json("diff 'Notes.xcdatamodeld/Notes 2.xcdatamodel' Notes.xcdatamodeld")["from"]
        as? String, "Notes 2")
  }
}
