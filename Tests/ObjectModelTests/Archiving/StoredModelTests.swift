import Foundation
import XCTest

@testable import ObjectModel

/// Reads the models that Core Data left in real stores, and compares them with their model files.
final class StoredModelTests: XCTestCase {
  /// - Parameter isRenamed: whether the program that wrote the store had given its version another
  ///   name than the model file has.
  private func check(_ store: String, against modelFile: String, isRenamed: Bool = false) throws {
    let fixtures = try Fixtures.folder()
    let model = try Fixtures.model(inStore: store)
    let file = try XCTUnwrap(
      ModelFile(contentsOf: fixtures.appendingPathComponent("models/\(modelFile).xcdatamodel")))
    XCTAssertEqual(model.versionIdentifiers, isRenamed ? [""] : [file.version ?? ""])
    XCTAssertEqual(Set(model.entitiesByName.keys), Set(file.entities.keys))
    for (name, expected) in file.entities {
      try check(XCTUnwrap(model.entitiesByName[name]), expected)
    }

    let again = try ManagedObjectModel(archivedInStore: model.contents.archivedForStore())
    for (found, expected) in zip(again.summary, model.summary) { XCTAssertEqual(found, expected) }
    XCTAssertEqual(again.entityVersionHashesByName, model.entityVersionHashesByName)
    XCTAssertNoThrow(try model.freeze())
  }

  private func check(_ entity: EntityDescription, _ expected: ModelFile.Entity) {
    let name = entity.name ?? ""
    XCTAssertEqual(entity.superentity?.name, expected.element["parentEntity"], name)
    // A program that migrates a store in place leaves no classes in it.
    if entity.managedObjectClassName != "ManagedObject",
      let className = expected.element["representedClassName"]
    {
      XCTAssertEqual(entity.managedObjectClassName, className, name)
    }
    XCTAssertEqual(entity.isAbstract, expected.element.isSet("isAbstract"), name)
    XCTAssertEqual(entity.versionHashModifier, expected.element["versionHashModifier"], name)
    XCTAssertEqual(entity.renamingIdentifier, expected.element["elementID"] ?? name, name)
    XCTAssertEqual(entity.uniquenessConstraints, expected.constraints, name)
    XCTAssertEqual(entity.userInfo, expected.userInfo, name)
    XCTAssertEqual(
      Set(entity.properties.map(\.name)),
      Set(expected.attributes.keys).union(expected.relationships.keys), name)

    let fetchIndexes = expected.fetchIndexes.map { index in
      FetchIndexDescription(
        name: index.name,
        elements: index.elements.map {
          .init($0["property"] ?? "", isAscending: $0["order"] == "ascending")
        })
    }
    let compoundIndexes = expected.compoundIndexes.map { names in
      FetchIndexDescription(
        name: names.joined(separator: "_"), elements: names.map { .init($0) })
    }
    // An ascending index of one element makes its attribute an indexed one.
    let single = fetchIndexes.filter { $0.elements.count == 1 && $0.elements[0].isAscending }
    let indexed = Set(single.map { $0.elements[0].propertyName })
    XCTAssertEqual(
      Set(entity.indexes),
      Set((fetchIndexes + compoundIndexes).filter { !indexed.contains($0.name) }),
      name)

    for case let attribute as AttributeDescription in entity.properties {
      guard let element = expected.attributes[attribute.name] else { continue }
      check(attribute, element)
      XCTAssertEqual(
        attribute.isIndexed, element.isSet("indexed") || indexed.contains(attribute.name),
        attribute.name)
    }
    for case let relationship as RelationshipDescription in entity.properties {
      guard let element = expected.relationships[relationship.name] else { continue }
      check(relationship, element)
    }
  }

  private func check(_ property: PropertyDescription, common element: ModelFile.Element) {
    let path = "\(property.entity?.name ?? "").\(property.name)"
    XCTAssertEqual(property.isOptional, element.isSet("optional"), path)
    XCTAssertEqual(property.isTransient, element.isSet("transient"), path)
    XCTAssertEqual(property.versionHashModifier, element["versionHashModifier"], path)
    XCTAssertEqual(property.renamingIdentifier, element["elementID"] ?? property.name, path)
  }

