import Foundation
import ObjectStore
import XCTest

@testable import ObjectGraph

/// An owner that counts how often it turns into a fault.
final class CountingOwner: ManagedObject {
  @Managed("name") var name: String
  @Managed("age") var age: Int16
  var log: [String] = []

  override func willTurnIntoFault() { log.append("will \(isFault)") }
  override func didTurnIntoFault() { log.append("did \(isFault)") }

  static func model() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Owner", class: CountingOwner.self) {
        AttributeDescription("name", .string, isOptional: false)
        AttributeDescription("age", .integer16, isOptional: false, default: .integer(18))
      }
    }
  }
}

/// How old values may be, and what refreshing does to them.
@MainActor
final class StalenessTests: XCTestCase {
  private func owner(_ name: String = "Ann", in context: ManagedObjectContext) throws -> Owner {
    let owner = Owner(context: context)
    owner.name = name
    try context.save()
    return owner
  }

  /// Changes a row behind the coordinator's back, as another process does.
  private func setAge(
    _ age: Int64, of object: ManagedObject, in container: PersistentContainer
  ) throws {
    let coordinator = container.persistentStoreCoordinator
    let store = try XCTUnwrap(coordinator.persistentStores.first)
    let layout = try XCTUnwrap(coordinator.layout.entity(named: "Owner"))
    let property = try XCTUnwrap(layout.property("age"))
    let known = try XCTUnwrap(try store.row(key: object.key, root: layout))
    let row = known.copy()
    row.set(property.index, slot: property.slot, integer: age)
    var changes = ChangeSet()
    changes.updates = [
      .init(
        layout: layout, row: row, changed: [property.index], expectedVersion: known.version)
    ]
    _ = try store.save(changes)
  }

