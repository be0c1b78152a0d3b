import Foundation
import ObjectGraph
import XCTest

/// What observers do to a context in the midst of its save is not taken for saved.
@MainActor
final class MidSaveTests: XCTestCase {
  /// Saves a child of the view context that has a new owner Ann, and inserts a pet of hers, and an
  /// owner Bob, when the parent posts a notification: the child's changes are on their way then.
  private func insertMidSave(
    at name: Notification.Name, in container: PersistentContainer,
    save: (ManagedObjectContext) throws -> Void
  ) throws -> ManagedObjectContext {
    let child = container.viewContext.makeChild()
    let ann = child.owner("Ann", age: 40)
    let edit = Edit(child, ann)
    let observer = NotificationCenter.default.addObserver(
      forName: name, object: container.viewContext, queue: nil
    ) { _ in
      MainActor.assumeIsolated { edit.makeOnce() }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    try save(child)
    return child
  }

  @MainActor
  private final class Edit {
    let context: ManagedObjectContext
    let owner: Owner
    private var isMade = false

    init(_ context: ManagedObjectContext, _ owner: Owner) {
      (self.context, self.owner) = (context, owner)
    }

    func makeOnce() {
      guard !isMade else { return }
      isMade = true
      let pet = Pet(context: context)
      (pet.name, pet.owner) = ("Rex", owner)
      context.owner("Bob", age: 30)
    }
  }

  /// The owners and their pets as the stores have them.
  private func stored(_ container: PersistentContainer) throws -> [String] {
    try container.newBackgroundContext().performAndWait { context in
      try context.owners.map { owner in
        "\(owner.name): \(owner.pets.compactMap(\.name).sorted().joined())"
      }.sorted()
    }
  }

  func testWhatComesDuringASaveThroughAllContextsIsSavedWithTheNext() async throws {
    try await eachStore { container in
      let child = try self.insertMidSave(
        at: ManagedObjectContext.willSaveObjectsNotification, in: container
      ) { try $0.saveThrough() }
      XCTAssertEqual(try self.stored(container), ["Ann: "])
      XCTAssertEqual(child.insertedObjects.count, 2)
      try child.saveThrough()
      XCTAssertEqual(try self.stored(container), ["Ann: Rex", "Bob: "])
      XCTAssertFalse(child.hasChanges)
    }
  }

  func testWhatComesDuringASaveIntoTheParentIsSavedWithTheNext() async throws {
    try await eachStore { container in
      let child = try self.insertMidSave(
        at: ManagedObjectContext.didChangeObjectsNotification, in: container
      ) { try $0.save() }
      XCTAssertEqual(container.viewContext.insertedObjects.count, 1)
      XCTAssertEqual(child.insertedObjects.count, 2)
      try child.save()
      XCTAssertEqual(container.viewContext.insertedObjects.count, 3)
      try container.viewContext.save()
      XCTAssertEqual(try self.stored(container), ["Ann: Rex", "Bob: "])
      XCTAssertFalse(child.hasChanges)
    }
  }

  func testADeletionDuringASaveIsSavedWithTheNext() async throws {
    try await eachStore { container in
      let context = container.viewContext
      context.owner("Ann", age: 40)
      let bob = context.owner("Bob", age: 30)
      try context.save()
      let child = context.makeChild()
      let deletion = Deletion(child, bob.objectID)
      child.owner("Cy", age: 20)
      let observer = NotificationCenter.default.addObserver(
        forName: ManagedObjectContext.willSaveObjectsNotification, object: context, queue: nil
      ) { _ in
        MainActor.assumeIsolated { deletion.make() }
      }
      try child.saveThrough()
      NotificationCenter.default.removeObserver(observer)
      XCTAssertEqual(try self.stored(container), ["Ann: ", "Bob: ", "Cy: "])
      XCTAssertEqual(child.deletedObjects.count, 1)
      try child.saveThrough()
      XCTAssertEqual(try self.stored(container), ["Ann: ", "Cy: "])
    }
  }

  @MainActor
  private final class Deletion {
    let context: ManagedObjectContext
    let id: ManagedObjectID

    init(_ context: ManagedObjectContext, _ id: ManagedObjectID) {
      (self.context, self.id) = (context, id)
    }

    func make() { context.delete(context.object(with: id)) }
  }
}
