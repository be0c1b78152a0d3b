import Foundation
import ObjectGraph
import XCTest

/// What undoing refuses, what is gone, and undo managers that others use as well.
@MainActor
final class UndoLimitsTests: XCTestCase {
  func testUndoDuringASaveIsRefused() async throws {
    try await eachStore(model: NoteModel.notes()) { container in
      let context = container.viewContext
      context.undoManager = UndoManager()
      let note = Note(context: context)
      note.onWillSave = { $0.managedObjectContext?.undo() }
      note.onDidSave = { $0.managedObjectContext?.undo() }
      try context.save()
      XCTAssertEqual(context.undoManager?.errors.count, 2)
      XCTAssertEqual(try context.count(for: FetchRequest<Note>()), 1)
    }
  }

  func testAChangeOfAnObjectThatIsGoneIsReportedAndTheRestIsUndone() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let family = try SavedFamily(in: context)
      let manager = try XCTUnwrap(context.undoManager)
      family.ann.age = 20
      family.rex.name = "Max"
      context.processPendingChanges()
      manager.disableUndoRegistration()
      context.delete(family.rex)
      try context.save()
      manager.enableUndoRegistration()
      context.undo()
      XCTAssertEqual(family.ann.age, 18)
      XCTAssertEqual(manager.errors.map(\.code), [.managedObjectReferentialIntegrity])
      context.redo()
      XCTAssertEqual(family.ann.age, 20)
      try context.save()
    }
  }

  func testUndoLeadsARelationshipNowhereWhenItsDestinationIsGone() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let family = try SavedFamily(in: context)
      let manager = try XCTUnwrap(context.undoManager)
      family.rex.owner = nil
      family.tom.owner = nil
      context.processPendingChanges()
      manager.disableUndoRegistration()
      context.delete(family.ann)
      try context.save()
      manager.enableUndoRegistration()
      context.undo()
      XCTAssertNil(family.rex.owner)
      try context.save()
      XCTAssertEqual(try context.count(for: FetchRequest<Pet>()), 2)
    }
  }

  func testAnUndoManagerThatOutlivesItsContextDoesNothing() async throws {
    try await eachStore { container in
      let manager = UndoManager()
      weak var gone: ManagedObjectContext?
      do {
        let context = container.viewContext.makeChild()
        gone = context
        context.undoManager = manager
        let ann = Owner(context: context)
        context.processPendingChanges()
        ann.name = "Ann"
        context.processPendingChanges()
        manager.registerUndo(withTarget: context) { $0.reset() }
      }
      XCTAssertNil(gone)
      XCTAssertFalse(manager.canUndo)
      manager.undo()
      XCTAssertEqual(manager.errors.count, 0)
    }
  }

  func testContextsMayShareAnUndoManagerAndApplicationsAddTheirActions() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let other = context.makeChild()
      let manager = UndoManager()
      context.undoManager = manager
      other.undoManager = manager
      let (ann, bob) = (Owner(context: context), Owner(context: other))
      context.processPendingChanges()
      other.processPendingChanges()
      manager.beginUndoGrouping()
      ann.name = "Ann"
      bob.name = "Bob"
      var log: [String] = []
      manager.registerUndo(withTarget: ann) { log.append($0.name) }
      manager.endUndoGrouping()
      manager.setActionName("Rename")
      XCTAssertEqual(manager.undoActionName, "Rename")
      context.undo()
      XCTAssertEqual(ann.name, "")
      XCTAssertEqual(bob.name, "")
      XCTAssertEqual(log.count, 1)
      other.undoManager = nil
      context.undo()
      XCTAssertFalse(context.hasChanges)
      XCTAssertTrue(bob.isInserted)
      XCTAssertFalse(manager.canUndo)
    }
  }

  func testANameGivenBeforeTheEventEndsGoesWithIt() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let family = try SavedFamily(in: context)
      let manager = try XCTUnwrap(context.undoManager)
      family.ann.age = 20
      XCTAssertTrue(manager.canUndo)
      manager.setActionName("Birthday")
      context.processPendingChanges()
      family.ann.age = 30
      context.processPendingChanges()
      XCTAssertEqual(manager.undoActionName, "")
      context.undo()
      XCTAssertEqual(manager.undoActionName, "Birthday")
      context.undo()
      XCTAssertEqual(manager.redoActionName, "Birthday")
      XCTAssertEqual(family.ann.age, 18)
    }
  }
}

/// A saved owner with a passport and two pets, and an undo manager that starts there.
@MainActor
struct SavedFamily {
  let ann: Owner
  let rex: Pet
  let tom: Pet
  let passport: Passport

  init(in context: ManagedObjectContext) throws {
    ann = Owner(context: context)
    ann.name = "Ann"
    (rex, tom) = (Pet(context: context), Pet(context: context))
    (rex.name, tom.name) = ("Rex", "Tom")
    ann.pets = [rex, tom]
    rex.friends = [tom]
    passport = Passport(context: context)
    passport.number = "7"
    ann.passport = passport
    try context.save()
    context.undoManager = UndoManager()
  }
}
