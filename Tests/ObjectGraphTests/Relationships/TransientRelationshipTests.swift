import Foundation
import ObjectGraph
import TestSupport
import XCTest

final class Diner: ManagedObject {
  @Managed("name") var name: String
  @Managed("table") var table: DinerTable?
  @Managed("chair") var chair: Chair?
  @Managed("talksTo") var talksTo: Set<Diner>
  @Managed("heardBy") var heardBy: Set<Diner>
  @Managed("watches") var watches: Diner?
  @Managed("queue") var queue: OrderedSet<Diner>
}

final class DinerTable: ManagedObject {
  @Managed("number") var number: Int32
  @Managed("diners") var diners: Set<Diner>
}

final class Chair: ManagedObject {
  @Managed("number") var number: Int32
  @Managed("diner") var diner: Diner?
}

/// Relationships that live in memory only, in pairs of every kind: who sits where.
@MainActor
final class TransientRelationshipTests: XCTestCase {
  private static func model() -> ManagedObjectModel {
    ManagedObjectModel(entities: [
      EntityDescription("Diner", class: Diner.self) {
        AttributeDescription("name", .string, isOptional: false)
        RelationshipDescription("table", toOne: "Table", inverse: "diners", isTransient: true)
        // Of two to-one relationships, one that is transient is enough.
        RelationshipDescription("chair", toOne: "Chair", inverse: "diner")
        RelationshipDescription("talksTo", toMany: "Diner", inverse: "heardBy", isTransient: true)
        RelationshipDescription("heardBy", toMany: "Diner", inverse: "talksTo", isTransient: true)
        RelationshipDescription("watches", toOne: "Diner", inverse: nil, isTransient: true)
        RelationshipDescription(
          "queue", toMany: "Diner", inverse: nil, isOrdered: true, isTransient: true)
      },
      EntityDescription("Table", class: DinerTable.self) {
        AttributeDescription("number", .integer32)
        RelationshipDescription("diners", toMany: "Diner", inverse: "table")
      },
      EntityDescription("Chair", class: Chair.self) {
        AttributeDescription("number", .integer32)
        RelationshipDescription("diner", toOne: "Diner", inverse: "chair", isTransient: true)
      },
    ])
  }

  /// Ann and Bob at one table, Ann on a chair, both of them talking.
  private struct Room {
    let context: ManagedObjectContext
    let ann: Diner
    let bob: Diner
    let table: DinerTable
    let chair: Chair

    init(_ context: ManagedObjectContext) throws {
      self.context = context
      (ann, bob) = (Diner(context: context), Diner(context: context))
      (table, chair) = (DinerTable(context: context), Chair(context: context))
      (ann.name, bob.name, table.number) = ("Ann", "Bob", 1)
      ann.table = table
      table.diners.insert(bob)
      chair.diner = ann
      ann.talksTo = [bob]
      bob.watches = ann
      ann.queue = [bob, ann]
    }

    func assertSeated(file: StaticString = #filePath, line: UInt = #line) {
      XCTAssertEqual(table.diners, [ann, bob], file: file, line: line)
      XCTAssertTrue(ann.table === table && bob.table === table, file: file, line: line)
      XCTAssertTrue(ann.chair === chair && chair.diner === ann, file: file, line: line)
      XCTAssertEqual(ann.talksTo, [bob], file: file, line: line)
      XCTAssertEqual(bob.heardBy, [ann], file: file, line: line)
      XCTAssertTrue(bob.watches === ann, file: file, line: line)
      XCTAssertEqual(Array(ann.queue), [bob, ann], file: file, line: line)
    }
  }

  private func eachRoom(
    _ body: @MainActor (PersistentContainer, Room) async throws -> Void
  ) async throws {
    try await eachStore(model: Self.model()) { container in
      let room = try Room(container.viewContext)
      room.assertSeated()
      try container.viewContext.save()
      try await body(container, room)
    }
  }

