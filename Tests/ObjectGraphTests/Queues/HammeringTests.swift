import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Sixteen contexts at once on one store: what they confirmed is there in
/// the end, and nothing else.
@MainActor
final class HammeringTests: XCTestCase {
  private nonisolated static let workers = 16
  private nonisolated static let rounds = 12

  /// What the workers confirmed.
  private struct Tally: Sendable {
    var inserted = 0
    var deleted = 0
    var counted = 0
  }

  func testSixteenContextsCountInsertDeleteMergeAndGo() async throws {
    try await eachStore { container in
      let main = container.viewContext
      main.automaticallyMergesChangesFromParent = true
      let shared = (0..<4).map { main.owner("shared \($0)", age: 0) }
      try main.save()
      let ids = shared.map(\.objectID)
      let tally = try await withThrowingTaskGroup(of: Tally.self) { group in
        for worker in 0..<Self.workers {
          group.addTask { try await Self.work(worker, in: container, ids) }
        }
        var total = Tally()
        for try await one in group {
          total.inserted += one.inserted
          total.deleted += one.deleted
          total.counted += one.counted
        }
        return total
      }
      XCTAssertEqual(tally.counted, Self.workers * Self.rounds)
      let fresh = container.newBackgroundContext()
      let (ages, pets, owned) = try await fresh.perform { context in
        let owners = try context.owners.filter { $0.name.hasPrefix("shared") }
        return (
          owners.map { Int($0.age) }, try context.count(for: FetchRequest<Pet>()),
          owners.map(\.pets.count)
        )
      }
      XCTAssertEqual(ages.reduce(0, +), tally.counted)
      XCTAssertEqual(pets, tally.inserted - tally.deleted)
      XCTAssertEqual(owned.reduce(0, +), pets)
      await self.mainQueueTurn()
      XCTAssertEqual(shared.reduce(0) { $0 + Int($1.age) }, tally.counted)
      XCTAssertEqual(main.errors.count, 0)
    }
  }

  /// One worker: counts up shared rows, repeating what conflicts, inserts pets and deletes some.
  private nonisolated static func work(
    _ worker: Int, in container: PersistentContainer, _ ids: [ManagedObjectID]
  ) async throws -> Tally {
    var tally = Tally()
    var background = container.newBackgroundContext()
    for round in 0..<rounds {
      if round % 4 == 3 {
        // One that goes with unsaved work, and another in its place.
        background.performAndWait { _ = $0.owner("never saved \(worker) \(round)") }
        background = container.newBackgroundContext()
      }
      if round % 4 == 0 {
        background.performAndWait { $0.automaticallyMergesChangesFromParent = true }
      }
      let id = ids[(worker + round) % ids.count]
      var isDone = false
      while !isDone {
        isDone = try await background.perform { context in
          let owner = try context.existingOwner(id)
          context.refresh(owner, mergeChanges: false)
          owner.age += 1
          let pet = Pet(context: context)
          pet.name = "\(worker) \(round)"
          pet.owner = owner
          do {
            try context.save()
            return true
          } catch let error as ObjectGraphError where error.code == .managedObjectMerge {
            context.rollback()
            return false
          }
        }
      }
      tally.counted += 1
      tally.inserted += 1
      if round % 3 == 2 { tally.deleted += try await deleteOwnPet(worker, round, background) }
    }
    return tally
  }

  private nonisolated static func deleteOwnPet(
    _ worker: Int, _ round: Int, _ background: BackgroundContext
  ) async throws -> Int {
    try await background.perform { context in
      let request = FetchRequest<Pet>()
      request.predicate = try FetchPredicate(format: "name == %@", "\(worker) \(round - 1)")
      let pets = try context.fetch(request)
      for pet in pets { context.delete(pet) }
      try context.save()
      return pets.count
    }
  }

  func testSixteenChildrenOfOneContextLoseNothing() async throws {
    let stack = try StoreStack(model: TestModel.pets(), store: .inMemory())
    let main = stack.mainContext
    let ann = main.owner("Ann", age: 0)
    try main.saveThrough()
    let id = ann.objectID
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<Self.workers {
        let derived = stack.newDerivedContext()
        group.addTask {
          for round in 0..<Self.rounds {
            try await derived.perform { context in
              let pet = Pet(context: context)
              pet.name = "\(worker) \(round)"
              pet.owner = try context.existingOwner(id)
              if round % 2 == 0 { try context.saveThrough() } else { try context.save() }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    try await stack.rootContext.perform { try $0.save() }
    await mainQueueTurn()
    let count = try await stack.newDerivedContext().perform {
      try $0.count(for: FetchRequest<Pet>())
    }
    XCTAssertEqual(count, Self.workers * Self.rounds)
    main.refresh(ann, mergeChanges: true)
    XCTAssertEqual(ann.pets.count, Self.workers * Self.rounds)
  }
}
