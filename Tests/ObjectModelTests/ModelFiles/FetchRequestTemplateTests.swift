import Foundation
import XCTest

@testable import ObjectModel

final class FetchRequestTemplateTests: XCTestCase {
  private func makeModel() throws -> ManagedObjectModel {
    try ModelText.model(
      """
      <entity name="Camper">
        <attribute name="name" attributeType="String"/>
        <attribute name="age" attributeType="Integer 16"/>
      </entity>
      <fetchRequest name="All" entity="Camper"/>
      <fetchRequest name="Named" entity="Camper" fetchLimit="10" fetchBatchSize="20"
        includeSubentities="NO" returnObjectsAsFaults="NO" includePropertyValues="NO"
        includePendingChanges="NO" returnDistinctResults="YES" resultType="0"
        predicateString="name == $NAME AND age &gt; $AGE"/>
      """)
  }

  func testATemplateHasWhatItsElementSays() throws {
    let model = try makeModel()
    XCTAssertEqual(Set(model.fetchRequestTemplatesByName.keys), ["All", "Named"])
    let all = try XCTUnwrap(model.fetchRequestTemplate(forName: "All"))
    XCTAssertEqual(all, FetchRequestDescription(entityName: "Camper"))
    let named = try XCTUnwrap(model.fetchRequestTemplate(forName: "Named"))
    XCTAssertEqual(named.fetchLimit, 10)
    XCTAssertEqual(named.fetchBatchSize, 20)
    XCTAssertFalse(named.includesSubentities)
    XCTAssertFalse(named.returnsObjectsAsFaults)
    XCTAssertFalse(named.includesPropertyValues)
    XCTAssertFalse(named.includesPendingChanges)
    XCTAssertTrue(named.returnsDistinctResults)
    XCTAssertEqual(named.predicate, try FetchPredicate(format: "name == $NAME AND age > $AGE"))
    XCTAssertNil(model.fetchRequestTemplate(forName: "Other"))
  }

  // Fact 103.
  func testARequestFromATemplateIsACopyWithItsVariablesReplaced() throws {
    let model = try makeModel()
    try model.freeze()
    var request = try model.fetchRequestFromTemplate(
      withName: "Named", substitutionVariables: ["NAME": "Ada", "AGE": 3, "OTHER": 1])
    XCTAssertEqual(
      request.predicate, try FetchPredicate(format: "name == %@ AND age > %d", "Ada", 3))
    request.fetchLimit = 1
    XCTAssertEqual(model.fetchRequestTemplate(forName: "Named")?.fetchLimit, 10)
    XCTAssertEqual(
      model.fetchRequestTemplate(forName: "Named")?.predicate,
      try FetchPredicate(format: "name == $NAME AND age > $AGE"))
    let all = try model.fetchRequestFromTemplate(withName: "All", substitutionVariables: [:])
    XCTAssertNil(all.predicate)
  }

  // Fact 103.
  func testAMissingVariableAndAnUnknownTemplateThrow() throws {
    let model = try makeModel()
    let missing = ModelText.error(
      try model.fetchRequestFromTemplate(
        withName: "Named", substitutionVariables: ["NAME": "Ada"]))
    XCTAssertEqual(missing?.code, .invalidArgument)
    XCTAssertEqual(
      missing?.message, "the fetch request template Named needs a value for $AGE")
    let unknown = ModelText.error(
      try model.fetchRequestFromTemplate(withName: "Nobody", substitutionVariables: [:]))
    XCTAssertEqual(unknown?.code, .invalidArgument)
    XCTAssertEqual(unknown?.repair, "use one of All, Named")
  }

  func testTheTemplatesOfAModelInUseStayAsTheyAre() throws {
    let model = try makeModel()
    try model.setFetchRequestTemplate(nil, forName: "All")
    XCTAssertNil(model.fetchRequestTemplate(forName: "All"))
    try model.freeze()
    for (template, name) in [
      (nil, "Named"), (FetchRequestDescription(entityName: "Camper"), "New"),
    ] {
      let error = ModelText.error(try model.setFetchRequestTemplate(template, forName: name))
      XCTAssertEqual(error?.code, .persistentStoreIncompatibleSchema)
      XCTAssertEqual(error?.message.contains(name), true)
    }
    XCTAssertEqual(Array(model.fetchRequestTemplatesByName.keys), ["Named"])
  }

  func testACopyOfAModelInUseTakesOtherTemplates() throws {
    let model = try makeModel()
    try model.freeze()
    let copy = try model.copy()
    try copy.setFetchRequestTemplate(FetchRequestDescription(entityName: "Camper"), forName: "New")
    XCTAssertNotNil(copy.fetchRequestTemplate(forName: "New"))
    XCTAssertNil(model.fetchRequestTemplate(forName: "New"))
  }

  func testARequestThatCannotBeReadIsRefused() {
    for text in [
      "entity=\"Other\"", "", "entity=\"A\" predicateString=\"a ==\"",
      "entity=\"A\" fetchLimit=\"-1\"", "entity=\"A\" fetchLimit=\"many\"",
      "entity=\"A\" resultType=\"3\"", "entity=\"A\" includeSubentities=\"perhaps\"",
    ] {
      let error = ModelText.error(
        try ModelText.model("<entity name=\"A\"/>\n<fetchRequest name=\"R\" \(text)/>"))
      XCTAssertEqual(error?.code, .persistentStoreIncompatibleSchema, text)
      XCTAssertEqual(error?.details["line"] as? Int, 4, text)
    }
  }
}
