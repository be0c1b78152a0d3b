import Foundation
import ObjectGraph
import XCTest

/// Several properties by name, typed values by name, entities by name and class.
@MainActor
final class ValuesByNameTests: XCTestCase {
  func testSeveralValuesGoInAndOutAtOnce() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let owner = Owner(context: context)
      let pet = Pet(context: context)
      pet.weight = 2.5
      try pet.setValuesForKeys(["name": "Rex", "owner": owner, "weight": nil])
      XCTAssertEqual(owner.pets, [pet])
      XCTAssertNil(pet.weight)
      let values = try pet.dictionaryWithValues(forKeys: ["name", "owner", "weight"])
      XCTAssertEqual(values.keys.sorted(), ["name", "owner", "weight"])
      XCTAssertEqual(values["name"] as? String, "Rex")
      XCTAssertEqual(values["owner"] as? Owner, owner)
      XCTAssertEqual(values["weight"].map { $0 == nil }, true)
      XCTAssertThrowsError(try pet.dictionaryWithValues(forKeys: ["nmae"]))
      XCTAssertThrowsError(try pet.setValuesForKeys(["weight": "heavy"]))
    }
  }

  func testAValueIsSetAtTheEndOfAPath() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let pet = Pet(context: context)
      try pet.setValue("Ann", forKeyPath: "owner.name")
      XCTAssertNil(pet.owner)
      let owner = Owner(context: context)
      pet.owner = owner
      try pet.setValue("Ann", forKeyPath: "owner.name")
      XCTAssertEqual(owner.name, "Ann")
      try pet.setValue("Rex", forKeyPath: "name")
      XCTAssertEqual(pet.name, "Rex")
      for path in ["friends.name", "name.length", "owner.nmae"] {
        XCTAssertThrowsError(try pet.setValue("x", forKeyPath: path), path) {
          XCTAssertEqual(($0 as? ObjectGraphError)?.code, .invalidArgument, path)
        }
      }
    }
  }

  func testAnEntityIsFoundByNameAndByClass() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let owner = EntityDescription.entity(forEntityName: "Owner", in: context)
      XCTAssertTrue(owner === container.managedObjectModel.entitiesByName["Owner"])
      XCTAssertNil(EntityDescription.entity(forEntityName: "Onwer", in: context))
      XCTAssertTrue(Owner.entity(in: context) === owner)
      XCTAssertEqual(Dog.entity(in: context)?.name, "Dog")
      XCTAssertNil(ManagedObject.entity(in: context))
    }
  }

  func testAnObjectOfAnUncheckedEntityLeavesOutADefaultThatDoesNotFit() async throws {
    let entity = EntityDescription("Loose") {
      AttributeDescription("text", .string, default: .double(1e300))
      AttributeDescription("size", .double, default: "large")
      AttributeDescription("count", .integer16, default: 3)
    }
    let object = ManagedObject(entity: entity, insertInto: nil)
    XCTAssertNil(try object.primitiveValue(forKey: "text"))
    XCTAssertNil(try object.primitiveValue(forKey: "size"))
    XCTAssertEqual(try object.primitiveValue(forKey: "count") as? Int64, 3)
  }
}
