import Foundation
import XCTest

@testable import ObjectModel

/// What the elements of a model file become.
final class ModelFileTests: XCTestCase {
  func testAnEntityHasWhatItsElementSays() throws {
    let model = try ModelText.model(
      """
      <entity name="Person" isAbstract="YES" representedClassName="NSManagedObject" syncable="YES">
        <attribute name="name" attributeType="String"/>
      </entity>
      <entity name="Guide" parentEntity="Person" representedClassName=".Guide"
        elementID="Leader" versionHashModifier="2" codeGenerationType="class">
        <userInfo><entry key="label" value="Größe"/><entry key="empty"/></userInfo>
      </entity>
      <elements><element name="Guide" positionX="-63" positionY="0" width="1" height="2"/></elements>
      """)
    XCTAssertEqual(model.versionIdentifiers, ["7"])
    XCTAssertEqual(model.entities.map(\.name), ["Guide", "Person"])
    let person = try XCTUnwrap(model.entitiesByName["Person"])
    XCTAssertTrue(person.isAbstract)
    XCTAssertEqual(person.managedObjectClassName, "ManagedObject")
    XCTAssertEqual(person.renamingIdentifier, "Person")
    XCTAssertNil(person.versionHashModifier)
    let guide = try XCTUnwrap(model.entitiesByName["Guide"])
    XCTAssertTrue(guide.superentity === person)
    XCTAssertFalse(guide.isAbstract)
    XCTAssertEqual(guide.managedObjectClassName, "Guide")
    XCTAssertEqual(guide.renamingIdentifier, "Leader")
    XCTAssertEqual(guide.versionHashModifier, "2")
    XCTAssertEqual(guide.userInfo, ["label": "Größe", "empty": ""])
    XCTAssertEqual(Set(guide.propertiesByName.keys), ["name"])
    XCTAssertTrue(guide.properties.isEmpty)
    XCTAssertNoThrow(try model.freeze())
  }

  func testAClassLosesItsModule() throws {
    for (text, name) in [
      ("Camp.Camper", "Camper"), (".Camper", "Camper"), ("Camper", "Camper"),
      ("", "ManagedObject"), (".", "ManagedObject"), ("NSManagedObject", "ManagedObject"),
    ] {
      let model = try ModelText.model("<entity name=\"A\" representedClassName=\"\(text)\"/>")
      XCTAssertEqual(model.entities[0].managedObjectClassName, name, text)
    }
  }

  func testAnAttributeHasWhatItsElementSays() throws {
    let plain = try ModelText.attribute("attributeType=\"String\"")
    XCTAssertFalse(plain.isOptional)
    XCTAssertFalse(plain.isTransient)
    XCTAssertFalse(plain.isIndexed)
    XCTAssertEqual(plain.defaultValue, .null)
    XCTAssertEqual(plain.renamingIdentifier, "it")

    let full = try ModelText.attribute(
      """
      optional="YES" transient="YES" indexed="YES" elementID="was" versionHashModifier="3"
      attributeType="Transformable" valueTransformerName="ColorTransformer" customClassName="UIColor"
      allowsExternalBinaryDataStorage="YES" preserveAfterDeletion="YES" usesScalarValueType="NO"
      syncable="YES"
      """)
    XCTAssertTrue(full.isOptional)
    XCTAssertTrue(full.isTransient)
    XCTAssertTrue(full.isIndexed)
    XCTAssertEqual(full.renamingIdentifier, "was")
    XCTAssertEqual(full.versionHashModifier, "3")
    XCTAssertEqual(full.attributeType, .transformable)
    XCTAssertEqual(full.valueTransformerName, "ColorTransformer")
    XCTAssertEqual(full.attributeValueClassName, "UIColor")
    XCTAssertTrue(full.allowsExternalBinaryDataStorage)
    XCTAssertTrue(full.preservesValueInHistoryOnDeletion)
  }