  func testNothingOfThemIsInTheFile() async throws {
    try await withStoreFile { url in
      let container = try PersistentContainer(
        name: "Room", managedObjectModel: Self.model(),
        descriptions: [PersistentStoreDescription(url: url)])
      try container.loadPersistentStores()
      _ = try Room(container.viewContext)
      try container.viewContext.save()
      let columns = try StoreShell.run(
        "SELECT group_concat(name, ' ') FROM pragma_table_info('ZDINER')", in: url)
      XCTAssertEqual(columns, "Z_PK Z_ENT Z_OPT ZNAME")
      let others = try StoreShell.run(
        "SELECT group_concat(name, ' ') FROM pragma_table_info('ZCHAIR')", in: url)
      XCTAssertEqual(others, "Z_PK Z_ENT Z_OPT ZNUMBER")
      let tables = try StoreShell.run(
        "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name LIKE 'Z\\_%' ESCAPE '\\'",
        in: url)
      XCTAssertEqual(tables, "3", "Z_PRIMARYKEY, Z_METADATA and Z_MODELCACHE")
    }
  }

  func testTheyStayOverASaveAndOverTheNextOne() async throws {
    try await eachRoom { _, room in
      room.assertSeated()
      room.ann.name = "Anna"
      try room.context.save()
      room.assertSeated()
      XCTAssertEqual(try room.context.fetch(FetchRequest<Diner>(entityName: "Diner")).count, 2)
      room.assertSeated()
    }
  }

  func testOtherContextsDoNotHaveThem() async throws {
    try await eachRoom { container, room in
      let (ann, table) = (room.ann.objectID, room.table.objectID)
      try container.newBackgroundContext().performAndWait { context in
        let ann = try XCTUnwrap(context.existingObject(with: ann) as? Diner)
        XCTAssertNil(ann.table)
        XCTAssertNil(ann.chair)
        XCTAssertTrue(ann.talksTo.isEmpty)
        XCTAssertTrue(ann.queue.isEmpty)
        let table = try XCTUnwrap(context.existingObject(with: table) as? DinerTable)
        XCTAssertTrue(table.diners.isEmpty)
      }
      room.assertSeated()
    }
  }

  func testAChangeOfThemIsAChangeButNotOneToBeWritten() async throws {
    try await eachRoom { container, room in
      room.ann.table = nil
      room.ann.talksTo = []
      XCTAssertTrue(room.ann.hasChanges)
      XCTAssertFalse(room.ann.hasPersistentChangedValues)
      XCTAssertEqual(Set(room.ann.changedValues().keys), ["table", "talksTo"])
      XCTAssertEqual(Set(room.table.changedValues().keys), ["diners"])
      let saves = container.persistentStoreCoordinator.epoch
      try room.context.save()
      XCTAssertEqual(room.table.diners, [room.bob])
      XCTAssertTrue(room.bob.heardBy.isEmpty)
      // Nothing was written.
      XCTAssertEqual(container.persistentStoreCoordinator.epoch, saves)
    }
  }

  func testRollbackTakesChangesOfThemBack() async throws {
    try await eachRoom { _, room in
      room.ann.table = nil
      room.chair.diner = room.bob
      room.ann.talksTo = [room.ann]
      room.bob.watches = nil
      room.ann.queue = [room.ann]
      room.context.rollback()
      room.assertSeated()
    }
  }

  func testUndoingAndRedoingFollowThem() async throws {
    try await eachRoom { _, room in
      room.context.undoManager = UndoManager()
      room.ann.table = nil
      room.ann.talksTo = []
      room.chair.diner = nil
      room.context.processPendingChanges()
      room.context.undo()
      room.assertSeated()
      room.context.redo()
      XCTAssertEqual(room.table.diners, [room.bob])
      XCTAssertTrue(room.bob.heardBy.isEmpty)
      XCTAssertNil(room.ann.chair)
    }
  }

