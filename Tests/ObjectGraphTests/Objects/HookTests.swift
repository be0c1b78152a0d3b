import Foundation
import ObjectGraph
import XCTest

/// When the hooks of an object are called, and what they may do.
@MainActor
final class HookTests: XCTestCase {
  // Fact 25.
  func testDefaultsAreReadableInAwakeFromInsertAndAfterIt() async throws {
    try await eachStore(model: DiaryModel.make()) { container in
      let page = Page(context: container.viewContext)
      XCTAssertEqual(page.log.calls, ["insert 5"])
      XCTAssertEqual(page.size, 5)
    }
  }

  /// Written by `awakeFromInsert`, which marks nothing.
  final class Stamped: ManagedObject {
    @Managed("stamp") var stamp: String?
    @Managed("count") var count: Int32
    @Managed("name") var name: String?

    override func awakeFromInsert() {
      try? setPrimitiveValue("made by hand", forKey: "stamp")
      // The same as its default.
      try? setPrimitiveValue(5, forKey: "count")
    }
  }

  func testWhatAwakeFromInsertWroteIsAmongTheChangedValuesOfANewObject() async throws {
    let model = {
      ManagedObjectModel {
        EntityDescription("Stamped", class: Stamped.self) {
          AttributeDescription("stamp", .string)
          AttributeDescription("count", .integer32, default: 5)
          AttributeDescription("name", .string)
        }
      }
    }
    try await eachStore(model: model()) { container in
      let context = container.viewContext
      let object = Stamped(context: context)
      XCTAssertEqual(object.changedValues().mapValues { $0 as? String }, ["stamp": "made by hand"])
      object.name = "Ann"
      XCTAssertEqual(Set(object.changedValues().keys), ["stamp", "name"])
      try context.save()
      XCTAssertEqual(object.changedValues().count, 0)
      context.reset()
      XCTAssertEqual(try context.fetch(FetchRequest<Stamped>()).first?.stamp, "made by hand")
    }
  }

  // Fact 26.
  func testAwakeFromInsertRunsOnceInEachContextAndNotWhenAnInsertionIsRedone() async throws {
    try await eachStore(model: DiaryModel.make()) { container in
      let context = container.viewContext
      let child = context.makeChild()
      child.undoManager = UndoManager()
      let page = Page(context: child)
      page.size = 6
      child.undo()
      child.redo()
      XCTAssertEqual(page.log.calls, ["insert 5", "undoInsertion", "undoDeletion"])
      try child.save()
      let here = try XCTUnwrap(context.insertedObjects.first as? Page)
      XCTAssertEqual(here.log.calls, ["insert 5"])
      XCTAssertEqual(here.size, 6)
    }
  }

  // Fact 27.
  func testAwakeFromFetchRunsAtEachFulfilmentAndItsChangesDoNotCount() async throws {
    try await eachStore(model: DiaryModel.make()) { container in
      let context = container.viewContext
      let (page, other) = (Page(context: context), Page(context: context))
      try context.save()
      context.refreshAllObjects()
      page.onFetch = { page in
        page.size = 9
        page.next = other
        page.links = [other]
      }
      for count in 1...2 {
        XCTAssertEqual(page.size, 9)
        XCTAssertEqual(page.log.calls.filter { $0 == "fetch" }.count, count)
        XCTAssertTrue(page.next === other)
        XCTAssertNil(other.previous)
        XCTAssertEqual(other.linkedFrom, [])
        XCTAssertFalse(page.hasChanges)
        XCTAssertFalse(context.hasChanges)
        context.refresh(page, mergeChanges: false)
        context.refresh(other, mergeChanges: false)
      }
    }
  }

  func testWhatAChildSavesDuringAwakeFromFetchCounts() async throws {
    try await eachStore(model: DiaryModel.make()) { container in
      let context = container.viewContext
      let page = Page(context: context)
      try context.save()
      context.refreshAllObjects()
      page.onFetch = { page in
        let child = page.managedObjectContext?.makeChild()
        (child?.object(with: page.objectID) as? Page)?.size = 9
        try? child?.save()
      }
      XCTAssertEqual(page.size, 9)
      XCTAssertTrue(page.hasPersistentChangedValues)
      page.onFetch = nil
      try context.save()
      context.refreshAllObjects()
      XCTAssertEqual(page.size, 9)
    }
  }

  // Fact 28. SnapshotMergingTests has the events of merge policies.
  func testSnapshotEventsTellWhyValuesCameBack() async throws {
    try await eachStore(model: DiaryModel.make()) { container in
      let context = container.viewContext
      let page = Page(context: context)
      try context.save()
      context.undoManager = UndoManager()
      page.log.calls = []
      page.size = 6
      context.undo()
      context.redo()
      context.refresh(page, mergeChanges: true)
      context.delete(page)
      context.undo()
      context.redo()
      context.rollback()
      let new = Page(context: context)
      context.undo()
      context.redo()
      XCTAssertEqual(
        page.log.calls.filter { $0 != "delete" },
        ["undoUpdate", "undoUpdate", "refresh", "undoDeletion", "undoInsertion", "rollback"])
      XCTAssertEqual(new.log.calls, ["insert 5", "undoInsertion", "undoDeletion"])
    }
  }

