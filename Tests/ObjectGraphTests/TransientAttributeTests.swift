import Foundation
import ObjectGraph
import XCTest

final class Draft: ManagedObject {
  @Managed("title") var title: String?
  @Managed("note") var note: String?
  @Managed("clicks") var clicks: Int32
}

/// Attributes that live in memory only.
@MainActor
final class TransientAttributeTests: XCTestCase {
  private func eachDesk(
    _ body: @MainActor (PersistentContainer, ManagedObjectContext) async throws -> Void
  ) async throws {
    func model() -> ManagedObjectModel {
      let note = AttributeDescription(name: "note", type: .string, isTransient: true)
      note.maximumValue = .integer(20)
      let clicks = AttributeDescription(
        name: "clicks", type: .integer32, isOptional: false, defaultValue: .integer(7),
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
}
