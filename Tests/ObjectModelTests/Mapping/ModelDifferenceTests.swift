import XCTest

@testable import ObjectModel

/// What two versions of a model have in common.
final class ModelDifferenceTests: XCTestCase {
  private func zoo(dogsAreAnimals: Bool) -> ManagedObjectModel {
    let dog = EntityDescription("Dog") { AttributeDescription("name", .string) }
    let cat = EntityDescription("Cat") { AttributeDescription("lives", .integer16) }
    let animal = EntityDescription(
      "Animal", isAbstract: true, subentities: dogsAreAnimals ? [cat, dog] : [cat]
    ) { RelationshipDescription("zoo", toOne: "Zoo", inverse: "star") }
    return ManagedObjectModel(
      entities: [
        EntityDescription("Zoo") {
          RelationshipDescription("star", toOne: "Animal", inverse: "zoo")
        },
        EntityDescription("Keeper") { AttributeDescription("name", .string) },
        animal, cat, dog,
      ])
  }

  func testARelationshipLeavesTheConcreteEntitiesThatItNoLongerLeadsTo() throws {
    let (old, new) = (zoo(dogsAreAnimals: true), zoo(dogsAreAnimals: false))
    func star(_ model: ManagedObjectModel) throws -> RelationshipDescription {
      try XCTUnwrap(model.entitiesByName["Zoo"]?.relationshipsByName["star"])
    }
    let difference = ModelDifference(from: old, to: new)
    XCTAssertEqual(
      difference.entities(leftBy: try star(old), as: try star(new)).map(\.name), ["Dog"])
    let copy = zoo(dogsAreAnimals: true)
    let same = ModelDifference(from: old, to: copy)
    XCTAssertEqual(same.entities(leftBy: try star(old), as: try star(copy)).map(\.name), [])
  }
}
