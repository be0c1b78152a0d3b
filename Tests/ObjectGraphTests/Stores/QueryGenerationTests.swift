import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Contexts that go on reading what was there at one moment.
@MainActor
final class QueryGenerationTests: XCTestCase {
  /// Runs a test on a fresh SQLite store, with somebody else who writes.
  private func withFile(_ body: @MainActor (PinningStage) async throws -> Void) async throws {
    let folder = try temporaryFolder("generations")
    let stage = try PinningStage(PersistentStoreDescription(url: folder.file("Store.sqlite")))
    try await body(stage)
    try stage.close()
  }

  // Fact 135.
  func testTheTokenIsNilByDefaultThenCurrentAndItsOwnAfterTheFirstRead() async throws {
    try await withFile { stage in
      let context = stage.makeContext()
      XCTAssertNil(context.queryGenerationToken)
      try context.setQueryGenerationFrom(.current)
      XCTAssertEqual(context.queryGenerationToken, .current)
      XCTAssertEqual(try stage.names(context), ["Ann"])
      let token = try XCTUnwrap(context.queryGenerationToken)
      XCTAssertNotEqual(token, .current)
      XCTAssertEqual(context.queryGenerationToken, token)
      try context.setQueryGenerationFrom(nil)
      XCTAssertNil(context.queryGenerationToken)
    }
  }

  // Fact 135.
  func testAPinnedContextKeepsReadingWhatWasThere() async throws {
    try await withFile { stage in
      let context = try stage.makePinnedContext()
      try stage.elsewhere { other in
        let ann = try stage.owner("Ann", other)
        ann.age = 41
        for pet in ann.pets where pet.name == "Rex" { other.delete(pet) }
        ann.pets.insert(stage.makePet("Tom", other))
        stage.makeOwner("Bob", other)
      }
      XCTAssertEqual(try stage.names(context), ["Ann"])
      XCTAssertEqual(try context.count(for: FetchRequest<Owner>()), 1)
      let request = FetchRequest<Owner>()
      request.predicate = try FetchPredicate(format: "age == 40 AND ANY pets.name == 'Rex'")
      let ann = try XCTUnwrap(context.fetch(request).first)
      XCTAssertEqual(ann.age, 40)
      XCTAssertEqual(stage.petNames(ann), ["Mia", "Rex"])
      context.refreshAllObjects()
      XCTAssertEqual(ann.age, 40)
      XCTAssertEqual(stage.petNames(ann), ["Mia", "Rex"])
      context.refresh(ann, mergeChanges: true)
      XCTAssertEqual(ann.age, 40)
      context.stalenessInterval = 0
      context.refresh(ann, mergeChanges: false)
      XCTAssertEqual(ann.age, 40)
      context.reset()
      XCTAssertEqual(try stage.owner("Ann", context).age, 40)
      XCTAssertEqual(context.errors.count, 0)
    }
  }

  func testAFaultMadeFromAnIDIsReadAsItWas() async throws {
    try await withFile { stage in
      let context = try stage.makePinnedContext()
      let pet = try XCTUnwrap(stage.owner("Ann", context).pets.first { $0.name == "Rex" })
      let id = pet.objectID
      context.reset()
      try stage.elsewhere { other in
        for pet in try stage.owner("Ann", other).pets { other.delete(pet) }
      }
      let fault = try XCTUnwrap(context.object(with: id) as? Pet)
      XCTAssertEqual(fault.name, "Rex")
      XCTAssertEqual(fault.owner?.age, 40)
      XCTAssertThrowsError(try stage.makeContext().existingObject(with: id))
    }
  }

  // Fact 135.
  func testAContextThatReadsTheNewestAgainDoesNotFindWhatWasGoneAtItsMoment() async throws {
    try await withFile { stage in
      let context = stage.makeContext()
      let rex = try XCTUnwrap(stage.owner("Ann", context).pets.first { $0.name == "Rex" })
      let store = try XCTUnwrap(stage.container.persistentStoreCoordinator.persistentStores.first)
      let other = try PersistentContainer(
        name: "Pets", managedObjectModel: TestModel.pets(),
        descriptions: [PersistentStoreDescription(url: XCTUnwrap(store.url))])
      try other.loadPersistentStores()
      for pet in try stage.owner("Ann", other.viewContext).pets { other.viewContext.delete(pet) }
      try other.viewContext.save()
      try context.setQueryGenerationFrom(.current)
      context.refreshAllObjects()
      XCTAssertThrowsError(try context.existingObject(with: rex.objectID))
      try context.setQueryGenerationFrom(nil)
      XCTAssertThrowsError(try context.existingObject(with: rex.objectID))
      XCTAssertTrue(try stage.container.persistentStoreCoordinator.noticeForeignChanges())
    }
  }

  func testTheMomentIsThatOfTheFirstRead() async throws {
    try await withFile { stage in
      let context = stage.makeContext()
      try context.setQueryGenerationFrom(.current)
      try stage.elsewhere { stage.makeOwner("Bob", $0) }
      XCTAssertEqual(try stage.names(context), ["Ann", "Bob"])
      try stage.elsewhere { stage.makeOwner("Cid", $0) }
      XCTAssertEqual(try stage.names(context), ["Ann", "Bob"])
    }
  }

