import Foundation
import ObjectGraph
import XCTest

/// What objects may do while they are saved and deleted, and what becomes of objects without a
/// context.
@MainActor
final class LifeCycleTests: XCTestCase {
  func testWillSaveMayChangeAndInsertOthers() async throws {
    try await eachStore(model: NoteModel.notes()) { container in
      let context = container.viewContext
      let note = Note(context: context)
      let other = Note(context: context)
      other.text = "other"
      try context.save()
      note.text = "x"
      note.onWillSave = { note in
        note.onWillSave = nil
        other.text = "changed"
        Note(context: context).text = "added"
      }
      try context.save()
      XCTAssertFalse(context.hasChanges)
      context.reset()
      let texts = try context.fetch(FetchRequest<Note>()).map(\.text)
      XCTAssertEqual(texts.sorted(), ["added", "changed", "x"])
    }
  }

  func testWillSaveMayDeleteANewObject() async throws {
    try await eachStore(model: NoteModel.notes()) { container in
      let context = container.viewContext
      let (first, second) = (Note(context: context), Note(context: context))
      first.onWillSave = { note in
        note.onWillSave = nil
        context.delete(second)
      }
      try context.save()
      XCTAssertEqual(try context.count(for: FetchRequest<Note>()), 1)
      XCTAssertNil(second.managedObjectContext)
    }
  }

  func testAWillSaveThatAlwaysChangesFailsTheSave() async throws {
    try await eachStore(model: NoteModel.notes()) { container in
      let context = container.viewContext
      let note = Note(context: context)
      note.onWillSave = { $0.count += 1 }
      XCTAssertThrowsError(try context.save())
      XCTAssertTrue(note.isInserted)
      note.onWillSave = nil
      try context.save()
    }
  }

  // Fact 32.
  func testSavingWhileSavingIsRefusedAndDidSaveLeavesTheContextDirty() async throws {
    try await eachStore(model: NoteModel.notes()) { container in
      let context = container.viewContext
      let note = Note(context: context)
      var codes: [ObjectGraphError.Code?] = []
      func save() {
        do { try context.save() } catch { codes.append((error as? ObjectGraphError)?.code) }
      }
      note.onWillSave = { _ in save() }
      note.onDidSave = { note in
        note.onDidSave = nil
        save()
        note.text = "after"
      }
      try context.save()
      XCTAssertEqual(codes, [.recursiveSave, .recursiveSave])
      XCTAssertEqual(context.updatedObjects, [note])
      note.onWillSave = nil
      try context.save()
      let id = note.objectID
      context.reset()
      XCTAssertEqual((context.object(with: id) as? Note)?.text, "after")
    }
  }

  func testDidSaveKnowsADeletedObjectWhichIsNotDeletedAnyMoreAfterwards() async throws {
    try await eachStore(model: NoteModel.notes()) { container in
      let context = container.viewContext
      let note = Note(context: context)
      try context.save()
      var wasDeleted: Bool?
      note.onDidSave = { wasDeleted = $0.isDeleted }
      context.delete(note)
      try context.save()
      XCTAssertEqual(wasDeleted, true)
      XCTAssertFalse(note.isDeleted)
      XCTAssertNil(note.managedObjectContext)
    }
  }

  func testObjectsThatDeleteEachOtherInPrepareForDeletionComeToAnEnd() async throws {
    try await eachStore(model: NoteModel.notes()) { container in
      let context = container.viewContext
      let (first, second) = (Note(context: context), Note(context: context))
      try context.save()
      first.onPrepareForDeletion = { _ in context.delete(second) }
      second.onPrepareForDeletion = { _ in context.delete(first) }
      context.delete(first)
      XCTAssertEqual(context.deletedObjects, [first, second])
      try context.save()
      XCTAssertEqual(try context.count(for: FetchRequest<Note>()), 0)
    }
  }

