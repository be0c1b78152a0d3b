import Foundation
import TestSupport
import XCTest

@testable import ObjectModel

/// Files that hold no model, or one that cannot be.
final class ModelFileErrorTests: XCTestCase {
  func testTheErrorNamesTheFileTheLineAndTheElement() throws {
    try ModelText.withFolder { folder in
      let file = folder.appendingPathComponent("contents")
      try ModelText.write(
        ModelText.file(
          "<entity name=\"A\">\n<attribute name=\"b\" attributeType=\"Text\"/></entity>"),
        to: file)
      let error = ModelText.error(try ManagedObjectModel(contentsOf: file))
      XCTAssertEqual(error?.code, .persistentStoreIncompatibleSchema)
      XCTAssertEqual(error?.key, "b")
      XCTAssertEqual(error?.details[.filePath], file.path)
      XCTAssertEqual(error?.details[.line], 4)
      let message = try XCTUnwrap(error?.message)
      XCTAssertTrue(message.hasPrefix("\(file.path):4:"), message)
      XCTAssertTrue(
        message.hasSuffix("<attribute name=\"b\"> has the unknown attributeType Text"), message)
      XCTAssertNotNil(error?.repair)
    }
  }

  func testWhatTheModelCannotBeIsRefused() {
    let bodies = [
      "<entity/>": "has no name",
      "<entity name=\"\"/>": "has no name",
      "<entity name=\"A\"/><entity name=\"A\"/>": "has a duplicate name",
      "<entity name=\"A\" parentEntity=\"B\"/>": "has the unknown parent entity B",
      "<entity name=\"A\" isAbstract=\"perhaps\"/>": "which is neither YES nor NO",
      "<entity name=\"A\" colour=\"red\"/>": "has the unknown attribute colour",
      "<entity name=\"A\"><method/></entity>": "is not allowed in <entity name=\"A\">",
      "<view/>": "is not allowed in <model>",
      "<entity name=\"A\"><userInfo><entry/></userInfo></entity>": "has no key",
      "<entity name=\"A\"><relationship name=\"b\"/></entity>": "has no destination entity",
      "<entity name=\"A\"><relationship name=\"b\" destinationEntity=\"B\"/></entity>":
        "leads to the unknown entity B",
      "<entity name=\"A\"><relationship name=\"b\" destinationEntity=\"A\" inverseName=\"c\"/></entity>":
        "has the inverse c, which is not a relationship of A",
      "<entity name=\"A\"><relationship name=\"b\" destinationEntity=\"A\" deletionRule=\"X\"/></entity>":
        "has the unknown deletionRule X",
      "<entity name=\"A\"><relationship name=\"b\" destinationEntity=\"A\" maxCount=\"2\"/></entity>":
        "has maxCount=\"2\" and is to-one",
      "<entity name=\"A\"><relationship name=\"b\" toMany=\"YES\" destinationEntity=\"A\" maxCount=\"1\"/></entity>":
        "has maxCount=\"1\" and is to-many",
      "<entity name=\"A\"><relationship name=\"b\" toMany=\"YES\" destinationEntity=\"A\" minCount=\"-1\"/></entity>":
        "has minCount=\"-1\", which is not a count",
      "<entity name=\"A\"><fetchIndex name=\"i\"/></entity>": "has no properties",
      "<entity name=\"A\"><fetchIndex name=\"i\"><fetchIndexElement expression=\"a\"/></fetchIndex></entity>":
        "uses an expression, which indexes do not support",
      "<entity name=\"A\"><fetchIndex name=\"i\"><fetchIndexElement property=\"a\" type=\"RTree\"/></fetchIndex></entity>":
        "is of type RTree, which indexes do not support",
      "<entity name=\"A\"><fetchIndex name=\"i\"><fetchIndexElement property=\"a\" order=\"up\"/></fetchIndex></entity>":
        "has the unknown order up",
      "<entity name=\"A\"><uniquenessConstraints><uniquenessConstraint/></uniquenessConstraints></entity>":
        "names no property",
      "<entity name=\"A\"><fetchedProperty name=\"f\"/></entity>": "has 0 fetch requests",
    ]
    for (body, message) in bodies.sorted(by: { $0.key < $1.key }) {
      let error = ModelText.error(try ModelText.model(body))
      XCTAssertEqual(error?.code, .persistentStoreIncompatibleSchema, body)
      XCTAssertEqual(error?.message.contains(message), true, error?.message ?? body)
    }
  }

  func testAHierarchyThatBitesItsOwnTailIsRefused() {
    for body in [
      "<entity name=\"A\" parentEntity=\"A\"/>",
      "<entity name=\"A\" parentEntity=\"B\"/><entity name=\"B\" parentEntity=\"A\"/>",
      "<entity name=\"A\" parentEntity=\"B\"/><entity name=\"B\" parentEntity=\"B\"/>",
    ] {
      let error = ModelText.error(try ModelText.model(body))
      XCTAssertEqual(error?.message.contains("is its own superentity"), true, body)
    }
  }