  private func check(_ attribute: AttributeDescription, _ element: ModelFile.Element) {
    check(attribute, common: element)
    let path = "\(attribute.entity?.name ?? "").\(attribute.name)"
    XCTAssertEqual(
      attribute.attributeType, Self.types[element["attributeType"] ?? "Undefined"], path)
    XCTAssertEqual(attribute.valueTransformerName, element["valueTransformerName"], path)
    XCTAssertEqual(
      attribute.allowsExternalBinaryDataStorage, element.isSet("allowsExternalBinaryDataStorage"),
      path)
    XCTAssertEqual(
      attribute.preservesValueInHistoryOnDeletion, element.isSet("preserveAfterDeletion"), path)
    guard let text = element["defaultValueString"] else { return }
    let expected: AttributeValue =
      switch attribute.attributeType {
      case .boolean: .boolean(text == "YES")
      case .integer16, .integer32, .integer64: .integer(Int64(text) ?? (text == "YES" ? 1 : 0))
      case .double, .float: .double(Double(text) ?? -1)
      default: .string(text)
      }
    XCTAssertEqual(attribute.defaultValue, expected, path)
  }

  private func check(_ relationship: RelationshipDescription, _ element: ModelFile.Element) {
    check(relationship, common: element)
    let path = "\(relationship.entity?.name ?? "").\(relationship.name)"
    XCTAssertEqual(relationship.destinationEntity?.name, element["destinationEntity"], path)
    XCTAssertEqual(relationship.inverseRelationship?.name, element["inverseName"], path)
    XCTAssertEqual(relationship.isToMany, element.isSet("toMany"), path)
    XCTAssertEqual(relationship.maxCount, Int(element["maxCount"] ?? "0"), path)
    XCTAssertEqual(relationship.minCount, Int(element["minCount"] ?? "0"), path)
    XCTAssertEqual(relationship.isOrdered, element.isSet("ordered"), path)
    XCTAssertEqual(
      relationship.deleteRule, Self.deleteRules[element["deletionRule"] ?? "No Action"], path)
  }

  private static let types: [String: AttributeType] = [
    "Integer 16": .integer16, "Integer 32": .integer32, "Integer 64": .integer64,
    "Decimal": .decimal, "Double": .double, "Float": .float, "String": .string,
    "Boolean": .boolean, "Date": .date, "Binary": .binaryData, "UUID": .uuid, "URI": .uri,
    "Transformable": .transformable, "Undefined": .undefined,
  ]

  private static let deleteRules: [String: DeleteRule] = [
    "No Action": .noActionDeleteRule, "Nullify": .nullifyDeleteRule,
    "Cascade": .cascadeDeleteRule, "Deny": .denyDeleteRule,
  ]

  func testMoody() throws {
    try check("Moody/Moody1", against: "Moody.xcdatamodeld/Moody", isRenamed: true)
    try check("Moody/Moody3", against: "Moody.xcdatamodeld/Moody 3")
  }

  func testSampleModel() throws {
    try check("SampleModel/SampleModel_V1", against: "SampleModel.xcdatamodeld/SampleModel")
  }

  func testBookmarks() throws {
    try check("Bookmarks/Bookmarks_V1", against: "BookmarksModel.xcdatamodeld/BookmarksModel")
    try check("Bookmarks/Bookmarks_V2", against: "BookmarksModel.xcdatamodeld/BookmarksModel 2")
  }

  func testMigrationExample() throws {
    let models = "wibosco/CoreDataMigration_Example.xcdatamodeld/CoreDataMigration_Example"
    try check("wibosco/CoreDataMigration_Example_1", against: models)
    try check("wibosco/CoreDataMigration_Example_2", against: models + " 2")
    try check("wibosco/CoreDataMigration_Example_3", against: models + " 3")
  }

  func testManyToMany() throws {
    try check("bnr/TestModel", against: "Sample.xcdatamodeld/TestModel")
  }

  func testMessaging() throws {
    try check("Messaging/store2-24-1", against: "Messaging.xcdatamodeld/zmessaging2.24.1")
    try check("Messaging/store2-60-0", against: "Messaging.xcdatamodeld/zmessaging2.60.0")
  }
}
