import Foundation
import ObjectGraph
import XCTest

/// How long models, entities and IDs keep each other.
@MainActor
final class ModelLifetimeTests: XCTestCase {
  private struct Kept {
    weak var model: ManagedObjectModel?
    weak var destination: EntityDescription?
    let id: ManagedObjectID
    let temporaryID: ManagedObjectID
  }

  func testAModelIsFreedWithItsContainerThoughIDsOfItsObjectsAreKept() async throws {
    var kept: [Kept] = []
    try await eachStore { container in
      let owner = Owner(context: container.viewContext)
      owner.name = "Ann"
      let dog = Dog(context: container.viewContext)
      dog.owner = owner
      let temporaryID = dog.objectID
      try container.viewContext.save()
      kept.append(
        Kept(
          model: container.managedObjectModel, destination: owner.entity, id: dog.objectID,
          temporaryID: temporaryID))
      XCTAssertNotNil(kept.last?.model)
      XCTAssertNotNil(kept.last?.destination)
      XCTAssertNotNil(dog.objectID.entity.superentity)
    }
    XCTAssertFalse(kept.isEmpty)
    for each in kept {
      XCTAssertNil(each.model)
      XCTAssertNil(each.destination)
    }
  }

  func testAnEntityWhoseModelIsGoneHasItsNameAndPropertiesAndNothingThatNobodyKeeps() async throws {
    var ids: [ManagedObjectID] = []
    try await eachStore { container in
      let dog = Dog(context: container.viewContext)
      ids.append(dog.objectID)
      try container.viewContext.save()
      ids.append(dog.objectID)
    }
    XCTAssertFalse(ids.isEmpty)
    for id in ids {
      let entity = id.entity
      XCTAssertEqual(entity.name, "Dog")
      XCTAssertTrue(entity.properties.contains { $0.name == "tricks" })
      XCTAssertTrue(entity.properties.allSatisfy { $0.entity === entity })
      XCTAssertNil(entity.managedObjectModel)
      XCTAssertNil(entity.superentity)
      XCTAssertTrue(entity.isKindOf(entity: entity))
      let owner = try XCTUnwrap(entity.relationshipsByName["owner"])
      XCTAssertNil(owner.destinationEntity)
      XCTAssertNil(owner.inverseRelationship)
      XCTAssertEqual(id, id)
      XCTAssertEqual(id.uriRepresentation().path.hasPrefix("/Dog/"), true)
    }
    XCTAssertEqual(Set(ids).count, ids.count)
  }

  func testIDsOfARowAreEqualHoweverTheyWereMade() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let coordinator = container.persistentStoreCoordinator
      let owner = Owner(context: context)
      owner.name = "Ann"
      let dog = Dog(context: context)
      dog.owner = owner
      try context.save()
      let uri = owner.objectID.uriRepresentation()
      let byKey = FetchRequest<ManagedObjectID>(entityName: "Owner")
      let asValue = FetchRequest<[String: any Sendable]>(entityName: "Dog")
      asValue.propertiesToFetch = ["owner"]
      let other = ManagedObjectContext(mainQueueFor: coordinator)
      let found = try other.existingObject(with: dog.objectID) as? Dog
      let ids = [
        owner.objectID, try XCTUnwrap(coordinator.managedObjectID(forURIRepresentation: uri)),
        try XCTUnwrap(context.fetch(byKey).first),
        try XCTUnwrap(context.fetch(asValue).first?["owner"] as? ManagedObjectID),
        try XCTUnwrap(found?.owner?.objectID),
      ]
      XCTAssertEqual(Set(ids).count, 1)
      for id in ids { XCTAssertTrue(id.entity === owner.entity) }
      // Of an object all entities of its hierarchy give the same ID.
      let asPet = try XCTUnwrap(
        URL(
          string: dog.objectID.uriRepresentation().absoluteString
            .replacingOccurrences(of: "/Dog/", with: "/Pet/")))
      XCTAssertEqual(coordinator.managedObjectID(forURIRepresentation: asPet), dog.objectID)
      XCTAssertNotEqual(owner.objectID, dog.objectID)
    }
  }

  func testEntitiesThatNobodyKeepsAreFreedWithoutAModel() async throws {
    weak var above: EntityDescription?
    weak var below: EntityDescription?
    weak var property: PropertyDescription?
    do {
      let entities = [EntityDescription(name: "Above"), EntityDescription(name: "Below")]
      entities[0].subentities = [entities[1]]
      entities[1].properties = [
        RelationshipDescription(
          name: "other", destination: "Above", inverse: nil, maxCount: 1)
      ]
      (above, below, property) = (entities[0], entities[1], entities[1].properties.first)
      let id = ManagedObject(entity: entities[1], insertInto: nil).objectID
      XCTAssertTrue(id.entity === entities[1])
      XCTAssertTrue(entities[1].superentity === entities[0])
    }
    XCTAssertNil(above)
    XCTAssertNil(below)
    XCTAssertNil(property)
  }
}