  // Fact 28.
  func testWhatAwakeFromSnapshotEventsChangesIsUndoneAndRedoneWithTheRest() async throws {
    try await eachStore(model: DiaryModel.make()) { container in
      let context = container.viewContext
      let (page, other) = (Page(context: context), Page(context: context))
      try context.save()
      context.undoManager = UndoManager()
      page.size = 6
      page.onSnapshot = { _ in other.size = 7 }
      context.undo()
      XCTAssertEqual(other.size, 7)
      page.onSnapshot = nil
      context.redo()
      XCTAssertEqual(page.size, 6)
      XCTAssertEqual(other.size, 5)
    }
  }

  // Fact 29.
  func testWillSaveIsCalledAgainUntilNothingChanges() async throws {
    try await eachStore(model: DiaryModel.make()) { container in
      let context = container.viewContext
      let page = Page(context: context)
      page.size = 0
      page.onWillSave = { if $0.size < 999 { $0.size += 1 } }
      try context.save()
      XCTAssertEqual(page.size, 999)
      XCTAssertFalse(context.hasChanges)
      XCTAssertEqual(page.log.calls.filter { $0 == "willSave" }.count, 1000)
    }
  }

  // Fact 29.
  func testAnEndlessWillSaveFailsTheSaveAndNamesTheObject() async throws {
    try await eachStore(model: DiaryModel.make()) { container in
      let context = container.viewContext
      _ = Page(context: context)
      let page = Page(context: context)
      page.onWillSave = { $0.size = $0.size == 1 ? 2 : 1 }
      XCTAssertThrowsError(try context.save()) { error in
        let error = error as? ObjectGraphError
        XCTAssertEqual(error?.objectID, page.objectID)
        XCTAssertEqual(error?.entityName, "Page")
      }
    }
  }

  // Fact 30.
  func testWillSaveRunsForInsertedUpdatedAndDeletedObjectsBeforeValidation() async throws {
    try await eachStore(model: DiaryModel.make()) { container in
      let context = container.viewContext
      let (updated, deleted) = (Page(context: context), Page(context: context))
      try context.save()
      let inserted = Page(context: context)
      inserted.title = nil
      inserted.onWillSave = { if $0.title == nil { $0.title = "set" } }
      updated.size = 6
      context.delete(deleted)
      for page in [updated, deleted] { page.log.calls = [] }
      try context.save()
      XCTAssertEqual(inserted.title, "set")
      XCTAssertEqual(updated.log.calls, ["willSave", "didSave"])
      XCTAssertEqual(deleted.log.calls, ["willSave", "didSave"])
    }
  }

  // Fact 30.
  func testWillSaveRunsForWhatADeletionInWillSaveReaches() async throws {
    try await eachStore(model: DiaryModel.make()) { container in
      let context = container.viewContext
      let (page, first, second) = (
        Page(context: context), Page(context: context), Page(context: context)
      )
      first.next = second
      try context.save()
      page.size = 6
      page.onWillSave = { page in
        page.onWillSave = nil
        context.delete(first)
      }
      second.log.calls = []
      try context.save()
      XCTAssertEqual(second.log.calls, ["delete", "willSave", "didSave"])
      XCTAssertEqual(try context.count(for: FetchRequest<Page>()), 1)
    }
  }

  // Fact 31.
  func testDidSaveRunsOncePerSavedObjectAndItsChangesLeaveTheContextDirty() async throws {
    try await eachStore(model: DiaryModel.make()) { container in
      let context = container.viewContext
      let (page, clean) = (Page(context: context), Page(context: context))
      try context.save()
      clean.log.calls = []
      page.log.calls = []
      page.size = 6
      page.onWillSave = { if $0.size == 6 { $0.size = 7 } }
      page.onDidSave = { $0.size = 8 }
      try context.save()
      XCTAssertEqual(page.log.calls, ["willSave", "willSave", "didSave"])
      XCTAssertEqual(clean.log.calls, [])
      XCTAssertEqual(context.updatedObjects, [page])
      XCTAssertEqual(try page.committedValues(forKeys: ["size"])["size"] as? Int64, 7)
    }
  }