  func testAnObjectThatBecomesAFaultLosesThemOnBothSides() async throws {
    try await eachRoom { _, room in
      room.context.refresh(room.ann, mergeChanges: false)
      XCTAssertEqual(room.table.diners, [room.bob])
      XCTAssertNil(room.chair.diner)
      XCTAssertTrue(room.bob.heardBy.isEmpty)
      XCTAssertNil(room.ann.table)
      XCTAssertTrue(room.ann.talksTo.isEmpty)
      XCTAssertTrue(room.ann.queue.isEmpty)
      // Where no inverse leads back, who leads there keeps leading there.
      XCTAssertTrue(room.bob.watches === room.ann)
      XCTAssertFalse(room.context.hasChanges)
      room.ann.table = room.table
      XCTAssertEqual(room.table.diners, [room.ann, room.bob])
    }
  }

  func testRefreshingAllForgetsThemAll() async throws {
    try await eachRoom { _, room in
      room.context.refreshAllObjects()
      XCTAssertTrue(room.table.diners.isEmpty)
      XCTAssertNil(room.bob.table)
      XCTAssertNil(room.chair.diner)
      XCTAssertTrue(room.ann.talksTo.isEmpty && room.bob.heardBy.isEmpty)
      XCTAssertFalse(room.context.hasChanges)
    }
  }

  func testARefreshThatKeepsChangesKeepsThem() async throws {
    try await eachRoom { _, room in
      room.context.refresh(room.ann, mergeChanges: true)
      room.assertSeated()
    }
  }

  func testADeletedObjectLeavesThem() async throws {
    try await eachRoom { _, room in
      room.context.delete(room.ann)
      room.context.processPendingChanges()
      XCTAssertEqual(room.table.diners, [room.bob])
      XCTAssertNil(room.chair.diner)
      XCTAssertTrue(room.bob.heardBy.isEmpty)
      try room.context.save()
      XCTAssertEqual(room.table.diners, [room.bob])
    }
  }

  func testWhatOthersSaveLeavesThemAlone() async throws {
    try await eachRoom { container, room in
      room.context.automaticallyMergesChangesFromParent = true
      let (ann, table) = (room.ann.objectID, room.table.objectID)
      try container.newBackgroundContext().performAndWait { context in
        (try context.existingObject(with: ann) as? Diner)?.name = "Anna"
        (try context.existingObject(with: table) as? DinerTable)?.number = 7
        try context.save()
      }
      await mainQueueTurn()
      XCTAssertEqual(room.ann.name, "Anna")
      XCTAssertEqual(room.table.number, 7)
      room.assertSeated()
    }
  }

  func testAChildGivesThemToItsParent() async throws {
    try await eachStore(model: Self.model()) { container in
      let parent = container.viewContext
      let child = parent.makeChild()
      let room = try Room(child)
      try child.save()
      room.assertSeated()
      func here<Object: ManagedObject>(_ object: Object) throws -> Object {
        try XCTUnwrap(parent.object(with: object.objectID) as? Object)
      }
      let (ann, bob, table) = (try here(room.ann), try here(room.bob), try here(room.table))
      let chair = try here(room.chair)
      for isSaved in [false, true] {
        if isSaved { try parent.save() }
        XCTAssertEqual(table.diners, [ann, bob])
        XCTAssertTrue(chair.diner === ann)
        XCTAssertEqual(bob.heardBy, [ann])
        XCTAssertEqual(Array(ann.queue), [bob, ann])
      }
    }
  }

  func testASaveThroughAParentChangesWhatItHas() async throws {
    try await eachRoom { _, room in
      let child = room.context.makeChild()
      func there<Object: ManagedObject>(_ object: Object) throws -> Object {
        try XCTUnwrap(child.object(with: object.objectID) as? Object)
      }
      let new = Diner(context: child)
      new.name = "Cid"
      new.table = try there(room.table)
      try there(room.chair).diner = new
      try there(room.bob).talksTo = [new, try there(room.ann)]
      try child.saveThrough()
      let cid = try XCTUnwrap(room.context.object(with: new.objectID) as? Diner)
      XCTAssertEqual(cid.name, "Cid")
      XCTAssertEqual(room.bob.talksTo, [cid, room.ann])
      XCTAssertEqual(room.ann.heardBy, [room.bob])
      XCTAssertEqual(room.ann.talksTo, [room.bob])
      XCTAssertFalse(room.context.hasChanges)
    }
  }

