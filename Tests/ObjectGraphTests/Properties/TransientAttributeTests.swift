import Foundation
import ObjectGraph
import XCTest

final class Draft: ManagedObject {
  @Managed("title") var title: String?
  @Managed("note") var note: String?
  @Managed("clicks") var clicks: Int32
}

/// An object with two attributes that may hold anything.
final class Desk: ManagedObject {
  @Managed("name") var name: String?
  @Managed("drawer") var drawer: [String]?
}

/// Attributes that live in memory only.
@MainActor
final class TransientAttributeTests: XCTestCase {
  private func eachDesk(
    _ body: @MainActor (PersistentContainer, ManagedObjectContext) async throws -> Void
  ) async throws {
    func model() -> ManagedObjectModel {
      let note = AttributeDescription("note", .string, isTransient: true)
      note.maximumValue = .integer(20)
      let clicks = AttributeDescription(
        "clicks", .integer32, isOptional: false, default: .integer(7),
        isTransient: true)
      return ManagedObjectModel(entities: [
        EntityDescription("Draft", class: Draft.self) {
          AttributeDescription("title", .string)
          note
          clicks
        }
      ])
    }
    try await eachStore(model: model()) { try await body($0, $0.viewContext) }
  }

  private func savedDraft(_ context: ManagedObjectContext) throws -> Draft {
    let draft = Draft(context: context)
    (draft.title, draft.note) = ("Tea", "buy milk")
    XCTAssertEqual(draft.clicks, 7)
    draft.clicks = 8
    try context.save()
    return draft
  }

  // Fact 21.
  func testValuesStayOverASaveAndAreDefaultsAfterARefaultAndAReset() async throws {
    try await eachDesk { _, context in
      let draft = try savedDraft(context)
      XCTAssertEqual(draft.note, "buy milk")
      XCTAssertEqual(draft.clicks, 8)
      draft.title = "Rum"
      try context.save()
      XCTAssertEqual(draft.note, "buy milk")
      context.refresh(draft, mergeChanges: false)
      XCTAssertNil(draft.note)
      XCTAssertEqual(draft.clicks, 7)
      XCTAssertEqual(draft.title, "Rum")
      draft.note = "again"
      try context.save()
      XCTAssertEqual(draft.note, "again")
      context.reset()
      let fetched = try XCTUnwrap(context.fetch(FetchRequest<Draft>(entityName: "Draft")).first)
      XCTAssertNil(fetched.note)
      XCTAssertEqual(fetched.clicks, 7)
    }
  }

  // Fact 37.
  func testAChangeMarksTheObjectAndIsNoneToTheStore() async throws {
    try await eachDesk { _, context in
      let draft = try savedDraft(context)
      draft.note = "other"
      XCTAssertTrue(draft.hasChanges)
      XCTAssertTrue(draft.isUpdated)
      XCTAssertFalse(draft.hasPersistentChangedValues)
      try context.save()
      XCTAssertFalse(draft.hasChanges)
      XCTAssertEqual(draft.note, "other")
      let stranger = context.makeChild()
      let other = try XCTUnwrap(stranger.object(with: draft.objectID) as? Draft)
      other.title = "Gin"
      XCTAssertTrue(other.hasPersistentChangedValues)
      try stranger.saveThrough()
      XCTAssertEqual(draft.title, "Gin")
    }
  }

  func testChangedTransientValuesAreAmongTheChangedOnes() async throws {
    try await eachDesk { _, context in
      let draft = try savedDraft(context)
      XCTAssertTrue(draft.changedValues().isEmpty)
      draft.note = "other"
      XCTAssertEqual(Array(draft.changedValues().keys), ["note"])
      XCTAssertEqual(draft.changedValues()["note"] as? String, "other")
      XCTAssertEqual(Array(draft.changedValuesForCurrentEvent().keys), ["note"])
      XCTAssertEqual(draft.changedValuesForCurrentEvent()["note"] as? String, "buy milk")
      XCTAssertEqual(
        try draft.committedValues(forKeys: ["note"])["note"] as? String, "buy milk")
      XCTAssertFalse(draft.hasPersistentChangedValues)
      draft.note = "buy milk"
      XCTAssertTrue(draft.changedValues().isEmpty)
      draft.title = "Rum"
      XCTAssertEqual(Array(draft.changedValues().keys), ["title"])
      try context.save()
      XCTAssertTrue(draft.changedValues().isEmpty)
    }
  }

