import Foundation
import XCTest

@testable import ObjectModel

final class ModelMergingTests: XCTestCase {
  private let camper = """
    <entity name="Camper"><attribute name="name" attributeType="String"/>
      <relationship name="stays" toMany="YES" destinationEntity="Stay" inverseName="camper"/>
    </entity>
    <entity name="Stay">
      <relationship name="camper" maxCount="1" destinationEntity="Camper" inverseName="stays"/>
    </entity>
    """

  func testAMergedModelHasTheEntitiesOfAll() throws {
    let first = try ModelText.model(
      camper + "<configuration name=\"Main\"><memberEntity name=\"Camper\"/></configuration>"
        + "<fetchRequest name=\"All\" entity=\"Camper\"/>")
    let second = try ModelText.model(
      camper + "<entity name=\"Site\"/>"
        + "<configuration name=\"Main\"><memberEntity name=\"Site\"/></configuration>")
    try first.freeze()
    let merged = try ManagedObjectModel(byMerging: [first, second])
    XCTAssertEqual(merged.entities.map(\.name), ["Camper", "Site", "Stay"])
    XCTAssertEqual(merged.versionIdentifiers, ["7"])
    XCTAssertEqual(
      merged.entities(forConfigurationName: "Main")?.map(\.name), ["Camper", "Site"])
    XCTAssertEqual(merged.fetchRequestTemplatesByName, first.fetchRequestTemplatesByName)
    XCTAssertTrue(merged.entities.allSatisfy { $0.managedObjectModel === merged })
    let stays = try XCTUnwrap(merged.entitiesByName["Camper"]?.relationshipsByName["stays"])
    XCTAssertTrue(stays.destinationEntity === merged.entitiesByName["Stay"])
    XCTAssertTrue(first.entitiesByName["Camper"]?.managedObjectModel === first)
    XCTAssertEqual(
      merged.entitiesByName["Camper"]?.versionHash, first.entitiesByName["Camper"]?.versionHash)
    XCTAssertNoThrow(try merged.freeze())
  }

  func testModelsThatDifferInAnEntityCannotBeMerged() throws {
    let first = try ModelText.model(
      "<entity name=\"A\"/><entity name=\"B\"/><fetchRequest name=\"R\" entity=\"A\"/>")
    for body in [
      "<entity name=\"A\" isAbstract=\"YES\"/>",
      "<entity name=\"A\"/><entity name=\"B\" parentEntity=\"A\"/>",
      "<entity name=\"A\"/><entity name=\"C\" parentEntity=\"A\"/>",
      "<entity name=\"B\"/><fetchRequest name=\"R\" entity=\"B\"/>",
    ] {
      let second = try ModelText.model(body)
      let error = ModelText.error(try ManagedObjectModel(byMerging: [first, second]))
      XCTAssertEqual(error?.code, .persistentStoreIncompatibleSchema, body)
      XCTAssertEqual(error?.message.hasPrefix("two of the models differ in the "), true, body)
    }
  }

  // Fact 1 of the feature table: a model in use is changed in a copy.
  func testACopyOfAModelInUseMayBeChanged() throws {
    let model = try ModelText.model(camper)
    try model.freeze()
    let copy = try model.copy()
    XCTAssertEqual(copy.summary, model.summary)
    copy.entitiesByName["Camper"]?.name = "Guest"
    XCTAssertEqual(copy.entities.compactMap(\.name).sorted(), ["Guest", "Stay"])
    XCTAssertEqual(model.entities.map(\.name), ["Camper", "Stay"])
  }

  func testRealModelsAreEqualToTheirCopies() throws {
    for file in try Fixtures.modelFiles() {
      let model = try ManagedObjectModel(contentsOf: file)
      let copy = try model.copy()
      XCTAssertEqual(copy.summary, model.summary, file.path)
      XCTAssertEqual(copy.fetchRequestTemplatesByName, model.fetchRequestTemplatesByName)
    }
  }

  func testTheModelsOfSeveralFilesAreMerged() throws {
    try ModelText.withFolder { folder in
      let urls = ["A", "B"].map { folder.appendingPathComponent("\($0).xcdatamodel") }
      for (url, name) in zip(urls, ["A", "B"]) {
        try ModelText.write(
          ModelText.file("<entity name=\"\(name)\"/>"), to: url.appendingPathComponent("contents"))
      }
      let merged = try ManagedObjectModel.mergedModel(contentsOf: urls)
      XCTAssertEqual(merged.entities.map(\.name), ["A", "B"])
    }
  }
}
