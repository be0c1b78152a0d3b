import ObjectGraph
import TestSupport
import XCTest

/// What fetches make of deletions that nobody has saved or processed yet.
@MainActor
final class PendingDeletionTests: XCTestCase {
  /// Two owners with two pets each, the pets being deleted with them.
  private func eachStack(
    _ rule: DeleteRule = .cascadeDeleteRule,
    _ body: @MainActor (ManagedObjectContext, [Owner]) throws -> Void
  ) async throws {
    try await eachStore(model: TestModel.pets(petsRule: rule)) { container in
      let context = container.viewContext
      var owners: [Owner] = []
      for name in ["Ann", "Bob"] {
        let owner = Owner(context: context)
        owner.name = name
        for number in 1...2 {
          let pet = Pet(context: context)
          (pet.name, pet.owner) = ("\(name)'s \(number)", owner)
        }
        owners.append(owner)
      }
      try context.save()
      try body(context, owners)
    }
  }

  func testAMemberThatWasDeletedDoesNotCountForItsOwner() async throws {
    try await eachStack { context, owners in
      let request = Owner.fetchRequest()
      request.predicate = try FetchPredicate(format: "pets.@count == 2 AND name == 'Ann'")
      XCTAssertEqual(try context.fetch(request), [owners[0]])
      context.delete(try XCTUnwrap(owners[0].pets.first))
      XCTAssertEqual(try context.fetch(request), [])
      XCTAssertEqual(try context.count(for: request), 0)
      XCTAssertEqual(try context.fetchLazily(request).count, 0)
    }
  }

  func testWhatADeletionTakesAlongIsGoneForEveryFetch() async throws {
    try await eachStack { context, owners in
      context.delete(owners[0])
      let request = Pet.fetchRequest()
      XCTAssertEqual(try context.count(for: request), 2)
      let sorted = Pet.fetchRequest()
      sorted.sortDescriptors = [FetchSortDescriptor(key: "name", ascending: true)]
      sorted.fetchLimit = 1
      XCTAssertEqual(try context.fetch(sorted).map(\.name), ["Bob's 1"])
      sorted.fetchBatchSize = 1
      XCTAssertEqual(try context.fetch(sorted).map(\.name), ["Bob's 1"])
      let ids = FetchRequest<ManagedObjectID>(entityName: "Pet")
      XCTAssertEqual(Set(try context.fetch(ids)), Set(owners[1].pets.map(\.objectID)))
      XCTAssertEqual(try context.fetch(FetchRequest<Int>(entityName: "Pet")), [2])
    }
  }

  func testTheStoreIsToldOfNothingUntilTheSave() async throws {
    try await eachStack { context, owners in
      context.delete(owners[0])
      let request = Pet.fetchRequest()
      XCTAssertEqual(try context.count(for: request), 2)
      request.includesPendingChanges = false
      XCTAssertEqual(try context.count(for: request), 4)
      context.rollback()
      request.includesPendingChanges = true
      XCTAssertEqual(try context.count(for: request), 4)
    }
  }

  func testAFetchOfAChildSeesWhatItsParentsDeletionsTakeAlong() async throws {
    try await eachStack { context, owners in
      let child = context.makeChild()
      context.delete(owners[0])
      XCTAssertEqual(try child.count(for: Pet.fetchRequest()), 2)
      XCTAssertEqual(try child.fetch(Pet.fetchRequest()).count, 2)
    }
  }

  // Fact 60.
  func testDeletionsThatWaitForTheSaveReachNobodyInAFetch() async throws {
    try await eachStack { context, owners in
      context.propagatesDeletesAtEndOfEvent = false
      context.delete(owners[0])
      XCTAssertEqual(try context.count(for: Pet.fetchRequest()), 4)
      try context.save()
      XCTAssertEqual(try context.count(for: Pet.fetchRequest()), 2)
    }
  }

  // Fact 44.
  func testAFetchDoesNotEndTheEvent() async throws {
    try await eachStack { context, owners in
      context.undoManager = UndoManager()
      context.processPendingChanges()
      let posted = PostedNotifications(
        ManagedObjectContext.didChangeObjectsNotification, of: context)
      context.delete(owners[0])
      XCTAssertEqual(try context.count(for: Pet.fetchRequest()), 2)
      owners[1].age = 50
      XCTAssertEqual(posted.count, 0)
      context.processPendingChanges()
      XCTAssertEqual(posted.count, 1)
      context.undoManager?.undo()
      XCTAssertEqual(try context.count(for: Pet.fetchRequest()), 4)
      XCTAssertEqual(owners[1].age, 18)
    }
  }
}