  func testARefreshThatKeepsChangesKeepsTransientValues() async throws {
    try await eachDesk { container, context in
      let draft = try savedDraft(context)
      let id = draft.objectID
      draft.note = "unsaved"
      try await container.newBackgroundContext().perform { context in
        (context.object(with: id) as? Draft)?.title = "Rum"
        try context.save()
      }
      context.refresh(draft, mergeChanges: true)
      XCTAssertEqual(draft.title, "Rum")
      XCTAssertEqual(draft.note, "unsaved")
    }
  }

  func testAContextHasNothingOfAnothersTransientValues() async throws {
    try await eachDesk { container, context in
      let draft = try savedDraft(context)
      let id = draft.objectID
      let seen = try await container.newBackgroundContext().perform { context in
        let draft = try context.existingObject(with: id) as? Draft
        draft?.note = "theirs"
        draft?.title = "Gin"
        try context.save()
        return draft?.clicks
      }
      XCTAssertEqual(seen, 7)
      XCTAssertEqual(draft.note, "buy milk")
      context.refresh(draft, mergeChanges: false)
      XCTAssertEqual(draft.title, "Gin")
      XCTAssertNil(draft.note)
    }
  }

  // Fact 138.
  func testAChildsSaveCopiesTransientValuesToTheParent() async throws {
    try await eachDesk { _, context in
      let draft = try savedDraft(context)
      let child = context.makeChild()
      let mine = try XCTUnwrap(child.object(with: draft.objectID) as? Draft)
      mine.note = "from the child"
      let new = Draft(context: child)
      (new.title, new.note) = ("New", "fresh")
      try child.save()
      XCTAssertEqual(draft.note, "from the child")
      let arrived = context.insertedObjects.first as? Draft
      XCTAssertEqual(arrived?.note, "fresh")
      mine.note = "straight through"
      try child.saveThrough()
      XCTAssertEqual(draft.note, "straight through")
      XCTAssertEqual(mine.note, "straight through")
      XCTAssertEqual(arrived?.note, "fresh")
      XCTAssertFalse(context.hasChanges)
    }
  }

  func testATransientValueIsValidatedAndRolledBack() async throws {
    try await eachDesk { _, context in
      let draft = try savedDraft(context)
      draft.note = "a note that is longer than twenty characters"
      XCTAssertThrowsError(try context.save()) {
        XCTAssertEqual(($0 as? ObjectGraphError)?.code, .validationStringTooLong)
      }
      context.rollback()
      XCTAssertEqual(draft.note, "buy milk")
    }
  }

  // Facts 101 and 120.
  func testAFetchByATransientAttributeIsRefusedWithTheReason() async throws {
    try await eachDesk { _, context in
      _ = try savedDraft(context)
      let searched = FetchRequest<Draft>(entityName: "Draft")
      searched.predicate = try FetchPredicate(format: "note == 'buy milk'")
      let sorted = FetchRequest<Draft>(entityName: "Draft")
      sorted.sortDescriptors = [FetchSortDescriptor(key: "clicks", ascending: true)]
      for (request, key) in [(searched, "note"), (sorted, "clicks")] {
        XCTAssertThrowsError(try context.fetch(request)) { error in
          let error = error as? ObjectGraphError
          XCTAssertEqual(error?.key, key)
          XCTAssertEqual(
            error?.message, "\(key) is transient, so a store cannot search or sort by it")
        }
      }
    }
  }

  // MARK: Of undefined type

  /// What no store could keep.
  private final class Lamp {}

  private func eachOffice(
    _ body: @MainActor (PersistentContainer, ManagedObjectContext) async throws -> Void
  ) async throws {
    func model() -> ManagedObjectModel {
      ManagedObjectModel(entities: [
        EntityDescription("Desk", class: Desk.self) {
          AttributeDescription("name", .string)
          AttributeDescription("lamp", .undefined, isTransient: true)
          AttributeDescription("drawer", .undefined, isTransient: true)
        }
      ])
    }
    try await eachStore(model: model()) { try await body($0, $0.viewContext) }
  }

