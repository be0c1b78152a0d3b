import Foundation
import ObjectModel
import XCTest

/// Models that are written in code.
final class ModelBuilderTests: XCTestCase {
  private func names(_ entity: EntityDescription) -> [String] { entity.properties.map(\.name) }

  private func entity(
    isLarge: Bool, languages: [String], kind: Int
  ) -> EntityDescription {
    let dates = ["created", "changed"].map { AttributeDescription($0, .date) }
    return EntityDescription("Notice") {
      AttributeDescription("title", .string)
      if isLarge { AttributeDescription("body", .string) }
      for language in languages {
        AttributeDescription("text_\(language)", .string)
      }
      switch kind {
      case 0: AttributeDescription("zero", .boolean)
      case 1: AttributeDescription("one", .boolean)
      default:
        AttributeDescription("many", .boolean)
        RelationshipDescription("notices", toMany: "Notice", inverse: nil)
      }
      dates
    }
  }

  func testAnEntityIsListedWithConditionsLoopsAndArrays() {
    XCTAssertEqual(
      names(entity(isLarge: true, languages: ["en", "de"], kind: 1)),
      ["title", "body", "text_en", "text_de", "one", "created", "changed"])
    XCTAssertEqual(
      names(entity(isLarge: false, languages: [], kind: 2)),
      ["title", "many", "notices", "created", "changed"])
    XCTAssertEqual(names(EntityDescription("Empty") {}), [])
  }

  func testAModelAndACompositeAreListedInTheSameWay() {
    func model(isAudited: Bool) -> ManagedObjectModel {
      ManagedObjectModel {
        for number in 1...2 { EntityDescription("Kind\(number)") {} }
        if isAudited {
          EntityDescription("Audit") {}
        } else {
          [EntityDescription("Free") {}, EntityDescription("Wild") {}]
        }
      }
    }
    XCTAssertEqual(model(isAudited: true).entities.map(\.name), ["Audit", "Kind1", "Kind2"])
    XCTAssertEqual(
      model(isAudited: false).entities.map(\.name), ["Free", "Kind1", "Kind2", "Wild"])
    let place = CompositeAttributeDescription("place") {
      for axis in ["x", "y"] { AttributeDescription(axis, .double) }
      if names(entity(isLarge: true, languages: [], kind: 0)).contains("body") {
        AttributeDescription("label", .string)
      }
    }
    XCTAssertEqual(place.elements.map(\.name), ["x", "y", "label"])
  }

  func testAnAttributeHasAllItsRulesInOneLine() throws {
    let code = AttributeDescription(
      "code", .string, isOptional: false, default: "AB1", minimum: 3, maximum: 9,
      matching: "[A-Z]+[0-9]+",
      where: ["SELF != 'XX0'": "1670", "length != 4": "has four letters"],
      isIndexed: true, renamingIdentifier: "key", userInfo: ["label": "Code"])
    XCTAssertEqual(code.defaultValue, .string("AB1"))
    XCTAssertEqual(code.minimumValue, .integer(3))
    XCTAssertEqual(code.maximumValue, .integer(9))
    XCTAssertEqual(code.regularExpression, "[A-Z]+[0-9]+")
    XCTAssertEqual(code.validationPredicates.count, 2)
    XCTAssertEqual(code.validationWarnings, ["1670", "has four letters"])
    XCTAssertTrue(code.isIndexed)
    XCTAssertFalse(code.isOptional)
    XCTAssertEqual(code.renamingIdentifier, "key")
    XCTAssertEqual(code.userInfo, ["label": "Code"])

    let photo = AttributeDescription(
      "photo", .binaryData, allowsExternalBinaryDataStorage: true)
    XCTAssertTrue(photo.allowsExternalBinaryDataStorage)
    XCTAssertEqual(photo.renamingIdentifier, "photo")
    let tags = AttributeDescription("tags", .transformable, transformer: "Tags")
    XCTAssertEqual(tags.valueTransformerName, "Tags")
    let cached = AttributeDescription("cached", .string, isTransient: true)
    XCTAssertTrue(cached.isTransient)

    let number = AttributeDescription("number", .integer64, isSequence: true)
    let night = AttributeDescription("night", .integer32, isDayNumber: true, userInfo: ["a": "b"])
    XCTAssertTrue(number.isSequence)
    XCTAssertTrue(night.isDayNumber)
    XCTAssertEqual(night.userInfo["a"], "b")
  }