  // Fact 33.
  func testPrepareForDeletionRunsAtOnceBeforeRelationshipsFollowAndAgainOnASecondDelete()
    async throws
  {
    try await eachStore(model: DiaryModel.make()) { container in
      let context = container.viewContext
      let (first, second) = (Page(context: context), Page(context: context))
      first.links = [second]
      try context.save()
      var counts: [Int] = []
      first.onDelete = { counts.append($0.links.count) }
      context.delete(first)
      XCTAssertEqual(counts, [1])
      context.delete(first)
      XCTAssertEqual(counts, [1, 1])
      context.processPendingChanges()
      XCTAssertEqual(second.linkedFrom, [])
    }
  }

  // Fact 34.
  func testADeletedObjectIsDeletedUntilTheSaveAndHasNoContextAfterIt() async throws {
    try await eachStore(model: DiaryModel.make()) { container in
      let context = container.viewContext
      let page = Page(context: context)
      try context.save()
      XCTAssertFalse(page.isDeleted)
      context.delete(page)
      XCTAssertTrue(page.isDeleted)
      context.processPendingChanges()
      XCTAssertTrue(page.isDeleted)
      XCTAssertTrue(page.managedObjectContext === context)
      try context.save()
      XCTAssertFalse(page.isDeleted)
      XCTAssertNil(page.managedObjectContext)
    }
  }

  func testHooksMayRefreshRollBackAndResetDuringASave() async throws {
    try await eachStore(model: DiaryModel.make()) { container in
      let context = container.viewContext
      let page = Page(context: context)
      try context.save()
      let actions: [(Page) -> Void] = [
        { context.refresh($0, mergeChanges: false) }, { context.refresh($0, mergeChanges: true) },
        { _ in context.refreshAllObjects() }, { _ in context.rollback() }, { _ in context.reset() },
      ]
      for action in actions {
        let page = try XCTUnwrap(try context.fetch(FetchRequest<Page>()).first)
        page.size += 1
        page.onWillSave = { page in
          page.onWillSave = nil
          action(page)
        }
        try context.save()
        XCTAssertFalse(context.hasChanges)
        page.onWillSave = nil
      }
      XCTAssertNil(page.managedObjectContext)
      XCTAssertEqual(try context.count(for: FetchRequest<Page>()), 1)
    }
  }

  func testAnObjectWithoutItsContextCanBeUsedWithoutEffect() async throws {
    try await eachStore(model: DiaryModel.make()) { container in
      let context = container.viewContext
      let page = Page(context: context)
      context.undoManager = UndoManager()
      page.size = 6
      context.processPendingChanges()
      context.reset()
      page.size = 7
      page.links = [page]
      context.undo()
      context.delete(page)
      XCTAssertTrue(page.isFault)
      XCTAssertTrue(page.changedValuesForCurrentEvent().isEmpty)
      XCTAssertFalse(context.hasChanges)
    }
  }
}

/// What was called, in order.
private final class CallLog {
  var calls: [String] = []
}

private final class Page: ManagedObject {
  @Managed("size") var size: Int64
  @Managed("title") var title: String?
  @Managed("next") var next: Page?
  @Managed("previous") var previous: Page?
  @Managed("links") var links: Set<Page>
  @Managed("linkedFrom") var linkedFrom: Set<Page>
  let log = CallLog()
  var onFetch: ((Page) -> Void)?
  var onSnapshot: ((Page) -> Void)?
  var onWillSave: ((Page) -> Void)?
  var onDidSave: ((Page) -> Void)?
  var onDelete: ((Page) -> Void)?

  override func awakeFromInsert() { log.calls.append("insert \(size)") }

  override func awakeFromFetch() {
    log.calls.append("fetch")
    onFetch?(self)
  }

  override func awake(fromSnapshotEvents flags: SnapshotEventType) {
    let names: [(SnapshotEventType, String)] = [
      (.undoInsertion, "undoInsertion"), (.undoDeletion, "undoDeletion"),
      (.undoUpdate, "undoUpdate"), (.rollback, "rollback"), (.refresh, "refresh"),
      (.mergePolicy, "mergePolicy"),
    ]
    log.calls += names.filter { flags.contains($0.0) }.map(\.1)
    onSnapshot?(self)
  }

  override func willSave() {
    log.calls.append("willSave")
    onWillSave?(self)
  }

  override func didSave() {
    log.calls.append("didSave")
    onDidSave?(self)
  }

  override func prepareForDeletion() {
    log.calls.append("delete")
    onDelete?(self)
  }
}

private enum DiaryModel {
  static func make() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Page", class: Page.self) {
        AttributeDescription("size", .integer64, isOptional: false, default: .integer(5))
        AttributeDescription("title", .string, isOptional: false, default: .string("new"))
        RelationshipDescription(
          "next", toOne: "Page", inverse: "previous", deleteRule: .cascadeDeleteRule)
        RelationshipDescription("previous", toOne: "Page", inverse: "next")
        RelationshipDescription("links", toMany: "Page", inverse: "linkedFrom")
        RelationshipDescription("linkedFrom", toMany: "Page", inverse: "links")
      }
    }
  }
}