  func testADefaultValueIsOfTheTypeOfItsAttribute() throws {
    let id = "00112233-4455-6677-8899-AABBCCDDEEFF"
    let cases: [(String, String, AttributeValue)] = [
      ("Integer 16", "-32768", .integer(-32_768)), ("Integer 32", "0", .integer(0)),
      ("Integer 32", "NO", .integer(0)), ("Integer 16", "0.0", .integer(0)),
      ("Integer 64", "9223372036854775807", .integer(.max)), ("Double", "0.1", .double(0.1)),
      ("Double", "YES", .double(1)), ("Float", "-2.5e3", .double(-2500)),
      ("Boolean", "YES", .boolean(true)), ("Boolean", "NO", .boolean(false)),
      ("Boolean", "1", .boolean(true)), ("Boolean", "0", .boolean(false)),
      ("String", "  a &amp; b ", .string("  a & b ")), ("String", "", .string("")),
      ("URI", "https://example.org/a", .uri(URL(string: "https://example.org/a")!)),
      ("UUID", id, .uuid(UUID(uuidString: id)!)),
      ("Decimal", "12.30", .decimal(Decimal(1230) / 100)),
    ]
    for (type, text, value) in cases {
      let attribute = try ModelText.attribute(
        "attributeType=\"\(type)\" defaultValueString=\"\(text)\"")
      XCTAssertEqual(attribute.defaultValue, value, "\(type) \(text)")
    }
    let date = try ModelText.attribute("attributeType=\"Date\" defaultDateTimeInterval=\"86400.5\"")
    XCTAssertEqual(date.defaultValue, .date(Date(timeIntervalSinceReferenceDate: 86_400.5)))
  }

  func testADefaultValueThatDoesNotFitIsLeftOutAsInCoreData() throws {
    for (type, text) in [
      ("Integer 16", "32768"), ("Integer 32", "a"), ("Integer 64", "0.5"), ("Double", "0x1F"),
      ("Double", "inf"), ("Float", "nan"), ("Boolean", "maybe"), ("Decimal", "12abc"),
      ("Decimal", ""), ("UUID", "1"), ("Date", "0"), ("Binary", "a"), ("Transformable", "a"),
    ] {
      let attribute = try ModelText.attribute(
        "attributeType=\"\(type)\" defaultValueString=\"\(text)\"")
      XCTAssertEqual(attribute.defaultValue, .null, "\(type) \(text)")
    }
  }

  func testBoundsAreOfTheTypeOfTheirAttribute() throws {
    let cases: [(String, AttributeValue, AttributeValue)] = [
      ("Integer 16", .integer(1), .integer(50)), ("Double", .double(1), .double(50)),
      ("Decimal", .decimal(1), .decimal(50)), ("String", .integer(1), .integer(50)),
    ]
    for (type, minimum, maximum) in cases {
      let attribute = try ModelText.attribute(
        "attributeType=\"\(type)\" minValueString=\"1\" maxValueString=\"50\"")
      XCTAssertEqual(attribute.minimumValue, minimum, type)
      XCTAssertEqual(attribute.maximumValue, maximum, type)
    }
    let date = try ModelText.attribute(
      "attributeType=\"Date\" minDateTimeInterval=\"-1\" maxDateTimeInterval=\"1\"")
    XCTAssertEqual(date.minimumValue, .date(Date(timeIntervalSinceReferenceDate: -1)))
    XCTAssertEqual(date.maximumValue, .date(Date(timeIntervalSinceReferenceDate: 1)))
    let code = try ModelText.attribute(
      "attributeType=\"String\" regularExpressionString=\"[A-Z]&lt;+\"")
    XCTAssertEqual(code.regularExpression, "[A-Z]<+")
    for text in [
      "attributeType=\"Boolean\" minValueString=\"0\"",
      "attributeType=\"Date\" minValueString=\"0\"",
      "attributeType=\"Double\" maxDateTimeInterval=\"0\"",
      "attributeType=\"Integer 16\" regularExpressionString=\".\"",
    ] {
      XCTAssertNotNil(ModelText.error(try ModelText.attribute(text)), text)
    }
  }

  func testAnAttributeWithoutATypeMustBeTransient() throws {
    XCTAssertEqual(try ModelText.attribute("transient=\"YES\"").attributeType, .undefined)
    let error = ModelText.error(try ModelText.attribute("optional=\"YES\""))
    XCTAssertEqual(error?.repair, "give it an attributeType, or make it transient")
  }

