import Foundation
import ObjectGraph
import XCTest

/// Undoing and redoing a context's changes.
@MainActor
final class UndoTests: XCTestCase {
  // Fact 189.
  func testWithoutAnUndoManagerUndoDoesNothingAndRollbackWorks() async throws {
    try await eachStore { container in
      let context = container.viewContext
      XCTAssertNil(context.undoManager)
      let ann = Owner(context: context)
      context.undo()
      context.redo()
      XCTAssertEqual(context.insertedObjects, [ann])
      context.rollback()
      XCTAssertFalse(context.hasChanges)
    }
  }

  // Fact 190.
  func testEachEventIsOneGroup() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let family = try SavedFamily(in: context)
      family.ann.age = 20
      family.rex.name = "Max"
      context.processPendingChanges()
      family.ann.age = 30
      context.undo()
      XCTAssertEqual(family.ann.age, 20)
      XCTAssertEqual(family.rex.name, "Max")
      context.undo()
      XCTAssertEqual(family.ann.age, 18)
      XCTAssertEqual(family.rex.name, "Rex")
      XCTAssertEqual(context.undoManager?.canUndo, false)
      context.redo()
      XCTAssertEqual(family.ann.age, 20)
      context.redo()
      XCTAssertEqual(family.ann.age, 30)
      XCTAssertEqual(family.rex.name, "Max")
    }
  }

  // Fact 190.
  func testChangesWithRegistrationDisabledSurviveUndo() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let family = try SavedFamily(in: context)
      let manager = try XCTUnwrap(context.undoManager)
      family.ann.age = 20
      context.processPendingChanges()
      manager.disableUndoRegistration()
      family.ann.name = "Anna"
      let pip = Pet(context: context)
      pip.owner = family.ann
      context.processPendingChanges()
      manager.enableUndoRegistration()
      context.undo()
      XCTAssertEqual(family.ann.age, 18)
      XCTAssertEqual(family.ann.name, "Anna")
      XCTAssertEqual(family.ann.pets, [family.rex, family.tom, pip])
    }
  }

  // Fact 191.
  func testUnregisteredChangesDoNotReferToAnObjectWhoseSavedInsertionIsUndone() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let family = try SavedFamily(in: context)
      let manager = try XCTUnwrap(context.undoManager)
      let bob = Owner(context: context)
      bob.name = "Bob"
      try context.save()
      manager.disableUndoRegistration()
      family.rex.owner = bob
      context.processPendingChanges()
      manager.enableUndoRegistration()
      context.undo()
      XCTAssertTrue(bob.isDeleted)
      XCTAssertNil(family.rex.owner)
      try context.save()
    }
  }

  func testUndoOfAnInsertionEmptiesInsertedObjectsAndRedoBringsTheSameObjectBack() async throws {
    try await eachStore { container in
      let context = container.viewContext
      context.undoManager = UndoManager()
      let ann = Owner(context: context)
      ann.name = "Ann"
      let rex = Pet(context: context)
      rex.owner = ann
      let id = rex.objectID
      context.undo()
      XCTAssertEqual(context.insertedObjects, [])
      XCTAssertFalse(context.hasChanges)
      XCTAssertNil(rex.managedObjectContext)
      context.redo()
      XCTAssertEqual(context.insertedObjects, [ann, rex])
      XCTAssertEqual(ann.name, "Ann")
      XCTAssertEqual(ann.pets, [rex])
      XCTAssertEqual(rex.objectID, id)
      XCTAssertTrue(context.object(with: id) === rex)
      try context.save()
      XCTAssertEqual(try context.count(for: FetchRequest<Pet>()), 1)
    }
  }

  // Facts 53 and 191.
  func testAfterRollbackAndResetThereIsNothingToUndoOrRedo() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let manager = UndoManager()
      context.undoManager = manager
      for forget in [context.rollback, context.reset] {
        let ann = Owner(context: context)
        context.processPendingChanges()
        ann.name = "Ann"
        context.undo()
        XCTAssertTrue(manager.canUndo)
        XCTAssertTrue(manager.canRedo)
        forget()
        XCTAssertFalse(manager.canUndo)
        XCTAssertFalse(manager.canRedo)
        context.redo()
        XCTAssertFalse(context.hasChanges)
      }
    }
  }

  // Fact 192.
  func testUndoOfADeletionRestoresRelationshipsOnBothSides() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let family = try SavedFamily(in: context)
      let (ann, rex, tom) = (family.ann, family.rex, family.tom)
      context.delete(ann)
      context.delete(tom)
      context.processPendingChanges()
      XCTAssertEqual(context.deletedObjects, [ann, tom, family.passport])
      XCTAssertNil(rex.owner)
      XCTAssertEqual(rex.friends, [])
      context.undo()
      XCTAssertEqual(context.deletedObjects, [])
      XCTAssertFalse(context.hasChanges)
      XCTAssertEqual(ann.pets, [rex, tom])
      XCTAssertTrue(rex.owner === ann)
      XCTAssertEqual(rex.friends, [tom])
      XCTAssertEqual(tom.friendOf, [rex])
      XCTAssertTrue(ann.passport === family.passport)
      XCTAssertTrue(family.passport.owner === ann)
      context.redo()
      XCTAssertEqual(context.deletedObjects, [ann, tom, family.passport])
      XCTAssertNil(rex.owner)
      try context.save()
      XCTAssertEqual(try context.count(for: FetchRequest<Owner>()), 0)
      XCTAssertEqual(try context.count(for: FetchRequest<Passport>()), 0)
      XCTAssertEqual(try context.fetch(FetchRequest<Pet>()), [rex])
    }
  }

  func testUndoOfASavedInsertionDeletesTheObject() async throws {
    try await eachStore { container in
      let context = container.viewContext
      context.undoManager = UndoManager()
      let ann = Owner(context: context)
      ann.name = "Ann"
      try context.save()
      context.undo()
      XCTAssertEqual(context.deletedObjects, [ann])
      try context.save()
      XCTAssertEqual(try context.count(for: FetchRequest<Owner>()), 0)
      context.redo()
      XCTAssertEqual(context.insertedObjects, [ann])
      try context.save()
      context.reset()
      XCTAssertEqual(try context.fetch(FetchRequest<Owner>()).map(\.name), ["Ann"])
    }
  }

  func testUndoOfASavedDeletionInsertsTheSameObjectWithANewID() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let family = try SavedFamily(in: context)
      let (ann, rex, tom) = (family.ann, family.rex, family.tom)
      let id = ann.objectID
      context.delete(ann)
      context.delete(tom)
      try context.save()
      XCTAssertNil(ann.managedObjectContext)
      context.undo()
      XCTAssertEqual(context.insertedObjects, [ann, tom, family.passport])
      XCTAssertTrue(ann.objectID.isTemporaryID)
      XCTAssertEqual(ann.name, "Ann")
      XCTAssertEqual(ann.pets, [rex, tom])
      XCTAssertEqual(tom.friendOf, [rex])
      try context.save()
      XCTAssertNotEqual(ann.objectID, id)
      context.reset()
      let again = try XCTUnwrap(try context.fetch(FetchRequest<Owner>()).first)
      XCTAssertEqual(Set(again.pets.compactMap(\.name)), ["Rex", "Tom"])
      XCTAssertEqual(again.passport?.number, "7")
      XCTAssertEqual(again.pets.flatMap(\.friends).map(\.name), ["Tom"])
    }
  }

  func testWhatAnEventChangedBeforeItDeletedTheObjectIsUndoneToo() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let family = try SavedFamily(in: context)
      for isSaved in [false, true] {
        family.rex.weight = 1
        context.delete(family.rex)
        family.ann.passport = nil
        context.delete(family.passport)
        if isSaved { try context.save() }
        context.undo()
        XCTAssertNil(family.rex.weight)
        XCTAssertTrue(family.ann.passport === family.passport)
        context.redo()
        context.undo()
        XCTAssertNil(family.rex.weight)
        XCTAssertTrue(family.passport.owner === family.ann)
      }
    }
  }

  func testUndoOfASavedChangeIsAChange() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let family = try SavedFamily(in: context)
      family.ann.name = "Anna"
      family.rex.owner = nil
      try context.save()
      context.undo()
      XCTAssertEqual(context.updatedObjects, [family.ann, family.rex])
      XCTAssertEqual(family.ann.pets, [family.rex, family.tom])
      try context.save()
      context.reset()
      let again = try XCTUnwrap(try context.fetch(FetchRequest<Owner>()).first)
      XCTAssertEqual(again.name, "Ann")
      XCTAssertEqual(again.pets.count, 2)
    }
  }

  func testOneToOneAndManyToManyRelationshipsAreUndone() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let family = try SavedFamily(in: context)
      let (ann, rex, tom) = (family.ann, family.rex, family.tom)
      let bob = Owner(context: context)
      bob.name = "Bob"
      try context.save()
      bob.passport = family.passport
      tom.friends = [rex]
      rex.friends = []
      bob.pets = [rex]
      context.undo()
      XCTAssertTrue(ann.passport === family.passport)
      XCTAssertNil(bob.passport)
      XCTAssertEqual(rex.friends, [tom])
      XCTAssertEqual(rex.friendOf, [])
      XCTAssertEqual(ann.pets, [rex, tom])
      XCTAssertFalse(context.hasChanges)
      context.redo()
      XCTAssertTrue(bob.passport === family.passport)
      XCTAssertNil(ann.passport)
      XCTAssertEqual(tom.friends, [rex])
      XCTAssertEqual(rex.friends, [])
      XCTAssertEqual(bob.pets, [rex])
      try context.save()
    }
  }

  func testWhatAChildSavedIsOneGroup() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let family = try SavedFamily(in: context)
      family.ann.age = 40
      let child = context.makeChild()
      let ann = try XCTUnwrap(child.existingObject(with: family.ann.objectID) as? Owner)
      ann.name = "Anna"
      let pip = Pet(context: child)
      pip.owner = ann
      child.processPendingChanges()
      child.delete(child.object(with: family.tom.objectID))
      try child.save()
      XCTAssertEqual(family.ann.pets.count, 2)
      context.undo()
      XCTAssertEqual(family.ann.name, "Ann")
      XCTAssertEqual(family.ann.age, 40)
      XCTAssertEqual(family.ann.pets, [family.rex, family.tom])
      XCTAssertEqual(context.insertedObjects, [])
      XCTAssertEqual(context.deletedObjects, [])
      context.redo()
      XCTAssertEqual(family.ann.name, "Anna")
      XCTAssertEqual(family.ann.pets.count, 2)
      XCTAssertTrue(family.tom.isDeleted)
    }
  }

  func testAChildUndoesWhatItSavedIntoItsParent() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let child = context.makeChild()
      child.undoManager = UndoManager()
      let rex = Pet(context: child)
      try child.save()
      XCTAssertEqual(context.insertedObjects.count, 1)
      child.undo()
      try child.save()
      XCTAssertEqual(context.insertedObjects, [])
      child.redo()
      rex.name = "Rex"
      try child.saveThrough()
      XCTAssertEqual(try context.fetch(FetchRequest<Pet>()).map(\.name), ["Rex"])
    }
  }

  func testWhatWillSaveChangesIsUndoneWithTheChangesItBelongsTo() async throws {
    try await eachStore(model: NoteModel.notes()) { container in
      let context = container.viewContext
      let note = Note(context: context)
      note.text = "a"
      try context.save()
      context.undoManager = UndoManager()
      note.onWillSave = { if $0.text == "b", $0.count == 0 { $0.count = 1 } }
      note.text = "b"
      try context.save()
      XCTAssertEqual(note.count, 1)
      context.undo()
      XCTAssertEqual(note.text, "a")
      XCTAssertEqual(note.count, 0)
      XCTAssertEqual(context.undoManager?.canUndo, false)
    }
  }

  func testWhatDidSaveChangesIsAGroupByItself() async throws {
    try await eachStore(model: NoteModel.notes()) { container in
      let context = container.viewContext
      let note = Note(context: context)
      try context.save()
      context.undoManager = UndoManager()
      note.onDidSave = { note in
        note.onDidSave = nil
        note.count = 1
      }
      note.text = "a"
      try context.save()
      context.undo()
      XCTAssertEqual(note.count, 0)
      XCTAssertEqual(note.text, "a")
    }
  }

  func testADeletionOfANewObjectInALaterEventIsUndone() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let family = try SavedFamily(in: context)
      let bob = Owner(context: context)
      bob.name = "Bob"
      let visa = Passport(context: context)
      visa.number = "8"
      bob.passport = visa
      family.rex.owner = bob
      context.processPendingChanges()
      context.delete(bob)
      context.processPendingChanges()
      XCTAssertNil(visa.managedObjectContext)
      XCTAssertNil(family.rex.owner)
      context.undo()
      XCTAssertEqual(context.insertedObjects, [bob, visa])
      XCTAssertTrue(bob.passport === visa)
      XCTAssertTrue(visa.owner === bob)
      XCTAssertEqual(bob.pets, [family.rex])
      context.undo()
      XCTAssertFalse(context.hasChanges)
      XCTAssertEqual(family.ann.pets, [family.rex, family.tom])
      context.redo()
      context.redo()
      XCTAssertEqual(context.insertedObjects, [])
      XCTAssertNil(family.rex.owner)
    }
  }

  func testADiscardedObjectIsNotTakenForOneOfAnotherEntityWithTheSameKey() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let family = try SavedFamily(in: context)
      let bob = Owner(context: context)
      bob.name = "Bob"
      family.rex.owner = bob
      try context.save()
      let visa = Passport(context: context)
      try context.obtainPermanentIDs(for: [visa])
      XCTAssertEqual(visa.objectID.key, bob.objectID.key)
      context.processPendingChanges()
      context.delete(visa)
      family.rex.owner = nil
      context.undo()
      XCTAssertTrue(family.rex.owner === bob)
    }
  }

  func testADiscardedObjectThatHadGotItsKeyIsRelatedAgain() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let family = try SavedFamily(in: context)
      let bob = Owner(context: context)
      bob.name = "Bob"
      family.rex.owner = bob
      try context.obtainPermanentIDs(for: [bob])
      context.processPendingChanges()
      context.delete(bob)
      context.processPendingChanges()
      XCTAssertNil(family.rex.owner)
      context.undo()
      XCTAssertTrue(family.rex.owner === bob)
      XCTAssertEqual(bob.name, "Bob")
    }
  }

  func testUndoIsAnnouncedLikeAnyOtherChange() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let family = try SavedFamily(in: context)
      context.delete(family.tom)
      context.processPendingChanges()
      nonisolated(unsafe) var inserted: [Set<ManagedObject>] = []
      let observer = NotificationCenter.default.addObserver(
        forName: ManagedObjectContext.didChangeObjectsNotification, object: context, queue: nil
      ) { note in
        inserted.append(note.userInfo?["inserted"] as? Set<ManagedObject> ?? [])
      }
      context.undo()
      NotificationCenter.default.removeObserver(observer)
      XCTAssertEqual(inserted, [[family.tom]])
    }
  }
  func testAnObjectThatComesBackAfterItsDeletionWasSavedIsTheOneThatFetchesFind() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let family = try SavedFamily(in: context)
      context.delete(family.tom)
      try context.save()
      XCTAssertNil(family.tom.managedObjectContext)
      context.undo()
      try context.save()
      context.refreshAllObjects()
      XCTAssertTrue(try context.fetch(FetchRequest<Pet>()).contains(family.tom))
      XCTAssertEqual(context.errors.map(\.message), [])
    }
  }
}