  // Fact 20.
  func testRefreshingReadsTheCacheAndWithNoIntervalTheStore() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = try self.owner(in: context)
      try self.setAge(70, of: ann, in: container)
      XCTAssertLessThan(context.stalenessInterval, 0)
      context.refresh(ann, mergeChanges: false)
      XCTAssertEqual(ann.age, 18)
      context.refresh(ann, mergeChanges: true)
      XCTAssertEqual(ann.age, 18)
      context.refreshAllObjects()
      XCTAssertEqual(ann.age, 18)
      context.stalenessInterval = 0
      XCTAssertEqual(ann.age, 18)
      context.refresh(ann, mergeChanges: true)
      XCTAssertEqual(ann.age, 70)
      try self.setAge(71, of: ann, in: container)
      XCTAssertEqual(ann.age, 70)
      context.refreshAllObjects()
      XCTAssertEqual(ann.age, 71)
    }
  }

  func testRowsOlderThanTheIntervalAreReadAgain() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let clock = Clock()
      container.persistentStoreCoordinator.setClock { clock.now }
      context.stalenessInterval = 60
      let ann = try self.owner(in: context)
      try self.setAge(70, of: ann, in: container)
      clock.advance(by: 60)
      context.refresh(ann, mergeChanges: false)
      XCTAssertEqual(ann.age, 18)
      clock.advance(by: 1)
      context.refresh(ann, mergeChanges: false)
      XCTAssertEqual(ann.age, 70)
      // It was read just now.
      try self.setAge(71, of: ann, in: container)
      clock.advance(by: 59)
      context.refreshAllObjects()
      XCTAssertEqual(ann.age, 70)
    }
  }

  func testAFaultThatCarriesAFetchedRowReadsItAgainWhenItHasBecomeTooOld() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let clock = Clock()
      container.persistentStoreCoordinator.setClock { clock.now }
      context.stalenessInterval = 60
      let ann = try self.owner(in: context)
      context.refreshAllObjects()
      _ = try context.fetch(FetchRequest<Owner>())
      try self.setAge(70, of: ann, in: container)
      clock.advance(by: 61)
      XCTAssertTrue(ann.isFault)
      XCTAssertEqual(ann.age, 70)
    }
  }

  func testAnIntervalOfZeroHoldsForExistingObjectsAndThroughParents() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = try self.owner(in: context)
      let child = context.makeChild()
      child.stalenessInterval = 0
      let below = try XCTUnwrap(try child.existingObject(with: ann.objectID) as? Owner)
      XCTAssertEqual(below.age, 18)
      try self.setAge(70, of: ann, in: container)
      child.refreshAllObjects()
      XCTAssertEqual((try child.existingObject(with: ann.objectID) as? Owner)?.age, 70)
      // What the parent has not saved comes first.
      XCTAssertEqual(ann.age, 18)
      ann.age = 33
      child.refreshAllObjects()
      XCTAssertEqual(below.age, 33)
    }
  }

  // Fact 17.
  func testRefreshingWithoutMergingDropsEditsAndTurnsIntoAFaultOnce() async throws {
    try await eachStore(model: CountingOwner.model()) { container in
      let context = container.viewContext
      let ann = CountingOwner(context: context)
      ann.name = "Ann"
      try context.save()
      ann.age = 30
      context.refresh(ann, mergeChanges: false)
      XCTAssertTrue(ann.isFault)
      XCTAssertFalse(context.hasChanges)
      XCTAssertEqual(ann.log, ["will false", "did true"])
      context.refresh(ann, mergeChanges: false)
      context.refreshAllObjects()
      XCTAssertEqual(ann.log.count, 2)
      XCTAssertEqual(ann.age, 18)
      XCTAssertFalse(ann.isFault)
      context.refreshAllObjects()
      XCTAssertEqual(ann.log.count, 4)
    }
  }

  // Fact 18.
  func testRefreshingWithMergingPutsEditsOnTopOfNewValuesWithoutAConflict() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = try self.owner(in: context)
      try self.setAge(70, of: ann, in: container)
      context.stalenessInterval = 0
      ann.name = "Anna"
      context.refresh(ann, mergeChanges: true)
      XCTAssertFalse(ann.isFault)
      XCTAssertEqual(ann.name, "Anna")
      XCTAssertEqual(ann.age, 70)
      XCTAssertTrue(ann.isUpdated)
      try context.save()
      context.refreshAllObjects()
      XCTAssertEqual(ann.name, "Anna")
      XCTAssertEqual(ann.age, 70)
    }
  }

  // Fact 18.
  func testRefreshingWithMergingKeepsEditsOfAnObjectWhoseRowIsGone() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = try self.owner(in: context)
      let id = ann.objectID
      ann.age = 30
      try container.newBackgroundContext().performAndWait { other in
        other.delete(try other.existingObject(with: id))
        try other.save()
      }
      context.refresh(ann, mergeChanges: true)
      XCTAssertEqual(ann.age, 30)
      XCTAssertEqual(context.errors.count, 0)
      XCTAssertThrowsError(try context.save()) {
        XCTAssertEqual(($0 as? ObjectGraphError)?.code, .managedObjectMerge)
      }
      XCTAssertEqual(ann.age, 30)
    }
  }

  func testRefreshingACleanObjectWithMergingGivesNewValuesAndNoFault() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = try self.owner(in: context)
      let id = ann.objectID
      try container.newBackgroundContext().performAndWait { other in
        (other.object(with: id) as? Owner)?.age = 44
        try other.save()
      }
      XCTAssertEqual(ann.age, 18)
      context.refresh(ann, mergeChanges: true)
      XCTAssertFalse(ann.isFault)
      XCTAssertEqual(ann.age, 44)
      context.refresh(ann, mergeChanges: false)
      context.refresh(ann, mergeChanges: true)
      XCTAssertTrue(ann.isFault)
    }
  }

  // Fact 19.
  func testRefreshingAllKeepsEditedObjectsAndTurnsCleanOnesIntoFaults() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let (ann, bob) = (
        try self.owner("Ann", in: context), try self.owner("Bob", in: context)
      )
      let new = Owner(context: context)
      ann.age = 30
      XCTAssertEqual(bob.age, 18)
      context.refreshAllObjects()
      XCTAssertFalse(ann.isFault)
      XCTAssertEqual(ann.age, 30)
      XCTAssertTrue(bob.isFault)
      XCTAssertFalse(new.isFault)
      XCTAssertEqual(context.updatedObjects, [ann])
    }
  }

  // Fact 17.
  func testRefreshingTheOneSideKeepsMembersWhoseOwnReferenceLeadsThere() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = try self.owner(in: context)
      let rex = Pet(context: context)
      rex.owner = ann
      ann.age = 30
      context.refresh(ann, mergeChanges: false)
      XCTAssertTrue(ann.isFault)
      XCTAssertEqual(ann.age, 18)
      XCTAssertTrue(rex.owner === ann)
      XCTAssertEqual(ann.pets, [rex])
      try context.save()
      XCTAssertEqual(ann.pets, [rex])
      // The change was settled by the save: another one from elsewhere is seen.
      let (id, owner) = (rex.objectID, ann.objectID)
      try container.newBackgroundContext().performAndWait { other in
        (other.object(with: id) as? Pet)?.owner = nil
        try other.save()
        XCTAssertEqual((other.object(with: owner) as? Owner)?.pets, [])
      }
      context.refreshAllObjects()
      XCTAssertEqual(ann.pets, [])
    }
  }

  // Fact 17.
  func testRefreshingTheManySideTakesItsReferenceBackOnBothSides() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let (ann, bob) = (
        try self.owner("Ann", in: context), try self.owner("Bob", in: context)
      )
      let rex = Pet(context: context)
      rex.owner = ann
      try context.save()
      XCTAssertEqual(ann.pets, [rex])
      rex.owner = bob
      XCTAssertEqual(bob.pets, [rex])
      context.refresh(rex, mergeChanges: false)
      XCTAssertTrue(rex.owner === ann)
      XCTAssertEqual(ann.pets, [rex])
      XCTAssertEqual(bob.pets, [])
      try context.save()
      context.refreshAllObjects()
      XCTAssertEqual(ann.pets, [rex])
      XCTAssertEqual(bob.pets, [])
    }
  }

  // Fact 17.
  func testRefreshingOneSideOfAOneToOneTakesItBackOnBoth() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = try self.owner(in: context)
      let (old, new) = (Passport(context: context), Passport(context: context))
      (old.number, new.number) = ("1", "2")
      ann.passport = old
      try context.save()
      ann.passport = new
      XCTAssertNil(old.owner)
      context.refresh(ann, mergeChanges: false)
      XCTAssertTrue(ann.passport === old)
      XCTAssertTrue(old.owner === ann)
      XCTAssertNil(new.owner)
    }
  }

  // Fact 17.
  func testRefreshingOneSideOfAPairTakesItBackOnBoth() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let (rex, tom, kim) = (Pet(context: context), Pet(context: context), Pet(context: context))
      tom.friends = [kim]
      try context.save()
      rex.friends = [tom]
      tom.friends = []
      context.refresh(tom, mergeChanges: false)
      XCTAssertEqual(rex.friends, [])
      XCTAssertEqual(tom.friendOf, [])
      XCTAssertEqual(tom.friends, [kim])
      XCTAssertEqual(kim.friendOf, [tom])
      try context.save()
      context.refreshAllObjects()
      XCTAssertEqual(rex.friends, [])
      XCTAssertEqual(tom.friends, [kim])
    }
  }

  func testObjectsThatOnlyHoldEachOtherAreFreedByRefreshingAll() async throws {
    try await eachStore { container in
      let context = container.viewContext
      do {
        let (rex, tom) = (Pet(context: context), Pet(context: context))
        rex.friends = [tom]
        try context.save()
        XCTAssertEqual(rex.friends, [tom])
        XCTAssertEqual(tom.friendOf, [rex])
      }
      XCTAssertEqual(context.registeredObjects.count, 2)
      context.refreshAllObjects()
      context.processPendingChanges()
      XCTAssertEqual(context.registeredObjects.count, 0)
    }
  }

  func testRefreshingAgainAndAgainDoesNotPileUpWhatWaitsToBeRead() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let owners = try (0..<10).map { try self.owner("Owner \($0)", in: context) }
      for _ in 0..<1000 { context.refreshAllObjects() }
      XCTAssertLessThanOrEqual(context.reader.unreadCount, 1100)
      XCTAssertEqual(owners.map(\.age), Array(repeating: 18, count: 10))
    }
  }
}

/// A clock that stands still until it is told to go on.
private final class Clock: Sendable {
  private let time = Lock(1000.0)

  var now: TimeInterval { time.withLock { $0 } }

  func advance(by seconds: TimeInterval) { time.withLock { $0 += seconds } }
}
