import Foundation
import XCTest

@testable import ObjectModel

/// A model changes until it is taken into use, and never afterwards.
final class ModelFreezingTests: XCTestCase {
  private func zoo() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("keeper") { AttributeDescription("name", .string) }
      EntityDescription(
        "Animal",
        subentities: [
          EntityDescription("Wolf") {},
          EntityDescription("bear", subentities: [EntityDescription("Panda") {}]) {},
        ]
      ) {
        RelationshipDescription("mate", toOne: "Animal", inverse: "mate")
      }
    }
  }

  func testEntitiesAreNumberedByHierarchyWithoutRegardToCase() throws {
    let model = zoo()
    XCTAssertEqual(model.entities.map(\.number), [0, 0, 0, 0, 0])
    try model.freeze()
    let ranges = model.entitiesByName.mapValues { [$0.number, $0.lastNumber] }
    XCTAssertEqual(
      ranges,
      ["Animal": [1, 4], "bear": [2, 3], "Panda": [3, 3], "Wolf": [4, 4], "keeper": [5, 5]])
  }

  func testNothingOfAModelInUseChanges() throws {
    let model = zoo()
    try model.freeze()
    let keeper = try XCTUnwrap(model.entitiesByName["keeper"])
    let name = try XCTUnwrap(keeper.attributesByName["name"])
    let mate = try XCTUnwrap(model.entitiesByName["Animal"]?.relationshipsByName["mate"])
    name.name = "title"
    name.isOptional = false
    name.attributeType = .integer64
    name.defaultValue = .integer(1)
    name.setValidationPredicates([FetchPredicate(lenientFormat: "length > 1")])
    mate.deleteRule = .cascadeDeleteRule
    mate.destinationEntity = keeper
    mate.inverseRelationship = nil
    keeper.name = "Guard"
    keeper.properties = []
    keeper.subentities = [EntityDescription(name: "Cook")]
    model.entities = []
    model.versionIdentifiers = ["2"]
    model.setEntities([keeper], forConfigurationName: "Staff")
    XCTAssertEqual(name.name, "name")
    XCTAssertTrue(name.isOptional)
    XCTAssertEqual(name.attributeType, .string)
    XCTAssertEqual(name.defaultValue, .null)
    XCTAssertTrue(name.validationPredicates.isEmpty)
    XCTAssertEqual(mate.deleteRule, .nullifyDeleteRule)
    XCTAssertEqual(mate.destinationEntity?.name, "Animal")
    XCTAssertTrue(mate.inverseRelationship === mate)
    XCTAssertEqual(keeper.name, "keeper")
    XCTAssertEqual(keeper.properties.map(\.name), ["name"])
    XCTAssertEqual(keeper.subentities.count, 0)
    XCTAssertEqual(model.entities.count, 5)
    XCTAssertEqual(model.versionIdentifiers, [])
    XCTAssertEqual(model.configurations, [])
  }

  func testAnEntityOfAModelInUseIsRefusedByAnotherModel() throws {
    let model = zoo()
    try model.freeze()
    let other = ManagedObjectModel(entities: model.entities)
    XCTAssertThrowsError(try other.freeze()) { error in
      let error = error as? ObjectGraphError
      XCTAssertEqual(error?.code, .persistentStoreIncompatibleSchema)
      XCTAssertEqual(error?.entityName, "Animal")
    }
    XCTAssertNoThrow(try model.copy().freeze())
    XCTAssertTrue(model.entitiesByName["Animal"]?.managedObjectModel === model)
  }

  func testARelationshipMayBeItsOwnInverse() {
    let friends = RelationshipDescription("friends", toMany: "Person", inverse: nil)
    friends.inverseRelationship = friends
    XCTAssertEqual(friends.inverseName, "friends")
    XCTAssertTrue(friends.inverseRelationship === friends)
  }

  func testThreadsReadWhatAnotherFreezes() {
    let state = Freezable([0])
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for step in 1...2000 {
        if thread == 0, step == 1000 {
          state.freeze { $0 = [-1] }
        } else {
          _ = state.change { $0 = Array(repeating: step, count: 4) }
        }
        let values = state.read { $0 }
        XCTAssertEqual(Set(values).count, 1)
      }
    }
    XCTAssertFalse(state.change { $0 = [] })
    state.freeze { $0 = [] }
    XCTAssertEqual(state.read { $0 }, [-1])
  }
}
