import ObjectGraph
import TestSupport
import XCTest

/// Saves that nobody may come before, whatever it is that the others write.
@MainActor
final class StoreMarkTests: XCTestCase {
  private func mark(_ context: ManagedObjectContext) throws -> StoreMark {
    try XCTUnwrap(context.persistentStoreCoordinator).mark()
  }

  private func addOwner(_ name: String, in context: ManagedObjectContext) {
    Owner(context: context).name = name
  }

  private func names(_ context: ManagedObjectContext) throws -> [String] {
    try context.fetch(Owner.fetchRequest()).map(\.name).sorted()
  }

  func testASaveGoesThroughWhenNobodyWroteSinceTheMark() async throws {
    try await eachStore { container in
      let context = container.viewContext
      addOwner("Ann", in: context)
      try context.save()
      let mark = try mark(context)
      addOwner("Bob", in: context)
      // Looking is not writing.
      XCTAssertEqual(try names(context), ["Ann", "Bob"])
      try context.saveThrough(ifUnchangedSince: mark)
      XCTAssertEqual(
        try container.newBackgroundContext().performAndWait { try ownerNames($0) }, ["Ann", "Bob"])
    }
  }

  func testASaveIsRefusedWhenAnotherWriterCameBetween() async throws {
    try await eachPairOfWriters { pair in
      let context = pair.container.viewContext
      addOwner("Ann", in: context)
      let mark = try mark(context)
      try pair.elsewhere.performAndWait { context in
        Owner(context: context).name = "Eve"
        try context.save()
      }
      let before = try pair.contents()
      XCTAssertThrowsError(try context.saveThrough(ifUnchangedSince: mark)) { error in
        let error = error as? ObjectGraphError
        XCTAssertEqual(error?.code, .managedObjectMerge)
        XCTAssertEqual(error?.isLateForStore, true)
      }
      XCTAssertEqual(try pair.contents(), before)
      XCTAssertEqual(context.insertedObjects.count, 1)
      // It is a mark for one look, and no lock: with a new one the same work is saved.
      try context.saveThrough(ifUnchangedSince: self.mark(context))
      XCTAssertEqual(try pair.elsewhere.performAndWait { try ownerNames($0) }, ["Ann", "Eve"])
    }
  }

  func testAnUpdateAndADeletionByOthersCountAsWell() async throws {
    try await eachPairOfWriters { pair in
      let context = pair.container.viewContext
      addOwner("Ann", in: context)
      try context.save()
      for isDeletion in [false, true] {
        addOwner("Bob", in: context)
        let mark = try mark(context)
        try pair.elsewhere.performAndWait { context in
          let ann = try XCTUnwrap(context.fetch(Owner.fetchRequest()).first { $0.name == "Ann" })
          if isDeletion { context.delete(ann) } else { ann.age = 30 }
          try context.save()
        }
        XCTAssertThrowsError(try context.saveThrough(ifUnchangedSince: mark)) {
          XCTAssertEqual(($0 as? ObjectGraphError)?.isLateForStore, true)
        }
        context.rollback()
      }
    }
  }

  func testWhatTheContextItselfSavedSinceTheMarkCountsToo() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let mark = try mark(context)
      addOwner("Ann", in: context)
      try context.save()
      addOwner("Bob", in: context)
      XCTAssertThrowsError(try context.saveThrough(ifUnchangedSince: mark)) {
        XCTAssertEqual(($0 as? ObjectGraphError)?.isLateForStore, true)
      }
    }
  }

  func testABatchRequestCountsToo() async throws {
    try await eachStore { container in
      let context = container.viewContext
      addOwner("Ann", in: context)
      try context.save()
      addOwner("Bob", in: context)
      let mark = try mark(context)
      try container.newBackgroundContext().performAndWait { context in
        let request = BatchUpdateRequest(entityName: "Owner")
        request.propertiesToUpdate = ["age": 40]
        _ = try context.execute(request)
      }
      XCTAssertThrowsError(try context.saveThrough(ifUnchangedSince: mark)) {
        XCTAssertEqual(($0 as? ObjectGraphError)?.isLateForStore, true)
      }
    }
  }

  func testTheMergePolicyDoesNotSettleIt() async throws {
    try await eachPairOfWriters { pair in
      let context = pair.container.viewContext
      addOwner("Ann", in: context)
      let mark = try mark(context)
      try pair.elsewhere.performAndWait { context in
        Owner(context: context).name = "Eve"
        try context.save()
      }
      context.mergePolicy = .overwrite
      XCTAssertThrowsError(try context.saveThrough(ifUnchangedSince: mark)) {
        XCTAssertEqual(($0 as? ObjectGraphError)?.isLateForStore, true)
      }
      try context.saveThrough()
      XCTAssertEqual(try names(context), ["Ann", "Eve"])
    }
  }

  func testASaveThatWritesToOneOfTwoStoresLooksAtThatOne() async throws {
    try await eachPairOfStores { pair in
      let context = pair.container.viewContext
      let first = Owner(context: context)
      first.name = "Ann"
      let mark = try mark(context)
      let other = pair.container.newBackgroundContext()
      let stores = pair.container.persistentStoreCoordinator.persistentStores
      func write(to store: PersistentStore) throws {
        try other.performAndWait { context in
          let owner = Owner(context: context)
          owner.name = "Eve"
          context.assign(owner, to: store)
          try context.save()
        }
      }
      try write(to: stores[1])
      try context.saveThrough(ifUnchangedSince: mark)
      first.age = 20
      let late = try self.mark(context)
      try write(to: stores[0])
      XCTAssertThrowsError(try context.saveThrough(ifUnchangedSince: late)) {
        XCTAssertEqual(($0 as? ObjectGraphError)?.isLateForStore, true)
      }
    }
  }

  func testACoordinatorWithoutAStoreHasNothingToMark() async throws {
    let coordinator = try PersistentStoreCoordinator(managedObjectModel: TestModel.pets())
    XCTAssertThrowsError(try coordinator.mark())
  }
}

/// The owners that a store has.
private func ownerNames(_ context: ManagedObjectContext) throws -> [String] {
  try context.fetch(Owner.fetchRequest()).map(\.name).sorted()
}
