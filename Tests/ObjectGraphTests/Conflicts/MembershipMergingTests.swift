import Foundation
import TestSupport
import XCTest

@testable import ObjectGraph

/// A merge touches the objects that it names and the owners of relationships that they are in.
@MainActor
final class MembershipMergingTests: XCTestCase {
  private struct Family {
    let context: ManagedObjectContext
    let owners: [Owner]
    let pets: [Pet]
  }

  /// Ann with Rex and Kit, Bob with Tom, Cy without a pet; Rex and Tom are friends. All members are
  /// read.
  private func family(_ container: PersistentContainer) throws -> Family {
    let context = container.viewContext
    context.automaticallyMergesChangesFromParent = true
    let owners = ["Ann", "Bob", "Cy"].map { context.owner($0) }
    let pets = ["Rex", "Kit", "Tom"].map { name in
      let pet = Pet(context: context)
      pet.name = name
      return pet
    }
    (pets[0].owner, pets[1].owner, pets[2].owner) = (owners[0], owners[0], owners[1])
    pets[0].friends = [pets[2]]
    try context.save()
    context.refreshAllObjects()
    for owner in owners { _ = owner.pets.count }
    for pet in pets { _ = (pet.friends.count, pet.friendOf.count, pet.name) }
    return Family(context: context, owners: owners, pets: pets)
  }

  private func edit(
    in container: PersistentContainer, _ ids: [ManagedObjectID],
    _ body: @escaping @Sendable (ManagedObjectContext, [ManagedObject]) throws -> Void
  ) async throws {
    try await container.newBackgroundContext().perform { other in
      try body(other, ids.map { other.object(with: $0) })
      try other.save()
    }
    await mainQueueTurn()
  }

  func testAMoveIsSeenByBothOwnersAndByNobodyElse() async throws {
    try await eachStore { container in
      let family = try self.family(container)
      let ids = [family.pets[0].objectID, family.owners[1].objectID]
      try await self.edit(in: container, ids) { _, objects in
        (objects[0] as? Pet)?.owner = objects[1] as? Owner
      }
      XCTAssertEqual(family.owners[0].pets, [family.pets[1]])
      XCTAssertEqual(family.owners[1].pets, [family.pets[0], family.pets[2]])
    }
  }

  func testAMergeKeepsTheMembersOfThoseWhomItDoesNotConcern() async throws {
    try await eachStore { container in
      let family = try self.family(container)
      try await self.edit(in: container, [family.owners[0].objectID]) { other, objects in
        (objects[0] as? Owner)?.age = 50
      }
      self.assertStatements(0, on: container) {
        XCTAssertEqual(family.owners[1].pets, [family.pets[2]])
        XCTAssertEqual(family.pets[0].friends, [family.pets[2]])
        XCTAssertEqual(family.owners[0].age, 50)
      }
    }
  }

  func testNewAndDeletedMembersAreSeenByTheirOwners() async throws {
    try await eachStore { container in
      let family = try self.family(container)
      let ids = [family.owners[2].objectID, family.pets[2].objectID]
      try await self.edit(in: container, ids) { other, objects in
        let new = Pet(context: other)
        (new.name, new.owner) = ("New", objects[0] as? Owner)
        other.delete(objects[1])
      }
      XCTAssertEqual(family.owners[2].pets.map(\.name), ["New"])
      XCTAssertEqual(family.owners[1].pets, [])
      XCTAssertEqual(family.pets[0].friends, [], "the pair went with the deleted object")
      XCTAssertEqual(family.owners[0].pets, [family.pets[0], family.pets[1]])
    }
  }

  func testPairsOfAJoinTableAreSeenOnBothSides() async throws {
    try await eachStore { container in
      let family = try self.family(container)
      let ids = family.pets.map(\.objectID)
      try await self.edit(in: container, ids) { _, objects in
        let pets = objects.compactMap { $0 as? Pet }
        pets[0].friends = [pets[1]]
      }
      XCTAssertEqual(family.pets[0].friends, [family.pets[1]])
      XCTAssertEqual(family.pets[1].friendOf, [family.pets[0]])
      XCTAssertEqual(family.pets[2].friendOf, [])
    }
  }

