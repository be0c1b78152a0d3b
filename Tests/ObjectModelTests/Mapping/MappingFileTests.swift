import Foundation
import XCTest

@testable import ObjectModel

/// What mapping files become, and what is refused in them.
final class MappingFileTests: XCTestCase {
  private func error(_ objects: String) -> ObjectGraphError? {
    ModelText.error(try MappingText.read(objects))
  }

  func testMappingsComeInTheOrderOfTheirNumbers() throws {
    let mapping = try MappingText.read(
      MappingText.model(listing: "b a")
        + MappingText.object("ENTITYMAPPING", "a", ["sourcename": "A", "mappingnumber": "2"])
        + MappingText.object(
          "ENTITYMAPPING", "b",
          [
            "sourcename": "B", "destinationname": "C", "mappingnumber": "10",
            "mappingtypename": "Custom",
          ]))
    XCTAssertEqual(mapping.lines, ["A: A > -", "BToC: B > C custom"])
  }

  func testAnEmptyFieldIsNone() throws {
    let mapping = try MappingText.read(
      MappingText.mapping([
        "sourcename": "A", "migrationpolicyclassname": "", "sourcefilterpredicatestring": "",
      ]))
    XCTAssertEqual(mapping.lines, ["A: A > -"])
  }

  func testRelationshipsFollowWhatTheFileGivesOfThem() throws {
    func line(_ attributes: [String: String]) throws -> String? {
      try MappingText.read(
        MappingText.mapping(["sourcename": "A"], ["relationshipmappings": "r"])
          + MappingText.object(
            "RELATIONSHIPMAPPING", "r",
            attributes.merging(["name": "notes", "autogenerateexpression": "1"]) { $1 })
      ).lines.last
    }
    XCTAssertEqual(try line([:]), "  notes")
    XCTAssertEqual(
      try line(["sourcekeypath": "$source.pages"]),
      #"  notes = FUNCTION($manager, "destinationInstancesForSourceInstances:", $source.pages)"#)
    XCTAssertEqual(
      try line(["sourcekeypath": "pages", "sourcemappingname": "AToB"]),
      #"  notes = FUNCTION($manager, "destinationInstancesForEntityMappingNamed:sourceInstances:", "AToB", $source.pages)"#
    )
    XCTAssertEqual(
      try line(["sourcemappingname": "AToB"]),
      #"  notes = FUNCTION($manager, "destinationInstancesForEntityMappingNamed:sourceInstances:", "AToB", $source.notes)"#
    )
  }

  func testAnErrorNamesTheFileTheLineAndTheColumn() throws {
    try ModelText.withFolder { folder in
      let file = folder.appendingPathComponent("xcmapping.xml")
      let objects = MappingText.mapping([
        "sourcename": "A", "sourcefilterpredicatestring": "image !=",
      ])
      try Data(MappingText.file(objects).utf8).write(to: file)
      let error = try XCTUnwrap(ModelText.error(try MappingModel(contentsOf: file)))
      XCTAssertEqual(error.code, .fileReadCorruptFile)
      XCTAssertEqual(error.details[.filePath], file.path)
      XCTAssertEqual(error.details[.line], 6)
      XCTAssertTrue(error.message.hasPrefix("\(file.path):6:"), error.message)
      XCTAssertTrue(
        error.message.contains("<attribute name=\"sourcefilterpredicatestring\"> cannot be read"),
        error.message)
      XCTAssertNotNil(error.repair)
    }
  }

  func testWhatAMappingFileCannotSayIsRefused() {
    let model = MappingText.model(listing: "")
    let cases = [
      "": "holds 0 mapping models instead of one",
      model + MappingText.object("MAPPINGMODEL", "n", [:]): "holds 2 mapping models",
      model + model: "has a duplicate id",
      model + "<object type=\"XDDEVX\" id=\"x\"/>": "is of the unknown type XDDEVX",
      model + "<object type=\"XDDEVENTITYMAPPING\"/>": "has no id",
      MappingText.model(listing: "z"):
        "lists z as entitymappings, which is not of type XDDEVENTITYMAPPING",
      MappingText.model(listing: "m"): "lists m as entitymappings",
      MappingText.mapping([:]): "names neither a source nor a destination entity",
      MappingText.mapping(["sourcename": "A", "mappingtypename": "Move"]):
        "is the unknown type Move",
      MappingText.mapping(["sourcename": "A", "mappingnumber": "one"]):
        "is one, which is not a number",
      MappingText.mapping(["sourcename": "A", "colour": "red"]):
        "<attribute name=\"colour\"> is not a known attribute of XDDEVENTITYMAPPING",
      MappingText.mapping(["sourcename": "A"], ["attributemappings": "p"])
        + MappingText.object("ATTRIBUTEMAPPING", "p", [:]): "has no name",
      MappingText.mapping(["sourcename": "A"], ["attributemappings": "p"])
        + MappingText.object(
          "ATTRIBUTEMAPPING", "p", ["name": "a", "autogenerateexpression": "perhaps"]):
        "is perhaps, which is neither 0 nor 1",
      MappingText.mapping(["sourcename": "A"], ["attributemappings": "p"])
        + MappingText.object(
          "ATTRIBUTEMAPPING", "p", ["name": "a", "valueexpressiondata": "AAAA"]): "cannot be read",
      MappingText.model(listing: "a b")
        + MappingText.object("ENTITYMAPPING", "a", ["name": "A", "sourcename": "A"])
        + MappingText.object("ENTITYMAPPING", "b", ["sourcename": "A"]):
        "is the second mapping named A",
    ]
    for (objects, message) in cases.sorted(by: { $0.key < $1.key }) {
      let error = error(objects)
      XCTAssertEqual(error?.code, .fileReadCorruptFile, objects)
      XCTAssertEqual(error?.message.contains(message), true, error?.message ?? objects)
    }
  }

  func testOnlyTheDocumentTypeOfAStoreIsTaken() throws {
    for text in [
      "<!DOCTYPE plist SYSTEM \"a\"><database/>",
      "<!DOCTYPE database [<!ENTITY b \"c\">]><database>&b;</database>",
      "<!DOCTYPE database SYSTEM \"a\"><!DOCTYPE database [<!ENTITY b \"c\">]><database/>",
      "<model/>", "<database", "",
    ] {
      try ModelText.withFolder { folder in
        let file = folder.appendingPathComponent("xcmapping.xml")
        try Data(text.utf8).write(to: file)
        XCTAssertEqual(
          ModelText.error(try MappingModel(contentsOf: file))?.code, .fileReadCorruptFile, text)
      }
    }
  }

  func testAFolderWithoutAFileAndACompiledModelAreRefused() throws {
    try ModelText.withFolder { folder in
      let missing = folder.appendingPathComponent("Missing.xcmappingmodel")
      XCTAssertEqual(
        ModelText.error(try MappingModel(contentsOf: missing))?.code, .fileReadNoSuchFile)
      XCTAssertEqual(
        ModelText.error(try MappingModel(contentsOf: folder))?.code, .fileReadNoSuchFile)
      XCTAssertEqual(
        ModelText.error(try MappingModel(contentsOf: folder.appendingPathComponent("a.cdm")))?.code,
        .fileReadCorruptFile)
    }
  }

  /// An archive as Foundation writes one of `FUNCTION($entityPolicy, "shout:", $source.owner.name)`.
  func testAnExpressionThatWasWrittenByHandIsReadFromItsArchive() throws {
    let archive = ArchivedExpressionText()
    let keys = archive.add(
      "NSKeyPathSpecifierExpression", ["NSKeyPath": archive.text("owner.name")])
    let source = archive.add("NSVariableExpression", ["NSVariable": archive.text("source")])
    let path = archive.add(
      "NSKeyPathExpression",
      [
        "NSOperand": source, "NSSelectorName": archive.text("valueForKeyPath:"),
        "NSArguments": archive.array([keys]),
      ])
    let policy = archive.add("NSVariableExpression", ["NSVariable": archive.text("entityPolicy")])
    let call = archive.add(
      "NSFunctionExpression",
      [
        "NSOperand": policy, "NSSelectorName": archive.text("shout:"),
        "NSArguments": archive.array([path]),
      ])
    let mapping = try MappingText.read(
      MappingText.mapping(["sourcename": "A"], ["attributemappings": "p"])
        + MappingText.object(
          "ATTRIBUTEMAPPING", "p",
          [
            "name": "name",
            "valueexpressiondata": try archive.data(root: call).base64EncodedString(),
          ]))
    XCTAssertEqual(
      mapping.lines.last, #"  name = FUNCTION($entityPolicy, "shout:", $source.owner.name)"#)
  }
}

/// Builds the keyed archive of an expression.
private final class ArchivedExpressionText {
  private var objects: [PropertyList] = [.string("$null")]

  private func add(_ value: PropertyList) -> PropertyList {
    objects.append(value)
    return .uid(UInt32(objects.count - 1))
  }

  func text(_ text: String) -> PropertyList { add(.string(text)) }

  func array(_ elements: [PropertyList]) -> PropertyList {
    add("NSArray", ["NS.objects": .array(elements)])
  }

  func add(_ className: String, _ fields: [String: PropertyList]) -> PropertyList {
    let kind = add(
      .dictionary([
        "$classname": .string(className),
        "$classes": .array([.string(className), .string("NSObject")]),
      ]))
    return add(.dictionary(fields.merging(["$class": kind]) { $1 }))
  }

  func data(root: PropertyList) throws -> Data {
    try BinaryPropertyListWriter.write(
      .dictionary([
        "$version": .integer(100_000), "$archiver": .string("NSKeyedArchiver"),
        "$top": .dictionary(["root": root]), "$objects": .array(objects),
      ]))
  }
}