  func testARelationshipHasWhatItsElementSays() throws {
    let model = try ModelText.model(
      """
      <entity name="Camper">
        <relationship name="stays" optional="YES" toMany="YES" ordered="YES" minCount="2"
          maxCount="9" deletionRule="Cascade" destinationEntity="Stay" inverseName="camper"
          inverseEntity="Stay" elementID="visits" versionHashModifier="x">
          <userInfo><entry key="a" value="b"/></userInfo>
        </relationship>
        <relationship name="friends" toMany="YES" deletionRule="Deny" destinationEntity="Camper"/>
      </entity>
      <entity name="Stay">
        <relationship name="camper" maxCount="1" deletionRule="Nullify" destinationEntity="Camper"
          inverseName="stays" inverseEntity="Camper"/>
        <relationship name="guide" transient="YES" destinationEntity="Camper"/>
      </entity>
      """)
    let camper = try XCTUnwrap(model.entitiesByName["Camper"])
    let stays = try XCTUnwrap(camper.relationshipsByName["stays"])
    let back = try XCTUnwrap(model.entitiesByName["Stay"]?.relationshipsByName["camper"])
    XCTAssertTrue(stays.isOptional)
    XCTAssertTrue(stays.isOrdered)
    XCTAssertEqual(stays.minCount, 2)
    XCTAssertEqual(stays.maxCount, 9)
    XCTAssertEqual(stays.deleteRule, .cascadeDeleteRule)
    XCTAssertEqual(stays.renamingIdentifier, "visits")
    XCTAssertEqual(stays.versionHashModifier, "x")
    XCTAssertEqual(stays.userInfo, ["a": "b"])
    XCTAssertTrue(stays.inverseRelationship === back)
    XCTAssertTrue(back.inverseRelationship === stays)
    XCTAssertTrue(back.destinationEntity === camper)
    XCTAssertFalse(back.isToMany)
    XCTAssertFalse(back.isOptional)
    XCTAssertEqual(back.deleteRule, .nullifyDeleteRule)
    let friends = try XCTUnwrap(camper.relationshipsByName["friends"])
    XCTAssertTrue(friends.isToMany)
    XCTAssertEqual(friends.maxCount, 0)
    XCTAssertEqual(friends.deleteRule, .denyDeleteRule)
    XCTAssertNil(friends.inverseRelationship)
    let guide = try XCTUnwrap(model.entitiesByName["Stay"]?.relationshipsByName["guide"])
    XCTAssertFalse(guide.isToMany)
    XCTAssertTrue(guide.isTransient)
    XCTAssertEqual(guide.deleteRule, .noActionDeleteRule)
    XCTAssertNoThrow(try model.freeze())
  }

  func testConstraintsAndIndexesKeepTheirOrder() throws {
    let model = try ModelText.model(
      """
      <entity name="Camper">
        <attribute name="name" attributeType="String"/>
        <attribute name="email" attributeType="String"/>
        <fetchIndex name="byName">
          <fetchIndexElement property="name" type="Binary" order="descending"/>
          <fetchIndexElement property="email" type="Binary" order="ascending"/>
        </fetchIndex>
        <compoundIndexes>
          <compoundIndex><index value="email"/><index value="name"/></compoundIndex>
        </compoundIndexes>
        <uniquenessConstraints>
          <uniquenessConstraint><constraint value="name"/><constraint value="email"/>
          </uniquenessConstraint>
          <uniquenessConstraint><constraint value="email"/></uniquenessConstraint>
        </uniquenessConstraints>
      </entity>
      """)
    let camper = model.entities[0]
    XCTAssertEqual(camper.uniquenessConstraints, [["name", "email"], ["email"]])
    XCTAssertEqual(
      camper.indexes,
      [
        .init(name: "byName", elements: [.init("name", isAscending: false), .init("email")]),
        .init(name: "email_name", elements: [.init("email"), .init("name")]),
      ])
    XCTAssertNoThrow(try model.freeze())
  }

  func testAnIndexLeavesOutWhatHasNoColumn() throws {
    let model = try ModelText.model(
      """
      <entity name="Camper">
        <attribute name="name" attributeType="String"/>
        <attribute name="guess" attributeType="String" transient="YES"/>
        <relationship name="friends" toMany="YES" destinationEntity="Camper"/>
        <relationship name="partner" destinationEntity="Camper"/>
        <fetchIndex name="mixed">
          <fetchIndexElement property="friends" order="ascending"/>
          <fetchIndexElement property="partner" order="ascending"/>
          <fetchIndexElement property="guess" order="ascending"/>
          <fetchIndexElement property="name" order="descending"/>
        </fetchIndex>
        <fetchIndex name="empty">
          <fetchIndexElement property="friends" order="ascending"/>
          <fetchIndexElement property="nothing" order="ascending"/>
        </fetchIndex>
      </entity>
      """)
    XCTAssertEqual(
      model.entities[0].indexes,
      [.init(name: "mixed", elements: [.init("partner"), .init("name", isAscending: false)])])
    XCTAssertNoThrow(try model.freeze())
    // An archive, as a store carries it, may have been made from such a file.
    let compiled = try ModelText.model(
      """
      <entity name="Camper">
        <attribute name="name" attributeType="String"/>
        <relationship name="friends" toMany="YES" destinationEntity="Camper"/>
      </entity>
      """)
    compiled.entities[0].indexes = [.init(name: "byFriend", elements: [.init("friends")])]
    let read = try ManagedObjectModel(archivedInStore: compiled.contents.archivedForStore())
    XCTAssertEqual(read.entities[0].indexes, [])
  }