  // Fact 135.
  func testObjectsKeepTheirValuesUntilTheyAreRefreshed() async throws {
    try await withFile { stage in
      let context = try stage.makePinnedContext()
      let ann = try stage.owner("Ann", context)
      XCTAssertEqual(ann.age, 40)
      try stage.elsewhere { try stage.owner("Ann", $0).age = 41 }
      try context.setQueryGenerationFrom(.current)
      XCTAssertEqual(ann.age, 40)
      context.refreshAllObjects()
      XCTAssertEqual(ann.age, 41)
      try stage.elsewhere { try stage.owner("Ann", $0).age = 42 }
      try context.setQueryGenerationFrom(nil)
      context.refreshAllObjects()
      XCTAssertEqual(ann.age, 42)
    }
  }

  // Fact 135.
  func testContextsThatShareATokenReadTheSameOverOneConnection() async throws {
    try await withFile { stage in
      let before = stage.openFiles
      let first = try stage.makePinnedContext()
      let pinned = stage.openFiles
      XCTAssertGreaterThan(pinned, before)
      try stage.elsewhere { stage.makeOwner("Bob", $0) }
      let second = stage.makeContext()
      try second.setQueryGenerationFrom(first.queryGenerationToken)
      XCTAssertEqual(try stage.names(second), ["Ann"])
      XCTAssertEqual(second.queryGenerationToken, first.queryGenerationToken)
      XCTAssertEqual(stage.openFiles, pinned)
      // One of them moves on, and the other stays.
      try first.setQueryGenerationFrom(.current)
      XCTAssertEqual(try stage.names(first), ["Ann", "Bob"])
      XCTAssertEqual(try stage.names(second), ["Ann"])
      XCTAssertNotEqual(second.queryGenerationToken, first.queryGenerationToken)
    }
  }

  func testABackgroundContextTakesTheTokenOfAnother() async throws {
    try await withFile { stage in
      let context = try stage.makePinnedContext()
      try stage.elsewhere { stage.makeOwner("Bob", $0) }
      let token = try XCTUnwrap(context.queryGenerationToken)
      let count = try await stage.container.newBackgroundContext().perform { background in
        try background.setQueryGenerationFrom(token)
        return try background.count(for: FetchRequest<Owner>())
      }
      XCTAssertEqual(count, 1)
    }
  }

  func testTheConnectionServesOthersAfterTheLastOneWhoHeldTheGeneration() async throws {
    try await withFile { stage in
      var token = try stage.makePinnedContext().queryGenerationToken
      let pinned = stage.openFiles
      XCTAssertNotNil(token)
      token = nil
      for _ in 0..<3 {
        let context = try stage.makePinnedContext()
        XCTAssertEqual(stage.openFiles, pinned)
        withExtendedLifetime(context) {}
      }
      // It sees what is new when it is used again.
      try stage.elsewhere { stage.makeOwner("Bob", $0) }
      let context = try stage.makePinnedContext(expecting: ["Ann", "Bob"])
      XCTAssertEqual(stage.openFiles, pinned)
      withExtendedLifetime(context) {}
    }
  }

  // Fact 135.
  func testItsOwnSaveMovesItOn() async throws {
    try await withFile { stage in
      let context = try stage.makePinnedContext()
      let token = context.queryGenerationToken
      try stage.elsewhere { stage.makeOwner("Bob", $0) }
      try context.save()
      XCTAssertEqual(context.queryGenerationToken, token, "nothing was saved")
      XCTAssertEqual(try stage.names(context), ["Ann"])
      stage.makeOwner("Cid", context)
      try context.save()
      XCTAssertEqual(try stage.names(context), ["Ann", "Bob", "Cid"])
      XCTAssertNotEqual(context.queryGenerationToken, token)
    }
  }

  func testTheNotificationOfASaveCarriesTheGenerationThatItMovedOnTo() async throws {
    try await withFile { stage in
      let context = try stage.makePinnedContext()
      let before = context.queryGenerationToken
      let posted = PostedNotifications(
        ManagedObjectContext.didSaveObjectsNotification, of: context)
      stage.makeOwner("Bob", context)
      try context.save()
      let key = ManagedObjectContext.NotificationKey.queryGeneration.rawValue
      let token = try XCTUnwrap(posted.last[key] as? QueryGenerationToken)
      XCTAssertNotEqual(token, before)
      let other = stage.makeContext()
      try other.setQueryGenerationFrom(token)
      XCTAssertEqual(try stage.names(other), ["Ann", "Bob"])
      try stage.elsewhere { stage.makeOwner("Cid", $0) }
      XCTAssertEqual(try stage.names(context), ["Ann", "Bob"])
      XCTAssertEqual(context.queryGenerationToken, token)
      // One that reads what is newest has none to tell of.
      try context.setQueryGenerationFrom(nil)
      stage.makeOwner("Dan", context)
      try context.save()
      XCTAssertEqual(posted.keys.last, ["inserted"])
    }
  }