  func testRelationshipsAndEntitiesHaveTheirBoundsAndNames() {
    let players = RelationshipDescription(
      "players", toMany: "Player", inverse: "team", isOptional: false, minCount: 3, maxCount: 4,
      renamingIdentifier: "members", userInfo: ["a": "b"])
    XCTAssertFalse(players.isOptional)
    XCTAssertEqual([players.minCount, players.maxCount], [3, 4])
    XCTAssertTrue(players.isToMany)
    XCTAssertEqual(players.renamingIdentifier, "members")
    let team = RelationshipDescription(
      "team", toOne: "Team", inverse: "players", renamingIdentifier: "club", userInfo: ["c": "d"])
    XCTAssertEqual(team.renamingIdentifier, "club")
    XCTAssertEqual(team.userInfo, ["c": "d"])
    let entity = EntityDescription("Team", renamingIdentifier: "Club", userInfo: ["e": "f"]) {
      players
    }
    XCTAssertEqual(entity.renamingIdentifier, "Club")
    XCTAssertEqual(entity.userInfo, ["e": "f"])
    XCTAssertTrue(players.entity === entity)
  }

  func testLiteralsAreTakenInTheAttributesType() {
    func value(_ type: AttributeType, _ value: AttributeValue) -> AttributeValue {
      AttributeDescription("a", type, default: value).defaultValue
    }
    XCTAssertEqual(value(.double, 1), .double(1))
    XCTAssertEqual(value(.float, 0.1), .double(Double(Float(0.1))))
    XCTAssertEqual(value(.decimal, 0.1), .decimal(Decimal(string: "0.1") ?? 0))
    XCTAssertEqual(value(.decimal, 7), .decimal(7))
    XCTAssertEqual(value(.boolean, true), .boolean(true))
    XCTAssertEqual(value(.string, "x"), .string("x"))
    XCTAssertEqual(value(.integer16, -3), .integer(-3))
    XCTAssertEqual(
      AttributeDescription("a", .decimal, minimum: 0.5).minimumValue,
      .decimal(Decimal(string: "0.5") ?? 0))
  }

  private func problem(_ attribute: AttributeDescription) -> ObjectGraphError? {
    let model = ManagedObjectModel { EntityDescription("Thing") { attribute } }
    do {
      try model.freeze()
      return nil
    } catch {
      return error as? ObjectGraphError
    }
  }

  func testADefaultThatDoesNotFitItsTypeIsRefusedWithTheModel() {
    let unfit: [(AttributeType, AttributeValue)] = [
      (.integer16, 70_000), (.integer32, 1.5), (.integer64, "7"), (.string, 7), (.double, "1"),
      (.boolean, 2), (.date, 0), (.binaryData, "x"), (.uuid, "no"), (.decimal, .date(.distantPast)),
    ]
    for (type, value) in unfit {
      let error = problem(AttributeDescription("size", type, default: value))
      XCTAssertEqual(error?.code, .persistentStoreIncompatibleSchema, "\(type)")
      XCTAssertEqual(error?.key, "size", "\(type)")
      XCTAssertTrue(error?.message.contains("default") == true, "\(error as Any)")
    }
    XCTAssertNil(problem(AttributeDescription("size", .integer16, default: 32_767)))
    XCTAssertNil(problem(AttributeDescription("size", .transformable, default: .data(Data([1])))))
  }

  func testABoundThatDoesNotFitItsTypeIsRefusedWithTheModel() {
    let unfit = [
      AttributeDescription("size", .string, minimum: "a"),
      AttributeDescription("size", .integer16, maximum: "9"),
      AttributeDescription("size", .date, minimum: 0),
      AttributeDescription("size", .uuid, maximum: 9),
    ]
    for attribute in unfit {
      XCTAssertEqual(problem(attribute)?.key, "size", "\(attribute.attributeType)")
    }
    XCTAssertNil(problem(AttributeDescription("size", .integer16, maximum: 9.5)))
    XCTAssertNil(problem(AttributeDescription("size", .date, minimum: .date(.distantPast))))
  }

  func testARuleThatIsNoPredicateIsRefusedWithTheModel() {
    XCTAssertEqual(
      problem(AttributeDescription("size", .integer16, where: ["SELF >": "small"]))?.key, "size")
  }
}