  func testADerivedAttributeHasItsExpression() throws {
    let attribute = try ModelText.attribute(
      "optional=\"YES\" attributeType=\"Date\" derived=\"YES\" derivationExpression=\"now()\"")
    let derived = try XCTUnwrap(attribute as? DerivedAttributeDescription)
    XCTAssertEqual(derived.derivationExpression, try FetchExpression(format: "now()"))
    XCTAssertEqual(derived.attributeType, .date)
    XCTAssertTrue(derived.isOptional)
    for text in [
      "derived=\"YES\"", "derivationExpression=\"now()\"",
      "derived=\"YES\" derivationExpression=\"a ++ b\"",
    ] {
      let error = ModelText.error(try ModelText.attribute("attributeType=\"Date\" \(text)"))
      XCTAssertEqual(error?.key, "it", text)
    }
  }

  func testACompositeAttributeHasItsElements() throws {
    let model = try ModelText.model(
      """
      <entity name="Camper">
        <attribute name="home" optional="YES" attributeType="Composite" composite="Address"/>
        <attribute name="bill" optional="YES" attributeType="Composite" composite="Address"/>
      </entity>
      <composite name="Address">
        <attribute name="city" optional="YES" attributeType="String"/>
        <attribute name="at" attributeType="Composite" composite="Place"/>
      </composite>
      <composite name="Place"><attribute name="latitude" attributeType="Double"/></composite>
      """)
    let camper = model.entities[0]
    let home = try XCTUnwrap(camper.attributesByName["home"] as? CompositeAttributeDescription)
    let bill = try XCTUnwrap(camper.attributesByName["bill"] as? CompositeAttributeDescription)
    XCTAssertEqual(home.elements.map(\.name), ["city", "at"])
    XCTAssertEqual(home.elements[0].attributeType, .string)
    XCTAssertFalse(home.elements[0] === bill.elements[0])
    let place = try XCTUnwrap(home.elements[1] as? CompositeAttributeDescription)
    XCTAssertEqual(place.elements.map(\.attributeType), [.double])
    XCTAssertNoThrow(try model.freeze())
  }

  func testACompositeThatIsUnknownOrPartOfItselfIsRefused() {
    let unknown = ModelText.error(
      try ModelText.attribute("attributeType=\"Composite\" composite=\"Address\""))
    XCTAssertEqual(unknown?.key, "it")
    let endless = ModelText.error(
      try ModelText.model(
        """
        <entity name="A"><attribute name="a" attributeType="Composite" composite="C"/></entity>
        <composite name="C"><attribute name="c" attributeType="Composite" composite="C"/></composite>
        """))
    XCTAssertEqual(endless?.code, .persistentStoreIncompatibleSchema)
  }

  func testAFetchedPropertyHasItsRequest() throws {
    let model = try ModelText.model(
      """
      <entity name="Camper">
        <attribute name="age" attributeType="Integer 16"/>
        <fetchedProperty name="elders" optional="YES">
          <fetchRequest name="fetchedPropertyFetchRequest" entity="Camper"
            predicateString="age &gt; $FETCH_SOURCE.age" fetchLimit="5"/>
          <userInfo><entry key="a" value="b"/></userInfo>
        </fetchedProperty>
      </entity>
      """)
    let property = try XCTUnwrap(
      model.entities[0].propertiesByName["elders"] as? FetchedPropertyDescription)
    XCTAssertEqual(property.fetchRequest?.entityName, "Camper")
    XCTAssertEqual(
      property.fetchRequest?.predicate, try FetchPredicate(format: "age > $FETCH_SOURCE.age"))
    XCTAssertEqual(property.fetchRequest?.fetchLimit, 5)
    XCTAssertEqual(property.userInfo, ["a": "b"])
    XCTAssertNoThrow(try model.freeze())
  }

  func testAConfigurationHasItsMembers() throws {
    let model = try ModelText.model(
      """
      <entity name="A"/><entity name="B"/><entity name="C"/>
      <configuration name="Cloud" usedWithCloudKit="YES">
        <memberEntity name="C"/><memberEntity name="A"/>
      </configuration>
      <configuration name="Empty"/>
      """)
    XCTAssertEqual(model.configurations, ["Cloud", "Empty"])
    XCTAssertEqual(model.entities(forConfigurationName: "Cloud")?.map(\.name), ["A", "C"])
    XCTAssertEqual(model.entities(forConfigurationName: "Empty")?.count, 0)
    XCTAssertEqual(model.entities(forConfigurationName: nil)?.count, 3)
    XCTAssertNoThrow(try model.freeze())
    let error = ModelText.error(
      try ModelText.model(
        "<configuration name=\"X\">\n<memberEntity name=\"B\"/></configuration>"))
    XCTAssertEqual(error?.details[.line], 4)
  }
}