  func testAnEditOfAnOldStateIsAConflictUntilTheContextMovesOn() async throws {
    try await withFile { stage in
      let context = try stage.makePinnedContext()
      let ann = try stage.owner("Ann", context)
      try stage.elsewhere { try stage.owner("Ann", $0).age = 41 }
      for _ in 0..<2 {
        ann.age = 50
        XCTAssertThrowsError(try context.save()) { error in
          XCTAssertEqual((error as? ObjectGraphError)?.code, .managedObjectMerge)
        }
        context.rollback()
        context.refreshAllObjects()
        XCTAssertEqual(ann.age, 40)
      }
      try context.setQueryGenerationFrom(.current)
      context.refreshAllObjects()
      XCTAssertEqual(ann.age, 41)
      ann.age = 50
      try context.save()
      let fresh = stage.makeContext()
      XCTAssertEqual(try stage.owner("Ann", fresh).age, 50)
    }
  }

  // Fact 135.
  func testAChildReadsThroughItsParentAndCannotBeGivenAToken() async throws {
    try await eachStore { container in
      let context = container.viewContext
      try context.setQueryGenerationFrom(.current)
      let child = context.makeChild()
      XCTAssertNil(child.queryGenerationToken)
      for token in [nil, QueryGenerationToken.current] {
        XCTAssertThrowsError(try child.setQueryGenerationFrom(token)) { error in
          XCTAssertEqual((error as? ObjectGraphError)?.code, .invalidArgument)
        }
      }
    }
    try await withFile { stage in
      let context = try stage.makePinnedContext()
      let child = context.makeChild()
      try stage.elsewhere { other in
        try stage.owner("Ann", other).age = 41
        stage.makeOwner("Bob", other)
      }
      XCTAssertEqual(try stage.names(child), ["Ann"])
      XCTAssertEqual(try stage.owner("Ann", child).age, 40)
      XCTAssertEqual(try child.count(for: FetchRequest<Pet>()), 2)
      // What is saved through it moves the parent on.
      stage.makeOwner("Cid", child)
      try child.saveThrough()
      XCTAssertEqual(try stage.names(context), ["Ann", "Bob", "Cid"])
      XCTAssertEqual(try stage.names(child), ["Ann", "Bob", "Cid"])
    }
  }

  func testTakingOverWhatOthersSavedMovesItOn() async throws {
    try await withFile { stage in
      let context = try stage.makePinnedContext()
      context.automaticallyMergesChangesFromParent = true
      let ann = try stage.owner("Ann", context)
      try stage.elsewhere { other in
        try stage.owner("Ann", other).age = 41
        stage.makeOwner("Bob", other)
      }
      XCTAssertEqual(try stage.names(context), ["Ann"])
      await withCheckedContinuation { continuation in
        DispatchQueue.main.async { continuation.resume() }
      }
      XCTAssertEqual(ann.age, 41)
      XCTAssertEqual(try stage.names(context), ["Ann", "Bob"])
    }
  }

  func testWhatAPinnedContextReadsReachesNobodyElse() async throws {
    try await withFile { stage in
      let context = try stage.makePinnedContext()
      try stage.elsewhere { other in
        let ann = try stage.owner("Ann", other)
        ann.age = 41
        ann.pets.insert(stage.makePet("Tom", other))
      }
      let pinned = try stage.owner("Ann", context)
      XCTAssertEqual(pinned.age, 40)
      let id = pinned.objectID
      let other = stage.makeContext()
      let ann = try XCTUnwrap(other.existingObject(with: id) as? Owner)
      XCTAssertEqual(ann.age, 41)
      XCTAssertEqual(stage.petNames(ann), ["Mia", "Rex", "Tom"])
      XCTAssertEqual(stage.petNames(pinned), ["Mia", "Rex"])
    }
  }

  func testRelationshipsReadAheadAreReadAgainAtAnotherMoment() async throws {
    try await withFile { stage in
      try stage.elsewhere { other in
        for name in ["Bob", "Cid", "Dan"] {
          stage.makeOwner(name, other).pets = [stage.makePet("\(name)'s", other)]
        }
      }
      let names = ["Ann", "Bob", "Cid", "Dan"]
      let context = try stage.makePinnedContext(expecting: names)
      let owners = try names.map { try stage.owner($0, context) }
      try stage.elsewhere { other in
        for name in names {
          try stage.owner(name, other).pets.insert(stage.makePet("new", other))
        }
      }
      // Asking for the pets of one or two reads those of their neighbours as well.
      XCTAssertEqual(stage.petNames(owners[0]), ["Mia", "Rex"])
      XCTAssertEqual(stage.petNames(owners[1]), ["Bob's"])
      try context.setQueryGenerationFrom(nil)
      XCTAssertEqual(stage.petNames(owners[2]), ["Cid's", "new"])
      XCTAssertEqual(stage.petNames(owners[3]), ["Dan's", "new"])
    }
  }
}
