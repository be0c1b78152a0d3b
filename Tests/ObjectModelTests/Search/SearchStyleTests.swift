import Foundation
import ObjectModel
import XCTest

/// How a model says what is searched.
final class SearchStyleTests: XCTestCase {
  func testAStyleIsKeptInUserInfo() async throws {
    let attribute = AttributeDescription("phone", .string, searchedBy: .digits)
    XCTAssertEqual(attribute.userInfo, ["ObjectGraphSearch": "digits"])
    attribute.searchStyle = .prefixed("R-")
    XCTAssertEqual(attribute.userInfo, ["ObjectGraphSearch": "prefixed:R-"])
    XCTAssertEqual(attribute.searchStyle, .prefixed("R-"))
    attribute.searchStyle = nil
    XCTAssertEqual(attribute.userInfo, [:])
    let marked = AttributeDescription(
      "name", .string, userInfo: ["ObjectGraphSearch": "words"])
    XCTAssertEqual(marked.searchStyle, .words)
  }

  func testWhatIsSearchedDoesNotChangeTheVersionOfAnEntity() async throws {
    func hash(_ style: SearchStyle?, _ paths: [String]) -> Data? {
      let entity = EntityDescription("Camper", searchKeyPaths: paths) {
        AttributeDescription("name", .string, searchedBy: style)
      }
      return ManagedObjectModel { entity }.entityVersionHashesByName["Camper"]
    }
    XCTAssertNotNil(hash(nil, []))
    XCTAssertEqual(hash(.words, ["name"]), hash(nil, []))
  }

  func testFieldsAreThoseOfTheHierarchyAndOfKeyPaths() async throws {
    let cat = EntityDescription("Cat") { AttributeDescription("purr", .string, searchedBy: .words) }
    let pet = EntityDescription("Pet", subentities: [cat], searchKeyPaths: ["owner.name"]) {
      AttributeDescription("name", .string, searchedBy: .words)
      AttributeDescription("number", .integer16, searchedBy: .words)
      AttributeDescription("color", .string)
      RelationshipDescription("owner", toOne: "Owner", inverse: "pets")
    }
    let owner = EntityDescription("Owner") {
      AttributeDescription("name", .string)
      RelationshipDescription("pets", toMany: "Pet", inverse: "owner")
    }
    let model = ManagedObjectModel {
      pet
      owner
    }
    try withExtendedLifetime(model) {
      XCTAssertEqual(
        try pet.searchFields().map(\.keyPath), ["name", "number", "purr", "owner.name"])
      XCTAssertEqual(
        try cat.searchFields().map(\.keyPath), ["name", "number", "purr", "owner.name"])
      XCTAssertEqual(try owner.searchFields().map(\.keyPath), [])
    }
  }

  func testWhatCannotBeSearchedIsRefused() async throws {
    let date = EntityDescription("A") { AttributeDescription("day", .date, searchedBy: .words) }
    XCTAssertThrowsError(try date.searchFields()) { error in
      XCTAssertEqual((error as? ObjectGraphError)?.key, "day")
    }
    let path = EntityDescription("B", searchKeyPaths: ["owner.name"]) {
      AttributeDescription("name", .string)
    }
    XCTAssertThrowsError(try path.searchFields())
  }
}
