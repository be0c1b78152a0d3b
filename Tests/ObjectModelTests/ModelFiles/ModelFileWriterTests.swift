import Foundation
import XCTest

@testable import ObjectModel

final class ModelFileWriterTests: XCTestCase {
  private func reread(_ model: ManagedObjectModel) throws -> ManagedObjectModel {
    try ModelText.withFolder { folder in
      let url = folder.appendingPathComponent("New.xcdatamodel", isDirectory: true)
      try model.write(toModelAt: url)
      return try ManagedObjectModel(contentsOf: url)
    }
  }

  func testEveryRealModelIsEqualToWhatIsWrittenOfIt() throws {
    for file in try Fixtures.modelFiles() {
      let model = try ManagedObjectModel(contentsOf: file)
      let again = try reread(model)
      XCTAssertEqual(again.summary, model.summary, file.path)
      XCTAssertEqual(again.fetchRequestTemplatesByName, model.fetchRequestTemplatesByName)
      XCTAssertEqual(again.entityVersionHashesByName, model.entityVersionHashesByName)
    }
  }

  func testWhatIsWrittenIsEqualInEveryKindOfProperty() throws {
    let model = try ModelText.model(
      """
      <entity name="Camper" representedClassName="Camper" isAbstract="YES">
        <attribute name="name" attributeType="String" defaultValueString="a&#10;&lt;b&gt; &amp; &quot;c&quot;"/>
        <attribute name="born" attributeType="Date" defaultDateTimeInterval="0.1"
          minDateTimeInterval="-1e10" maxDateTimeInterval="5"/>
        <attribute name="fee" attributeType="Decimal" defaultValueString="0.10" maxValueString="9.5"/>
        <attribute name="vip" attributeType="Boolean" defaultValueString="YES"/>
        <attribute name="saved" optional="YES" attributeType="Date" derived="YES"
          derivationExpression="now()"/>
        <attribute name="home" optional="YES" attributeType="Composite" composite="Address"/>
        <relationship name="friends" toMany="YES" ordered="YES" minCount="1" maxCount="3"
          destinationEntity="Camper" inverseName="friends" deletionRule="Deny"/>
        <fetchedProperty name="elders" optional="YES">
          <fetchRequest name="r" entity="Camper" predicateString="born &lt; $FETCH_SOURCE.born"/>
        </fetchedProperty>
        <userInfo><entry key="größe" value="🏕"/></userInfo>
      </entity>
      <entity name="Guide" parentEntity="Camper"/>
      <composite name="Address">
        <attribute name="city" attributeType="String"/>
        <attribute name="at" attributeType="Composite" composite="Place"/>
      </composite>
      <composite name="Place"><attribute name="latitude" attributeType="Double"/></composite>
      <configuration name="Main"><memberEntity name="Guide"/></configuration>
      <fetchRequest name="Old" entity="Camper" fetchLimit="3" fetchBatchSize="2"
        includeSubentities="NO" returnDistinctResults="YES" predicateString="born &lt; $DAY"/>
      """)
    let again = try reread(model)
    XCTAssertEqual(again.summary, model.summary)
    XCTAssertEqual(again.fetchRequestTemplatesByName, model.fetchRequestTemplatesByName)
    XCTAssertEqual(again.configurations, ["Main"])
    XCTAssertEqual(again.entities(forConfigurationName: "Main")?.map(\.name), ["Guide"])
    let (camper, before) = (again.entitiesByName["Camper"], model.entitiesByName["Camper"])
    XCTAssertEqual(camper?.attributesByName["name"]?.defaultValue, .string("a\n<b> & \"c\""))
    let derived = camper?.attributesByName["saved"] as? DerivedAttributeDescription
    XCTAssertEqual(derived?.derivationExpression, try FetchExpression(format: "now()"))
    let home = camper?.attributesByName["home"] as? CompositeAttributeDescription
    XCTAssertEqual(home?.elements.map(\.name), ["city", "at"])
    let place = home?.elements.last as? CompositeAttributeDescription
    XCTAssertEqual(place?.elements.map(\.name), ["latitude"])
    let elders = camper?.propertiesByName["elders"] as? FetchedPropertyDescription
    let former = before?.propertiesByName["elders"] as? FetchedPropertyDescription
    XCTAssertNotNil(former?.fetchRequest?.predicate)
    XCTAssertEqual(elders?.fetchRequest, former?.fetchRequest)
  }

  func testWhatAModelFileCannotSayIsRefused() throws {
    let name = AttributeDescription("name", .string)
    name.setValidationPredicates([try FetchPredicate(format: "SELF != ''")])
    let photo = AttributeDescription("photo", .binaryData, default: .data(Data([1])))
    let bell = AttributeDescription("bell", .string, default: .string("\u{7}"))
    let rate = AttributeDescription("rate", .double, default: .double(.infinity))
    for property in [name, photo, bell, rate] {
      let model = ManagedObjectModel { EntityDescription("A") { property } }
      let error = ModelText.error(try model.modelFileContents())
      XCTAssertEqual(error?.code, .persistentStoreIncompatibleSchema, property.name)
    }
    let model = ManagedObjectModel { EntityDescription("A") { AttributeDescription("a", .date) } }
    var request = FetchRequestDescription(entityName: "A")
    request.fetchOffset = 1
    try model.setFetchRequestTemplate(request, forName: "R")
    XCTAssertNotNil(ModelText.error(try model.modelFileContents()))
    try model.setFetchRequestTemplate(nil, forName: "R")
    model.versionIdentifiers = ["1", "2"]
    XCTAssertNotNil(ModelText.error(try model.modelFileContents()))
  }
}