  func testAnObserverOfAChangeMayDeleteAndSave() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = Owner(context: context)
      ann.name = "Ann"
      let pet = Pet(context: context)
      pet.owner = ann
      try context.save()
      nonisolated(unsafe) let (observed, owner) = (context, ann)
      var isFirst = true
      let observer = NotificationCenter.default.addObserver(
        forName: ManagedObjectContext.didChangeObjectsNotification, object: context, queue: nil
      ) { _ in
        MainActor.assumeIsolated {
          guard isFirst else { return }
          isFirst = false
          observed.delete(owner)
          do { try observed.save() } catch { XCTFail("\(error)") }
        }
      }
      pet.name = "Rex"
      context.processPendingChanges()
      NotificationCenter.default.removeObserver(observer)
      XCTAssertFalse(context.hasChanges)
      let id = pet.objectID
      context.reset()
      XCTAssertNil((context.object(with: id) as? Pet)?.owner)
    }
  }

  func testTheMembersThatEnteredAnUnreadRelationshipAreCounted() async throws {
    let model = TestModel.pets()
    model.entitiesByName["Owner"]?.relationshipsByName["pets"]?.maxCount = 2
    try await eachStore(model: model) { container in
      let context = container.viewContext
      let ann = Owner(context: context)
      ann.name = "Ann"
      ann.pets = [Pet(context: context), Pet(context: context)]
      try context.save()
      let id = ann.objectID
      context.reset()
      Pet(context: context).owner = context.object(with: id) as? Owner
      XCTAssertThrowsError(try context.save()) { error in
        XCTAssertEqual(
          (error as? ObjectGraphError)?.code, .validationRelationshipExceedsMaximumCount)
      }
    }
  }

  // MARK: Objects without a context, and of the wrong class

  func testAnObjectOfAnotherClassThanItsEntitysIsRefused() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let entity = try XCTUnwrap(container.managedObjectModel.entitiesByName["Owner"])
      let plain = ManagedObject(entity: entity, insertInto: context)
      XCTAssertNil(plain.managedObjectContext)
      XCTAssertThrowsError(try context.save())
      let owner = try EntityDescription.insertNewObject(forEntityName: "Owner", into: context)
      XCTAssertTrue(owner is Owner)
      XCTAssertThrowsError(
        try EntityDescription.insertNewObject(forEntityName: "Ownr", into: context))
      try owner.setValue("Ann", forKey: "name")
      try context.save()
      XCTAssertEqual(try context.fetch(FetchRequest<Owner>()).map(\.name), ["Ann"])
    }
  }

  func testAnIDThatNamesTheWrongEntityNeverGivesAnObjectOfTheWrongClass() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let dog = Dog(context: context)
      dog.tricks = 3
      let pet = Pet(context: context)
      try context.save()
      let coordinator = container.persistentStoreCoordinator
      func id(_ object: Pet, named name: String) throws -> ManagedObjectID {
        let uri = object.objectID.uriRepresentation().absoluteString
          .replacingOccurrences(of: "/Dog/", with: "/\(name)/")
          .replacingOccurrences(of: "/Pet/", with: "/\(name)/")
        return try XCTUnwrap(
          coordinator.managedObjectID(forURIRepresentation: try XCTUnwrap(URL(string: uri))))
      }
      let (petID, dogID) = (try id(dog, named: "Pet"), try id(pet, named: "Dog"))
      context.reset()
      let (notADog, notAPet) = (context.object(with: dogID), context.object(with: petID))
      XCTAssertEqual((notADog as? Dog)?.tricks, 0)
      XCTAssertNil((notAPet as? Pet)?.name)
      XCTAssertEqual(try context.fetch(FetchRequest<Dog>()).map(\.tricks), [3])
      XCTAssertEqual(try context.fetch(FetchRequest<Pet>()).count, 2)
      XCTAssertThrowsError(try context.existingObject(with: dogID))
      XCTAssertThrowsError(try context.save())
    }
  }

  func testAnIDOfAnotherStoreIsNotTakenForOneOfThisStore() throws {
    let model = TestModel.pets()
    let containers = try (0..<2).map { _ in
      let container = try PersistentContainer(
        name: "Pets", managedObjectModel: model, descriptions: [.inMemory()])
      try container.loadPersistentStores()
      Owner(context: container.viewContext).name = "Ann"
      try container.viewContext.save()
      return container
    }
    let first = try XCTUnwrap(
      try containers[0].viewContext.fetch(FetchRequest<Owner>()).first)
    let other = containers[1].viewContext
    XCTAssertNil(other.registeredObject(for: first.objectID))
    XCTAssertNil(other.object(with: first.objectID).managedObjectContext)
    XCTAssertEqual(other.errors.count, 1)
  }

  func testTheLargestLimitAndOffsetAreNoTrap() async throws {
    try await eachStore { container in
      let context = container.viewContext
      Owner(context: context).name = "Ann"
      let request = FetchRequest<Owner>()
      request.fetchLimit = .max
      XCTAssertEqual(try context.fetch(request).count, 1)
      request.fetchOffset = .max
      XCTAssertEqual(try context.fetch(request).count, 0)
      XCTAssertEqual(try context.count(for: request), 0)
    }
  }

  func testAnObjectMadeWithoutAContextIsInsertedLater() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let model = container.managedObjectModel
      func entity(_ name: String) throws -> EntityDescription {
        try XCTUnwrap(model.entitiesByName[name])
      }
      let objects = [
        Owner(entity: try entity("Owner"), insertInto: nil),
        Pet(entity: try entity("Pet"), insertInto: nil),
        Dog(entity: try entity("Dog"), insertInto: nil),
        Passport(entity: try entity("Passport"), insertInto: nil),
      ]
      for object in objects {
        let name = try XCTUnwrap(object.entity.name)
        XCTAssertNil(object.managedObjectContext)
        try object.setValue(name, forKey: name == "Passport" ? "number" : "name")
        context.insert(object)
        XCTAssertTrue(object.isInserted)
      }
      try context.save()
      context.reset()
      XCTAssertEqual(try context.fetch(FetchRequest<Dog>()).map(\.name), ["Dog"])
      XCTAssertEqual(try context.fetch(FetchRequest<Owner>()).map(\.age), [18])
      XCTAssertEqual(try context.fetch(FetchRequest<Passport>()).map(\.number), ["Passport"])
    }
  }

  func testADeletedObjectCanBeInsertedAgainAsANewOne() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = Owner(context: context)
      ann.name = "Ann"
      ann.passport = Passport(context: context)
      ann.passport?.number = "1"
      try context.save()
      let old = ann.objectID
      context.delete(ann)
      try context.save()
      context.insert(ann)
      XCTAssertTrue(ann.isInserted)
      XCTAssertTrue(ann.objectID.isTemporaryID)
      XCTAssertEqual(ann.name, "Ann")
      XCTAssertNil(ann.passport)
      try context.save()
      XCTAssertNotEqual(ann.objectID, old)
      XCTAssertEqual(try context.count(for: FetchRequest<Owner>()), 1)
    }
  }

  func testAnInsertionThatWasRolledBackCanBeInsertedIntoAnotherContext() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = Owner(context: context)
      ann.name = "Ann"
      let pet = Pet(context: context)
      pet.owner = ann
      context.rollback()
      XCTAssertNil(pet.managedObjectContext)
      let child = context.makeChild()
      child.insert(pet)
      XCTAssertNil(pet.owner)
      try child.saveThrough()
      XCTAssertEqual(try context.count(for: FetchRequest<Pet>()), 1)
      XCTAssertEqual(try context.count(for: FetchRequest<Owner>()), 0)
    }
  }

  func testCirclesOfReadRelationshipsGoWithTheirContext() async throws {
    try await eachStore { container in
      weak var freedByReset: Pet?
      weak var freedByEnd: Pet?
      weak var gone: ManagedObjectContext?
      do {
        let context = container.viewContext.makeChild()
        gone = context
        let pets = [Pet(context: context), Pet(context: context)]
        pets[0].friends = [pets[1]]
        pets[1].friends = [pets[0]]
        try context.saveThrough()
        freedByReset = pets[0]
        context.reset()
        let again = try context.fetch(FetchRequest<Pet>())
        XCTAssertEqual(again.flatMap { $0.friends }.count, 2)
        XCTAssertEqual(again.flatMap { $0.friendOf }.count, 2)
        freedByEnd = again[0]
      }
      XCTAssertNil(gone)
      XCTAssertNil(freedByReset)
      XCTAssertNil(freedByEnd)
      XCTAssertTrue(container.viewContext.registeredObjects.isEmpty)
    }
  }
}

/// An object whose hooks a test sets.
final class Note: ManagedObject {
  @Managed("text") var text: String
  @Managed("count") var count: Int64
  var onWillSave: ((Note) -> Void)?
  var onDidSave: ((Note) -> Void)?
  var onPrepareForDeletion: ((Note) -> Void)?

  override func willSave() { onWillSave?(self) }
  override func didSave() { onDidSave?(self) }
  override func prepareForDeletion() { onPrepareForDeletion?(self) }
}

enum NoteModel {
  static func notes() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Note", class: Note.self) {
        AttributeDescription("text", .string)
        AttributeDescription("count", .integer64, isOptional: false, default: .integer(0))
      }
    }
  }
}