  func testAHierarchyWithoutMeasureIsRefused() {
    let body = (1...5_000).map { "<entity name=\"E\($0)\" parentEntity=\"E\($0 - 1)\"/>" }
    let error = ModelText.error(
      try ModelText.model("<entity name=\"E0\"/>" + body.joined()))
    XCTAssertEqual(error?.code, .persistentStoreIncompatibleSchema)
  }

  func testAFileThatIsNoModelIsRefused() throws {
    let deep = String(repeating: "<a>", count: 5_000)
    let texts = [
      "", " ", "<model>", "<model></entity>", "<model/><model/>", "not XML", "<!-- only -->",
      "<model>text</model>", "<model><![CDATA[text]]></model>", "<model a=\"1\" a=\"2\"/>",
      "<model>&nothing;</model>", "<model name=\"&nothing;\"/>", deep, "bplist00",
      "<!DOCTYPE a [<!ENTITY b \"c\">]><model name=\"&b;\"/>", "<model/>\u{0}", "<model",
      "<?xml version=\"1.0\" encoding=\"UTF-9\"?><model/>",
    ]
    try ModelText.withFolder { folder in
      let file = folder.appendingPathComponent("contents")
      for text in texts {
        try ModelText.write(text, to: file)
        let error = ModelText.error(try ManagedObjectModel(contentsOf: file))
        XCTAssertEqual(error?.code, .fileReadCorruptFile, text.prefix(40).description)
        XCTAssertNotNil(error?.details[.line], text.prefix(40).description)
      }
      try Data([0x3C, 0xFF, 0xFE]).write(to: file)
      XCTAssertEqual(
        ModelText.error(try ManagedObjectModel(contentsOf: file))?.code, .fileReadCorruptFile)
      for text in ["<plist/>", "<model type=\"com.example.Other\"/>"] {
        try ModelText.write(text, to: file)
        XCTAssertEqual(
          ModelText.error(try ManagedObjectModel(contentsOf: file))?.code,
          .persistentStoreIncompatibleSchema, text)
      }
    }
  }

  func testTheLineOfMalformedXMLIsTold() throws {
    try ModelText.withFolder { folder in
      let file = folder.appendingPathComponent("contents")
      try ModelText.write("<model>\n<entity name=\"A\">\n</model>", to: file)
      let error = ModelText.error(try ManagedObjectModel(contentsOf: file))
      XCTAssertEqual(error?.details[.line], 3, error?.message ?? "")
    }
  }

  func testAModelThatIsNotThereOrOfAnotherKindIsRefused() throws {
    try ModelText.withFolder { folder in
      func code(_ name: String) -> ObjectGraphError.Code? {
        ModelText.error(try ManagedObjectModel(contentsOf: folder.appendingPathComponent(name)))?
          .code
      }
      XCTAssertEqual(code("Nothing.xcdatamodel"), .fileReadNoSuchFile)
      XCTAssertEqual(code("Nothing.xcdatamodeld"), .fileReadNoSuchFile)
      try ModelText.write("", to: folder.appendingPathComponent("Empty.xcdatamodel/other"))
      XCTAssertEqual(code("Empty.xcdatamodel"), .fileReadNoSuchFile)
      // Models of Xcode 3 have two binary files.
      try ModelText.write("", to: folder.appendingPathComponent("Old.xcdatamodel/elements"))
      try ModelText.write("", to: folder.appendingPathComponent("Old.xcdatamodel/layout"))
      XCTAssertEqual(code("Old.xcdatamodel"), .fileReadCorruptFile)
      try ModelText.write("", to: folder.appendingPathComponent("Compiled.mom"))
      XCTAssertEqual(code("Compiled.mom"), .fileReadCorruptFile)
      try ModelText.write("", to: folder.appendingPathComponent("Compiled.momd/VersionInfo.plist"))
      XCTAssertEqual(code("Compiled.momd"), .fileReadCorruptFile)
    }
  }

  func testMutatedFilesNeverStopTheProcess() throws {
    var generator = SeededGenerator(seed: 9)
    let files = try Fixtures.modelFiles()
    try ModelText.withFolder { folder in
      let file = folder.appendingPathComponent("contents")
      for round in 0..<Campaign.rounds(200, full: 20_000) {
        let text = try Data(contentsOf: files[round % files.count])
        try text.mutated(using: &generator).write(to: file)
        do {
          let model = try ManagedObjectModel(contentsOf: file)
          _ = model.entityVersionHashesByName
          try model.freeze()
        } catch {
          XCTAssertTrue(error is ObjectGraphError, "\(error)")
        }
      }
    }
  }
}