  func testAMoveOfAnObjectThatWasReadAgainMeanwhileIsSeenByItsFormerOwner() async throws {
    try await eachStore { container in
      let family = try self.family(container)
      family.context.automaticallyMergesChangesFromParent = false
      let ids = [family.pets[0].objectID, family.owners[2].objectID]
      family.context.refresh(family.pets[0], mergeChanges: false)
      try await self.edit(in: container, ids) { _, objects in
        (objects[0] as? Pet)?.owner = objects[1] as? Owner
      }
      _ = try family.context.fetch(FetchRequest<Pet>())
      XCTAssertEqual(family.pets[0].owner, family.owners[2])
      family.context.mergeChanges(
        from: ChangedObjectIDs(inserted: [], updated: Set(ids), deleted: []))
      XCTAssertEqual(family.owners[0].pets, [family.pets[1]])
      XCTAssertEqual(family.owners[2].pets, [family.pets[0]])
    }
  }

  func testAMergeByIDsIsSeenByOwners() async throws {
    try await eachStore { container in
      let family = try self.family(container)
      family.context.automaticallyMergesChangesFromParent = false
      let ids = [family.pets[0].objectID, family.owners[2].objectID, family.pets[2].objectID]
      let background = container.newBackgroundContext()
      let saves = background.saves
      let new = try await background.perform { other in
        let objects = ids.map { other.object(with: $0) }
        (objects[0] as? Pet)?.owner = objects[1] as? Owner
        let new = Pet(context: other)
        new.owner = objects[1] as? Owner
        other.delete(objects[2])
        try other.save()
        return new.objectID
      }
      var iterator = saves.makeAsyncIterator()
      let change = await iterator.next()
      family.context.mergeChanges(from: try XCTUnwrap(change))
      XCTAssertEqual(family.owners[0].pets, [family.pets[1]])
      XCTAssertEqual(family.owners[1].pets, [])
      XCTAssertEqual(
        Set(family.owners[2].pets.map(\.objectID)), [family.pets[0].objectID, new])
      XCTAssertEqual(family.pets[0].friends, [])
    }
  }

  /// Random edits by others, merged one by one: what was read is what a new context reads.
  func testAfterAnyMergeRelationshipsAreWhatTheStoreHas() async throws {
    var random = SeededGenerator(seed: 16)
    for _ in 0..<20 {
      let container = try PersistentContainer(
        name: "Store", managedObjectModel: TestModel.pets(), descriptions: [.inMemory()])
      try container.loadPersistentStores()
      let family = try self.family(container)
      for _ in 0..<15 {
        let seed = random.next()
        try await container.newBackgroundContext().perform { other in
          var random = SeededGenerator(seed: seed)
          let owners = try other.fetch(FetchRequest<Owner>(entityName: "Owner"))
          let pets = try other.fetch(FetchRequest<Pet>(entityName: "Pet"))
          switch Int.random(in: 0..<6, using: &random) {
          case 0: pets.randomElement(using: &random)?.owner = owners.randomElement(using: &random)
          case 1: pets.randomElement(using: &random)?.owner = nil
          case 2: Pet(context: other).owner = owners.randomElement(using: &random)
          case 3: pets.randomElement(using: &random).map { other.delete($0) }
          case 4:
            pets.randomElement(using: &random)?.friends = Set(
              pets.filter { _ in Bool.random(using: &random) })
          default: owners.randomElement(using: &random)?.pets = Set(pets.prefix(2))
          }
          try other.save()
        }
        await mainQueueTurn()
        if Bool.random(using: &random) { try look(at: family, in: container) }
      }
      try look(at: family, in: container)
    }
  }

  private func look(at family: Family, in container: PersistentContainer) throws {
    let fresh = try container.newBackgroundContext().performAndWait { try Self.members($0) }
    XCTAssertEqual(try Self.members(family.context), fresh)
    XCTAssertEqual(family.context.checkInvariants(), [])
  }

  /// The names of all objects, each with the keys of its members.
  private nonisolated static func members(_ context: ManagedObjectContext) throws -> [[String]] {
    func keys(_ objects: Set<Pet>) -> String {
      objects.map { $0.objectID.uriRepresentation().lastPathComponent }.sorted()
        .joined(separator: " ")
    }
    let owners = try context.fetch(FetchRequest<Owner>(entityName: "Owner"))
    let pets = try context.fetch(FetchRequest<Pet>(entityName: "Pet"))
    return owners.map { [$0.name, keys($0.pets)] }
      + pets.map { [keys([$0]), keys($0.friends), keys($0.friendOf)] }
  }
}
