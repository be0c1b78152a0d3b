import Foundation
import ObjectModel
import ObjectStore
import XCTest

/// What a store checks of the references in a change set, whatever the context believed.
final class StoreIntegrityTests: StoreTestCase {
  /// Dogs are pets; a collar belongs to a dog, a tag to any pet.
  private func petModel() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription(
        "Pet",
        subentities: [
          EntityDescription("Dog", subentities: [EntityDescription("Puppy") {}]) {
            RelationshipDescription("collars", toMany: "Collar", inverse: "dog")
          }
        ]
      ) {
        AttributeDescription("name", .string)
        RelationshipDescription("tags", toMany: "Tag", inverse: "pet")
      }
      EntityDescription("Collar") {
        AttributeDescription("size", .integer32)
        RelationshipDescription("dog", toOne: "Dog", inverse: "collars")
      }
      EntityDescription("Tag") {
        RelationshipDescription("pet", toOne: "Pet", inverse: "tags")
      }
    }
  }

  private func eachStore(_ body: (PersistentStore, ModelLayout) throws -> Void) throws {
    for description in [.inMemory(), PersistentStoreDescription(url: file)] {
      let coordinator = try PersistentStoreCoordinator(managedObjectModel: petModel())
      let store = try coordinator.addPersistentStore(with: description)
      try body(store, coordinator.layout)
      try coordinator.remove(store)
    }
  }

  private func insert(
    _ model: ModelLayout, _ entity: String, key: Int64, _ values: [String: AttributeValue] = [:],
    entities: [String: Int] = [:]
  ) throws -> ChangeSet.Insert {
    let layout = try XCTUnwrap(model.entity(named: entity))
    return .init(layout: layout, row: try row(layout, key: key, values, entities: entities))
  }

  private func delete(
    _ model: ModelLayout, _ entity: String, key: Int64
  ) throws -> ChangeSet.RowVersion {
    .init(layout: try XCTUnwrap(model.entity(named: entity)), key: key, expectedVersion: 1)
  }

  private func save(
    _ store: PersistentStore, inserts: [ChangeSet.Insert] = [], deletes: [ChangeSet.RowVersion] = []
  ) throws {
    var changes = ChangeSet()
    (changes.inserts, changes.deletes) = (inserts, deletes)
    _ = try store.save(changes)
  }

  private func keys(_ store: PersistentStore, _ entity: String) throws -> [Int64] {
    let layout = try XCTUnwrap(store.model.entity(named: entity))
    return try store.fetch(FetchPlan(layout: layout)).map(\.key)
  }

  func testADestinationIsThereWhicheverOfTheDestinationsEntitiesItHas() throws {
    try eachStore { store, model in
      try save(
        store,
        inserts: [
          insert(model, "Pet", key: 1), insert(model, "Dog", key: 2),
          insert(model, "Puppy", key: 3),
        ])
      for (key, entity) in [(1, "Pet"), (2, "Dog"), (3, "Puppy")] as [(Int64, String)] {
        let number = try XCTUnwrap(model.entity(named: entity)).number
        try save(
          store,
          inserts: [
            insert(model, "Tag", key: -1, ["pet": .integer(key)], entities: ["pet": number])
          ])
      }
      for key in [2, 3] as [Int64] {
        try save(store, inserts: [insert(model, "Collar", key: -1, ["dog": .integer(key)])])
      }
      let error = assertError(.managedObjectReferentialIntegrity) {
        try save(store, inserts: [insert(model, "Collar", key: -1, ["dog": .integer(1)])])
      }
      XCTAssertEqual(error?.entityName, "Collar")
      XCTAssertEqual(error?.key, "dog")
      XCTAssertEqual(error?.objectID?.reference, -1)
      XCTAssertEqual(try keys(store, "Collar"), [1, 2])
    }
  }

  func testARelationshipToASuperentityKeepsAnObjectFromBeingDeleted() throws {
    try eachStore { store, model in
      try save(
        store,
        inserts: [
          insert(model, "Puppy", key: 1), insert(model, "Puppy", key: 2),
          insert(model, "Tag", key: -1, ["pet": .integer(1)]),
          insert(model, "Collar", key: -2, ["dog": .integer(2)]),
        ])
      let error = assertError(.managedObjectMerge) {
        try save(
          store, inserts: [insert(model, "Tag", key: -1)],
          deletes: [delete(model, "Puppy", key: 1), delete(model, "Puppy", key: 2)])
      }
      let conflicts = error?.details[.conflictList] ?? []
      XCTAssertEqual(conflicts.map(\.key), [1, 2])
      XCTAssertEqual(conflicts.map { $0.persisted?.version }, [1, 1])
      XCTAssertEqual(
        error?.message,
        "the Puppy cannot be deleted: a Tag was added to it in the meantime (Tag.pet), "
          + "and one more object with it")
      XCTAssertEqual(error?.objectID?.reference, 1)
      XCTAssertEqual(try keys(store, "Puppy"), [1, 2])
      XCTAssertEqual(try keys(store, "Tag"), [1])
    }
  }

  func testWhatTheSameSaveInsertsIsThereAndWhatItDeletesIsNot() throws {
    try eachStore { store, model in
      try save(
        store,
        inserts: [
          insert(model, "Collar", key: -2, ["dog": .integer(-9)]), insert(model, "Dog", key: -9),
          insert(model, "Collar", key: -3, ["dog": .integer(7)]), insert(model, "Dog", key: 7),
        ])
      assertError(.managedObjectReferentialIntegrity) {
        try save(
          store, inserts: [insert(model, "Collar", key: -4, ["dog": .integer(7)])],
          deletes: [delete(model, "Dog", key: 7), delete(model, "Collar", key: 2)])
      }
      XCTAssertEqual(try keys(store, "Collar"), [1, 2])
      try save(
        store, deletes: [delete(model, "Dog", key: 7), delete(model, "Collar", key: 2)])
      XCTAssertEqual(try keys(store, "Dog"), [8])
    }
  }

  func testOneMissingDestinationIsFoundAmongManyWhetherKeysLieCloseOrFarApart() throws {
    for distance in [1, 1000] as [Int64] {
      try eachStore { store, model in
        let dogs = (1...500).map { $0 * distance }
        try save(store, inserts: dogs.map { try insert(model, "Dog", key: $0) })
        for missing in [dogs[0], dogs[250], dogs[499]] {
          try save(store, deletes: [delete(model, "Dog", key: missing)])
          let error = assertError(.managedObjectReferentialIntegrity) {
            try save(
              store,
              inserts: dogs.enumerated().map { place, key in
                try insert(model, "Collar", key: Int64(-1 - place), ["dog": .integer(key)])
              })
          }
          let place = try XCTUnwrap(dogs.firstIndex(of: missing))
          XCTAssertEqual(error?.objectID?.reference, Int64(-1 - place))
          try save(store, inserts: [insert(model, "Dog", key: missing)])
        }
        try save(
          store,
          inserts: dogs.enumerated().map { place, key in
            try insert(model, "Collar", key: Int64(-1 - place), ["dog": .integer(key)])
          })
        XCTAssertEqual(try keys(store, "Collar").count, 500)
      }
      try FileManager.default.removeItem(at: file)
    }
  }

  func testAnUpdateOfOtherColumnsDoesNotMindAReferenceThatDangles() throws {
    try eachStore { store, model in
      let layout = try XCTUnwrap(model.entity(named: "Collar"))
      let size = try XCTUnwrap(layout.property("size"))
      let dog = try XCTUnwrap(layout.property("dog"))
      try save(
        store,
        inserts: [
          insert(model, "Dog", key: 1), insert(model, "Collar", key: -1, ["dog": .integer(1)]),
        ])
      func change(_ properties: [PropertyLayout], to key: Int64, version: Int64) throws {
        var changes = ChangeSet()
        let row = try row(
          layout, key: 1, version: version, ["size": .integer(version), "dog": .integer(key)])
        changes.updates = [
          .init(
            layout: layout, row: row, changed: properties.map(\.index).sorted(),
            expectedVersion: version)
        ]
        _ = try store.save(changes)
      }
      try change([size], to: 1, version: 1)
      let error = assertError(.managedObjectReferentialIntegrity) {
        try change([size, dog], to: 99, version: 2)
      }
      XCTAssertEqual(error?.objectID?.reference, 1)
      XCTAssertEqual(error?.objectID?.isTemporaryID, false)
      XCTAssertEqual(try store.row(key: 1, root: layout)?.version, 2)
    }
  }
}
