import Foundation
import ObjectGraph
import XCTest

/// Faults whose rows are gone, and stores that fail between the fetch and the fault.
@MainActor
final class InaccessibleFaultTests: XCTestCase {
  private func owner(_ name: String = "Ann", in context: ManagedObjectContext) throws -> Owner {
    let owner = Owner(context: context)
    owner.name = name
    try context.save()
    return owner
  }

  /// A fault whose row someone else deleted.
  private func vanished(in container: PersistentContainer) throws -> Owner {
    let context = container.viewContext
    let ann = try owner(in: context)
    let id = ann.objectID
    try container.newBackgroundContext().performAndWait { other in
      other.delete(try other.existingObject(with: id))
      try other.save()
    }
    context.refresh(ann, mergeChanges: false)
    return ann
  }

  // Fact 23.
  func testReadingAFaultWhoseRowIsGoneMarksItAsDeletedAndTheNextSaveReportsIt() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = try self.vanished(in: container)
      XCTAssertTrue(context.shouldDeleteInaccessibleFaults)
      XCTAssertFalse(ann.isDeleted)
      var deleted: Set<ManagedObjectID> = []
      let observer = NotificationCenter.default.addObserver(
        forName: ManagedObjectContext.didChangeObjectsNotification, object: context, queue: nil
      ) { note in
        let found = note.userInfo?["deleted"] as? Set<ManagedObject> ?? []
        let ids = Set(found.map(\.objectID))
        MainActor.assumeIsolated { deleted = ids }
      }
      defer { NotificationCenter.default.removeObserver(observer) }
      XCTAssertEqual(ann.name, "")
      XCTAssertEqual(ann.age, 0)
      XCTAssertNil(ann.passport)
      XCTAssertTrue(ann.isDeleted)
      context.processPendingChanges()
      XCTAssertEqual(deleted, [ann.objectID])
      XCTAssertFalse(context.hasChanges)
      XCTAssertEqual(context.errors.map(\.code), [.managedObjectReferentialIntegrity])
      XCTAssertThrowsError(try context.save()) {
        XCTAssertEqual(($0 as? ObjectGraphError)?.code, .managedObjectReferentialIntegrity)
      }
      try context.save()
    }
  }

  // Fact 23.
  func testWhereTheyAreNotDeletedSuchFaultsStayFaultsAndAreReportedAllTheSame() async throws {
    try await eachStore { container in
      let context = container.viewContext
      context.shouldDeleteInaccessibleFaults = false
      let ann = try self.vanished(in: container)
      XCTAssertEqual(ann.age, 0)
      XCTAssertFalse(ann.isDeleted)
      XCTAssertTrue(ann.isFault)
      XCTAssertEqual(context.errors.map(\.code), [.managedObjectReferentialIntegrity])
    }
  }

  // Fact 23.
  func testWhatThrowsNeitherMarksAnObjectAsDeletedNorKeepsTheError() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = try self.vanished(in: container)
      func refused(_ body: @autoclosure () throws -> Any?) {
        XCTAssertThrowsError(try body()) {
          XCTAssertEqual(($0 as? ObjectGraphError)?.code, .managedObjectReferentialIntegrity)
        }
      }
      refused(try ann.value(forKey: "name"))
      refused(try ann.setValue("Bob", forKey: "name"))
      refused(try ann.setPrimitiveValue("Bob", forKey: "name"))
      refused(try ann.committedValues(forKeys: nil))
      refused(try ann.objectIDs(forRelationshipNamed: "passport"))
      refused(try context.existingObject(with: ann.objectID))
      XCTAssertFalse(ann.isDeleted)
      XCTAssertTrue(ann.isFault)
      XCTAssertEqual(context.errors.count, 0)
    }
  }

  // Fact 23.
  func testAnObjectWithUnsavedChangesIsNotMarkedAsDeleted() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = try self.vanished(in: container)
      let rex = Pet(context: context)
      rex.owner = ann
      XCTAssertEqual(ann.name, "")
      XCTAssertFalse(ann.isDeleted)
      XCTAssertThrowsError(try context.save())
      XCTAssertThrowsError(try context.save())
      XCTAssertTrue(rex.owner === ann)
      rex.owner = nil
      try context.save()
      XCTAssertFalse(rex.objectID.isTemporaryID)
    }
  }

  func testARefreshLetsAnInaccessibleObjectBeAskedForAgain() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let child = context.makeChild()
      let new = Owner(context: child)
      new.name = "Ann"
      try child.obtainPermanentIDs(for: [new])
      let early = try XCTUnwrap(context.object(with: new.objectID) as? Owner)
      XCTAssertEqual(early.name, "")
      XCTAssertTrue(early.isDeleted)
      XCTAssertThrowsError(try context.save())
      try child.saveThrough()
      XCTAssertFalse(early.isDeleted)
      XCTAssertEqual(early.name, "Ann")
    }
  }

  func testASaveIntoAFileThatWasMovedAwayIsRefusedAndWorksOnceItIsBack() async throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let container = try open(folder)
    let context = container.viewContext
    let ann = try owner(in: context)
    let bob = try owner("Bob", in: context)
    context.refresh(bob, mergeChanges: false)
    container.persistentStoreCoordinator.forgetRows()
    let file = folder.appendingPathComponent("Pets.sqlite")
    let aside = folder.appendingPathComponent("Aside.sqlite")
    try FileManager.default.moveItem(at: file, to: aside)
    ann.age = 30
    // What was open can still be read; nothing more goes where nobody would find it.
    XCTAssertEqual(bob.name, "Bob")
    XCTAssertThrowsError(try context.save()) {
      XCTAssertEqual(($0 as? ObjectGraphError)?.code, .persistentStoreSave)
      XCTAssertNotNil(($0 as? ObjectGraphError)?.repair)
    }
    XCTAssertThrowsError(try context.obtainPermanentIDs(for: [Owner(context: context)]))
    context.delete(try XCTUnwrap(context.insertedObjects.first))
    XCTAssertTrue(ann.isUpdated)
    XCTAssertEqual(ann.age, 30)
    try FileManager.default.moveItem(at: aside, to: file)
    try context.save()
    XCTAssertFalse(context.hasChanges)
  }

  func testATruncatedFileIsReportedByFaultsAndSavesAndIsReadOnceItIsBack() async throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("Pets.sqlite")
    let container = try open(folder)
    for number in 0..<2000 {
      Owner(context: container.viewContext).name =
        "Owner \(number) " + String(repeating: "x", count: 500)
    }
    try container.viewContext.save()
    let coordinator = container.persistentStoreCoordinator
    for store in coordinator.persistentStores { try coordinator.remove(store) }
    let whole = try Data(contentsOf: file)

    let damaged = try open(folder, pragmas: ["cache_size": "10"])
    let context = damaged.viewContext
    let owners = try context.fetch(FetchRequest<Owner>())
    let kept = try XCTUnwrap(owners.last)
    kept.age = 30
    context.refresh(owners[1000], mergeChanges: false)
    damaged.persistentStoreCoordinator.forgetRows()
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: 4096 * 4)
    XCTAssertEqual(owners[1000].name, "")
    XCTAssertFalse(owners[1000].isDeleted)
    XCTAssertEqual(context.errors.map(\.code), [.persistentStoreOperation])
    XCTAssertThrowsError(try owners[1000].value(forKey: "name"))
    XCTAssertThrowsError(try context.save())
    XCTAssertThrowsError(try context.save())
    XCTAssertEqual(kept.age, 30)
    try handle.seek(toOffset: 0)
    try handle.write(contentsOf: whole)
    try handle.close()
    XCTAssertTrue(owners[1000].name.hasPrefix("Owner 1000"))
    try context.save()
    let coordinatorAgain = damaged.persistentStoreCoordinator
    for store in coordinatorAgain.persistentStores { try coordinatorAgain.remove(store) }
    let request = FetchRequest<Owner>()
    request.predicate = try FetchPredicate(format: "age == 30")
    XCTAssertEqual(try open(folder).viewContext.count(for: request), 1)
  }

  func testAReadOnlyStoreIsReadAndLeavesTheChangesInTheContext() async throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let writable = try open(folder)
    _ = try owner(in: writable.viewContext)
    let coordinator = writable.persistentStoreCoordinator
    for store in coordinator.persistentStores { try coordinator.remove(store) }
    let readOnly = description(folder)
    readOnly.isReadOnly = true
    let container = try PersistentContainer(
      name: "Pets", managedObjectModel: TestModel.pets(), descriptions: [readOnly])
    try container.loadPersistentStores()
    let context = container.viewContext
    let ann = try XCTUnwrap(context.fetch(FetchRequest<Owner>()).first)
    XCTAssertEqual(ann.name, "Ann")
    ann.age = 30
    let new = Owner(context: context)
    new.name = "Bob"
    XCTAssertThrowsError(try context.obtainPermanentIDs(for: [new])) {
      XCTAssertEqual(($0 as? ObjectGraphError)?.code, .persistentStoreSave)
    }
    XCTAssertTrue(new.objectID.isTemporaryID)
    XCTAssertThrowsError(try context.save()) {
      XCTAssertEqual(($0 as? ObjectGraphError)?.code, .persistentStoreSave)
    }
    XCTAssertEqual(context.updatedObjects, [ann])
    XCTAssertEqual(context.insertedObjects, [new])
    XCTAssertEqual(ann.age, 30)
  }

  private func temporaryFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("inaccessible-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  private func description(
    _ folder: URL, pragmas: [String: String] = [:]
  ) -> PersistentStoreDescription {
    PersistentStoreDescription(
      url: folder.appendingPathComponent("Pets.sqlite"), pragmas: pragmas)
  }

  private func open(
    _ folder: URL, pragmas: [String: String] = [:]
  ) throws -> PersistentContainer {
    let container = try PersistentContainer(
      name: "Pets", managedObjectModel: TestModel.pets(),
      descriptions: [description(folder, pragmas: pragmas)])
    try container.loadPersistentStores()
    return container
  }
}