  func testAPredicateFindsThemInMemoryAndAStoreSaysThatItCannot() async throws {
    try await eachRoom { _, room in
      for format in ["table.number == 1", "ANY talksTo.name == 'Bob'", "chair != nil"] {
        let predicate = try FetchPredicate(format: format)
        XCTAssertTrue(try predicate.evaluate(with: room.ann), format)
      }
      for format in [
        "table.number == 1", "ANY talksTo.name == 'Bob'", "chair != nil", "talksTo.@count > 0",
        "SUBQUERY(talksTo, $x, $x.name == 'Bob').@count > 0", "table == nil",
      ] {
        let request = FetchRequest<Diner>(entityName: "Diner")
        request.predicate = try FetchPredicate(format: format)
        XCTAssertThrowsError(try room.context.fetch(request), format) { error in
          let error = error as? ObjectGraphError
          XCTAssertEqual(error?.code, .invalidArgument, format)
          XCTAssertTrue(
            error?.message.contains("is transient") == true, "\(format): \(error as Any)")
        }
      }
      let tables = FetchRequest<DinerTable>(entityName: "Table")
      tables.predicate = try FetchPredicate(format: "ANY diners.name == 'Bob'")
      XCTAssertThrowsError(try room.context.fetch(tables)) { error in
        XCTAssertTrue("\(error)".contains("is transient"), "\(error)")
      }
    }
  }

  func testPrefetchingPassesOverThem() async throws {
    try await eachRoom { _, room in
      let request = FetchRequest<Diner>(entityName: "Diner")
      request.relationshipKeyPathsForPrefetching = ["table.diners", "talksTo", "chair"]
      XCTAssertEqual(try room.context.fetch(request).count, 2)
      room.assertSeated()
      XCTAssertFalse(try room.ann.hasFault(forRelationshipNamed: "talksTo"))
      XCTAssertEqual(
        try room.ann.objectIDs(forRelationshipNamed: "talksTo"), [room.bob.objectID])
      XCTAssertEqual(try room.table.objectIDs(forRelationshipNamed: "diners").count, 2)
    }
  }

  func testTheyMayLeadFromStoreToStore() async throws {
    let container = try PersistentContainer(
      name: "Room", managedObjectModel: Self.model(),
      descriptions: [.inMemory(), .inMemory()])
    try container.loadPersistentStores()
    let context = container.viewContext
    let stores = container.persistentStoreCoordinator.persistentStores
    let room = try Room(context)
    context.assign(room.table, to: try XCTUnwrap(stores.last))
    context.assign(room.bob, to: try XCTUnwrap(stores.last))
    try context.save()
    room.assertSeated()
    XCTAssertTrue(room.table.objectID.storeIdentifier == room.bob.objectID.storeIdentifier)
    XCTAssertFalse(room.table.objectID.storeIdentifier == room.ann.objectID.storeIdentifier)
  }

  func testAMandatoryOneIsCheckedLikeAnyOther() async throws {
    func model() -> ManagedObjectModel {
      let model = Self.model()
      model.entitiesByName["Diner"]?.relationshipsByName["table"]?.isOptional = false
      return model
    }
    try await eachStore(model: model()) { container in
      let context = container.viewContext
      let ann = Diner(context: context)
      ann.name = "Ann"
      XCTAssertThrowsError(try context.save()) { error in
        XCTAssertEqual(
          (error as? ObjectGraphError)?.code, .validationMissingMandatoryProperty)
      }
      ann.table = DinerTable(context: context)
      try context.save()
    }
  }
}
