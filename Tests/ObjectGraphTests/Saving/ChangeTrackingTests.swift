import Foundation
import ObjectGraph
import XCTest

/// What counts as a change, against the last save and against the last event.
@MainActor
final class ChangeTrackingTests: XCTestCase {
  // Fact 35.
  func testAnInsertedAndDeletedObjectIsInNoSet() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = Owner(context: context)
      context.delete(ann)
      XCTAssertEqual(context.insertedObjects, [])
      XCTAssertEqual(context.deletedObjects, [])
      let bob = Owner(context: context)
      bob.name = "Bob"
      nonisolated(unsafe) var sets: [[String: Int]] = []
      let observer = NotificationCenter.default.addObserver(
        forName: ManagedObjectContext.didSaveObjectsNotification, object: context, queue: nil
      ) { note in
        let info = note.userInfo as? [String: Set<ManagedObject>] ?? [:]
        sets.append(info.mapValues(\.count))
      }
      try context.save()
      NotificationCenter.default.removeObserver(observer)
      XCTAssertEqual(sets, [["inserted": 1]])
    }
  }

  // Fact 35: it was announced as inserted, so it is announced as deleted.
  func testANewObjectThatIsDeletedInALaterEventIsAnnounced() async throws {
    try await eachStore { container in
      let context = container.viewContext
      nonisolated(unsafe) var sets: [[String: Set<ManagedObject>]] = []
      let observer = NotificationCenter.default.addObserver(
        forName: ManagedObjectContext.didChangeObjectsNotification, object: context, queue: nil
      ) { sets.append($0.userInfo as? [String: Set<ManagedObject>] ?? [:]) }
      let ann = Owner(context: context)
      context.processPendingChanges()
      context.delete(ann)
      context.processPendingChanges()
      NotificationCenter.default.removeObserver(observer)
      XCTAssertEqual(sets, [["inserted": [ann]], ["deleted": [ann]]])
    }
  }

  // Fact 36.
  func testSettingAnEqualValueMakesAnObjectChangedWithoutPersistentChanges() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = try savedOwner(in: context)
      ann.name = "Ann"
      XCTAssertTrue(ann.hasChanges)
      XCTAssertTrue(ann.isUpdated)
      XCTAssertEqual(context.updatedObjects, [ann])
      XCTAssertFalse(ann.hasPersistentChangedValues)
      XCTAssertTrue(ann.changedValues().isEmpty)
    }
  }

  // Fact 38.
  func testAPrimitiveValueIsNotAChangedValue() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = try savedOwner(in: context)
      try ann.setPrimitiveValue("Anna", forKey: "name")
      XCTAssertEqual(ann.name, "Anna")
      XCTAssertTrue(ann.changedValues().isEmpty)
      XCTAssertTrue(ann.changedValuesForCurrentEvent().isEmpty)
      XCTAssertFalse(context.hasChanges)
    }
  }

  // Fact 39.
  func testValuesOfTheEventAreAgainstTheLastEventAndOthersAgainstTheLastSave() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = try savedOwner(in: context)
      ann.age = 20
      context.processPendingChanges()
      XCTAssertTrue(ann.changedValuesForCurrentEvent().isEmpty)
      ann.name = "Anna"
      XCTAssertEqual(Set(ann.changedValues().keys), ["age", "name"])
      XCTAssertEqual(ann.changedValues()["name"] as? String, "Anna")
      XCTAssertEqual(Array(ann.changedValuesForCurrentEvent().keys), ["name"])
      XCTAssertEqual(ann.changedValuesForCurrentEvent()["name"] as? String, "Ann")
      ann.name = "Ann"
      XCTAssertTrue(ann.changedValuesForCurrentEvent().isEmpty)
      context.processPendingChanges()
      ann.age = 30
      XCTAssertEqual(ann.changedValuesForCurrentEvent()["age"] as? Int64, 20)
      try context.save()
      XCTAssertTrue(ann.changedValues().isEmpty)
      XCTAssertTrue(ann.changedValuesForCurrentEvent().isEmpty)
    }
  }

  // Fact 39.
  func testRelationshipsAreAmongTheValuesOfTheEventOnBothSides() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = try savedOwner(in: context)
      let (rex, tom) = (Pet(context: context), Pet(context: context))
      rex.owner = ann
      context.processPendingChanges()
      tom.owner = ann
      rex.friends = [tom]
      XCTAssertEqual(ann.changedValuesForCurrentEvent()["pets"] as? Set<ManagedObject>, [rex])
      XCTAssertEqual(rex.changedValuesForCurrentEvent()["friends"] as? Set<ManagedObject>, [])
      XCTAssertEqual(tom.changedValuesForCurrentEvent()["friendOf"] as? Set<ManagedObject>, [])
      context.processPendingChanges()
      rex.owner = nil
      let values = rex.changedValuesForCurrentEvent()
      XCTAssertEqual(Array(values.keys), ["owner"])
      XCTAssertTrue(values["owner"] as? Owner === ann)
      XCTAssertEqual(ann.changedValuesForCurrentEvent()["pets"] as? Set<ManagedObject>, [rex, tom])
    }
  }

  // Fact 39.
  func testAnObserverOfAnEventStillSeesItsValues() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = try savedOwner(in: context)
      ann.age = 20
      context.processPendingChanges()
      ann.age = 30
      Pet(context: context).owner = ann
      nonisolated(unsafe) let owner = ann
      nonisolated(unsafe) var seen: [[String: Any?]] = []
      let observer = NotificationCenter.default.addObserver(
        forName: ManagedObjectContext.didChangeObjectsNotification, object: context, queue: nil
      ) { _ in seen.append(owner.changedValuesForCurrentEvent()) }
      context.processPendingChanges()
      NotificationCenter.default.removeObserver(observer)
      XCTAssertEqual(seen.count, 1)
      XCTAssertEqual(seen.first?["age"] as? Int64, 20)
      XCTAssertEqual(seen.first?["pets"] as? Set<ManagedObject>, [])
      XCTAssertTrue(ann.changedValuesForCurrentEvent().isEmpty)
    }
  }

  // Fact 40.
  func testAnObjectThatWasNeverSavedHasChangedValuesAndNoCommittedOnes() async throws {
    try await eachStore { container in
      let ann = Owner(context: container.viewContext)
      ann.name = "Ann"
      XCTAssertTrue(try ann.committedValues(forKeys: ["name", "age"]).isEmpty)
      XCTAssertTrue(try ann.committedValues(forKeys: nil).isEmpty)
      XCTAssertEqual(ann.changedValues()["name"] as? String, "Ann")
    }
  }

  // Fact 24.
  func testCommittedValuesWithoutKeysLeaveUnreadMembersOutAndWithKeysReadThem() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = Owner(context: context)
      ann.name = "Ann"
      let rex = Pet(context: context)
      rex.owner = ann
      try context.save()
      let id = ann.objectID
      context.reset()
      let again = try XCTUnwrap(try context.existingObject(with: id) as? Owner)
      XCTAssertEqual(
        Set(try again.committedValues(forKeys: nil).keys), ["name", "age", "passport"])
      XCTAssertTrue(try again.hasFault(forRelationshipNamed: "pets"))
      let named = try again.committedValues(forKeys: ["pets"])
      XCTAssertEqual((named["pets"] as? Set<ManagedObject>)?.count, 1)
      XCTAssertFalse(try again.hasFault(forRelationshipNamed: "pets"))
      Pet(context: context).owner = again
      let known = try again.committedValues(forKeys: nil)
      XCTAssertEqual(Set(known.keys), ["name", "age", "passport", "pets"])
      XCTAssertEqual((known["pets"] as? Set<ManagedObject>)?.count, 1)
    }
  }

  // Fact 41: values are copied, so a change in place is never one of the object.
  func testChangingACopyOfAValueAndSettingAnEqualOneIsNoChange() async throws {
    try await eachStore(model: EverythingModel.model()) { container in
      let context = container.viewContext
      let one = Everything(context: context)
      one.bytes = Data([1, 2])
      try context.save()
      var bytes = try XCTUnwrap(one.bytes)
      bytes[0] = 9
      XCTAssertFalse(one.hasChanges)
      XCTAssertEqual(one.bytes, Data([1, 2]))
      one.bytes = Data([1, 2])
      XCTAssertFalse(one.hasPersistentChangedValues)
      XCTAssertTrue(one.changedValues().isEmpty)
    }
  }

  // Fact 42.
  func testAPropertyOutsideTheModelDoesNotMakeAnObjectChanged() async throws {
    try await eachStore(model: NoteModel.notes()) { container in
      let context = container.viewContext
      let note = Note(context: context)
      try context.save()
      note.onWillSave = { _ in }
      XCTAssertFalse(note.hasChanges)
      XCTAssertFalse(context.hasChanges)
    }
  }

  private func savedOwner(in context: ManagedObjectContext) throws -> Owner {
    let ann = Owner(context: context)
    ann.name = "Ann"
    try context.save()
    return ann
  }
}
