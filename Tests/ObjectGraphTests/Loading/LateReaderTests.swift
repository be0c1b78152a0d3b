import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Rows that are on their way from the store while another context saves.
@MainActor
final class LateReaderTests: XCTestCase {
  private func container() throws -> PersistentContainer {
    let file = try temporaryFolder("late").file("Pets.sqlite")
    let container = try PersistentContainer(
      name: "Pets", managedObjectModel: TestModel.pets(),
      descriptions: [PersistentStoreDescription(url: file)])
    try container.loadPersistentStores()
    let context = container.viewContext
    let ann = Owner(context: context)
    ann.name = "Ann"
    let pet = Pet(context: context)
    pet.name = "Rex"
    pet.owner = ann
    try context.save()
    context.reset()
    container.persistentStoreCoordinator.forgetRows()
    return container
  }

  private func rename(_ entity: String, in container: PersistentContainer) {
    container.newBackgroundContext().performAndWait { context in
      do {
        let found = try context.fetch(FetchRequest<ManagedObject>(entityName: entity))
        try found.first?.setValue("New", forKey: "name")
        try context.save()
      } catch {
        XCTFail("\(error)")
      }
    }
  }

  /// Saves a change when the first rows of a table were read, before the reader has them.
  private func renaming<Result>(
    _ entity: String, in container: PersistentContainer, meanwhile read: () throws -> Result
  ) throws -> Result {
    let meddler = Meddler(table: "Z\(entity.uppercased())") {
      self.rename(entity, in: container)
    }
    container.persistentStoreCoordinator.addWorkObserver(meddler)
    defer { container.persistentStoreCoordinator.removeWorkObserver(meddler) }
    let result = try read()
    XCTAssertTrue(meddler.isDone, "nothing was saved meanwhile")
    return result
  }

  /// What a context that has seen nothing yet reads of an object by its ID.
  private func name(of id: ManagedObjectID, in container: PersistentContainer) throws -> String? {
    try container.newBackgroundContext().performAndWait { context in
      try context.object(with: id).value(forKey: "name") as? String
    }
  }

  func testWhatAFetchReadBeforeASaveDoesNotHideWhatTheSaveWrote() async throws {
    let container = try container()
    let context = container.viewContext
    let found = try renaming("Owner", in: container) {
      try context.fetch(FetchRequest<Owner>())
    }
    let owner = try XCTUnwrap(found.first)
    XCTAssertEqual(try name(of: owner.objectID, in: container), "New")
    context.refresh(owner, mergeChanges: false)
    XCTAssertEqual(owner.name, "New")
  }

  func testWhatAFaultReadBeforeASaveDoesNotHideWhatTheSaveWrote() async throws {
    let container = try container()
    let context = container.viewContext
    let request = FetchRequest<ManagedObjectID>(entityName: "Owner")
    request.resultType = .managedObjectIDResultType
    let id = try XCTUnwrap(try context.fetch(request).first)
    let owner = try XCTUnwrap(context.object(with: id) as? Owner)
    _ = try renaming("Owner", in: container) { owner.name }
    XCTAssertEqual(try name(of: id, in: container), "New")
    context.refresh(owner, mergeChanges: false)
    XCTAssertEqual(owner.name, "New")
  }

  func testWhatARelationshipReadBeforeASaveDoesNotHideWhatTheSaveWrote() async throws {
    let container = try container()
    let context = container.viewContext
    let owner = try XCTUnwrap(try context.fetch(FetchRequest<Owner>()).first)
    let pet = try XCTUnwrap(try renaming("Pet", in: container) { owner.pets.first })
    XCTAssertEqual(try name(of: pet.objectID, in: container), "New")
    context.refresh(pet, mergeChanges: false)
    XCTAssertEqual(pet.name, "New")
  }

  func testWhatWasSavedBeforeAnotherSaveDoesNotHideWhatThatWrote() async throws {
    let container = try container()
    let context = container.viewContext
    let owner = try XCTUnwrap(try context.fetch(FetchRequest<Owner>()).first)
    owner.age = 41
    let meddler = Meddler(afterSave: true) { self.rename("Owner", in: container) }
    container.persistentStoreCoordinator.addWorkObserver(meddler)
    try context.save()
    container.persistentStoreCoordinator.removeWorkObserver(meddler)
    XCTAssertTrue(meddler.isDone, "nothing was saved meanwhile")
    XCTAssertEqual(try name(of: owner.objectID, in: container), "New")
    context.refresh(owner, mergeChanges: false)
    XCTAssertEqual(owner.name, "New")
    XCTAssertEqual(owner.age, 41)
  }
}

/// Does something once, on the thread that has just read or saved.
private final class Meddler: WorkObserver, @unchecked Sendable {
  // Sound: the tests work on one thread.
  let interests: WorkInterests = [.work, .statements]
  private let table: String
  private let afterSave: Bool
  private let deed: () -> Void
  private(set) var isDone = false

  init(table: String = "", afterSave: Bool = false, _ deed: @escaping () -> Void) {
    self.table = table
    self.afterSave = afterSave
    self.deed = deed
  }

  func didWork(_ event: WorkEvent) {
    guard !isDone, isAwaited(event) else { return }
    isDone = true
    deed()
  }

  private func isAwaited(_ event: WorkEvent) -> Bool {
    switch event {
    case .save: afterSave
    case .statement(let statement):
      !afterSave && statement.sql.hasPrefix("SELECT") && statement.sql.contains("\(table) ")
    default: false
    }
  }
}