  func testAnAttributeOfUndefinedTypeHoldsAnyValueInMemory() async throws {
    try await eachOffice { _, context in
      let desk = Desk(context: context)
      XCTAssertNil(try desk.value(forKey: "lamp"))
      XCTAssertNil(desk.drawer)
      let lamp = Lamp()
      try desk.setValue(lamp, forKey: "lamp")
      desk.drawer = ["pen"]
      XCTAssertTrue(try desk.value(forKey: "lamp") as? Lamp === lamp)
      XCTAssertTrue(try desk.primitiveValue(forKey: "lamp") as? Lamp === lamp)
      XCTAssertEqual(desk.drawer, ["pen"])
      try context.save()
      XCTAssertTrue(try desk.value(forKey: "lamp") as? Lamp === lamp)
      desk.name = "corner"
      try context.save()
      XCTAssertEqual(desk.drawer, ["pen"])
      try desk.setValue(3, forKey: "drawer")
      XCTAssertEqual(try desk.value(forKey: "drawer") as? Int, 3)
      XCTAssertNil(desk.drawer)
      XCTAssertEqual(context.errors.map(\.key), ["drawer"])
    }
  }

  func testAValueOfUndefinedTypeIsAChangeThatIsRolledBackAndNothingForTheStore() async throws {
    try await eachOffice { _, context in
      let desk = Desk(context: context)
      desk.drawer = ["pen"]
      try context.save()
      desk.drawer = ["ink"]
      desk.drawer = ["pad"]
      XCTAssertTrue(desk.isUpdated)
      XCTAssertFalse(desk.hasPersistentChangedValues)
      XCTAssertEqual(desk.changedValues()["drawer"] as? [String], ["pad"])
      XCTAssertEqual(desk.changedValuesForCurrentEvent()["drawer"] as? [String], ["pen"])
      XCTAssertEqual(
        try desk.committedValues(forKeys: ["drawer"])["drawer"] as? [String], ["pen"])
      context.rollback()
      XCTAssertEqual(desk.drawer, ["pen"])
      desk.drawer = nil
      XCTAssertNil(try desk.value(forKey: "drawer"))
      context.refresh(desk, mergeChanges: true)
      XCTAssertNil(desk.drawer)
    }
  }

  func testAValueOfUndefinedTypeIsUndoneAndGoesWithARefault() async throws {
    try await eachOffice { _, context in
      let desk = Desk(context: context)
      weak var lamp: Lamp?
      try {
        let new = Lamp()
        lamp = new
        try desk.setValue(new, forKey: "lamp")
        try context.save()
      }()
      XCTAssertNotNil(lamp)
      context.undoManager = UndoManager()
      try desk.setValue("lantern", forKey: "lamp")
      context.processPendingChanges()
      try desk.setValue(nil, forKey: "lamp")
      context.processPendingChanges()
      context.undo()
      XCTAssertEqual(try desk.value(forKey: "lamp") as? String, "lantern")
      context.undo()
      XCTAssertTrue(try desk.value(forKey: "lamp") as? Lamp === lamp)
      context.redo()
      XCTAssertEqual(try desk.value(forKey: "lamp") as? String, "lantern")
      context.refresh(desk, mergeChanges: false)
      XCTAssertNil(lamp)
      XCTAssertNil(try desk.value(forKey: "lamp"))
    }
  }

  // Fact 138.
  func testAValueOfUndefinedTypeStaysInItsContext() async throws {
    try await eachOffice { _, context in
      let child = context.makeChild()
      let desk = Desk(context: child)
      (desk.name, desk.drawer) = ("corner", ["pen"])
      try child.save()
      XCTAssertEqual(desk.drawer, ["pen"])
      let here = try XCTUnwrap(context.insertedObjects.first as? Desk)
      XCTAssertEqual(here.name, "corner")
      XCTAssertNil(here.drawer)
      here.drawer = ["ink"]
      try context.save()
      XCTAssertEqual(here.drawer, ["ink"])
      XCTAssertEqual(desk.drawer, ["pen"])
      XCTAssertTrue(context.errors.isEmpty)
    }
  }

  func testAnAttributeOfUndefinedTypeThatIsNotTransientIsRefused() {
    let model = ManagedObjectModel(entities: [
      EntityDescription("Desk") { AttributeDescription("lamp", .undefined) }
    ])
    XCTAssertThrowsError(try PersistentStoreCoordinator(managedObjectModel: model)) {
      XCTAssertEqual(($0 as? ObjectGraphError)?.code, .persistentStoreIncompatibleSchema)
    }
  }
}
