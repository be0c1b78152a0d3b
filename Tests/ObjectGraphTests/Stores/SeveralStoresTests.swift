import Foundation
import ObjectGraph
import XCTest

/// Several stores behind one coordinator: where objects go, how they are
/// found, what sets them apart.
@MainActor
final class SeveralStoresTests: XCTestCase {
  // Fact 184.
  func testANewObjectGoesToTheFirstStoreUnlessItIsAssigned() async throws {
    try await eachPairOfStores { pair in
      let context = pair.container.viewContext
      let first = Owner(context: context)
      first.name = "Ann"
      let second = pair.inSecond(Owner(context: pair.context))
      second.name = "Bob"
      XCTAssertNil(first.objectID.persistentStore)
      try context.save()
      XCTAssertTrue(first.objectID.persistentStore === pair.first)
      XCTAssertTrue(second.objectID.persistentStore === pair.second)
      XCTAssertEqual(try pair.first.fetch(pair.plan("Owner")).map(\.key), [1])
      // The second store's number stands above the 48 bits of the primary key.
      XCTAssertEqual(try pair.second.fetch(pair.plan("Owner")).map(\.key), [1 << 48 | 1])
      XCTAssertEqual(
        second.objectID.uriRepresentation().absoluteString.lowercased(),
        "x-coredata://\(pair.second.identifier)/Owner/p1".lowercased())
      XCTAssertNotEqual(first.objectID, second.objectID)
      XCTAssertEqual(context.errors.count, 0)
    }
  }

  // Fact 102.
  func testElementsOfCompositesAreThoseOfOneStoreOverSeveral() async throws {
    let model = ManagedObjectModel {
      EntityDescription("Item") {
        AttributeDescription("uid", .integer16)
        AttributeDescription("name", .string)
        CompositeAttributeDescription("pos") {
          AttributeDescription("x", .integer16)
          AttributeDescription("name", .string)
        }
      }
    }
    try await eachPairOfStores(model: model) { pair in
      let context = pair.context
      for (uid, x) in [(1, 3), (2, 1), (3, 2), (4, nil)] {
        let item = try EntityDescription.insertNewObject(forEntityName: "Item", into: context)
        if uid % 2 == 0 { context.assign(item, to: pair.second) }
        try item.setValue(uid, forKey: "uid")
        try item.setValue("item \(uid)", forKey: "name")
        if let x { try item.setValue(["x": x, "name": "place \(x)"], forKey: "pos") }
      }
      try context.save()
      let sorted = FetchRequest<ManagedObject>(entityName: "Item")
      sorted.sortDescriptors = [FetchSortDescriptor(key: "pos.x", ascending: true)]
      func uids() throws -> [Int64?] {
        try context.fetch(sorted).map { try $0.value(forKey: "uid") as? Int64 }
      }
      XCTAssertEqual(try uids(), [4, 2, 3, 1])
      sorted.fetchLimit = 2
      sorted.fetchOffset = 1
      XCTAssertEqual(try uids(), [2, 3])
      let columns = FetchRequest<[String: any Sendable]>(entityName: "Item")
      columns.propertiesToFetch = ["pos.x", "pos.name"]
      columns.sortDescriptors = [FetchSortDescriptor(key: "pos.name", ascending: false)]
      let rows = try context.fetch(columns)
      XCTAssertEqual(rows.map { $0["pos.x"] as? Int64 }, [3, 2, 1, nil])
      XCTAssertEqual(
        rows.map { $0["pos.name"] as? String }, ["place 3", "place 2", "place 1", nil])
      let sum = FetchRequest<[String: any Sendable]>(entityName: "Item")
      sum.propertiesToFetch = [
        ExpressionDescription(name: "sum", expression: try FetchExpression(format: "sum(pos.x)"))
      ]
      XCTAssertEqual(try context.fetch(sum).first?["sum"] as? Int64, 6)
    }
  }

  func testAnInsertionThatIsRedoneAfterASaveGoesBackToItsStore() async throws {
    try await eachPairOfStores { pair in
      let context = pair.container.viewContext
      context.undoManager = UndoManager()
      let owner = pair.inSecond(Owner(context: context))
      owner.name = "Bob"
      try context.save()
      context.undo()
      try context.save()
      XCTAssertEqual(try pair.second.fetch(pair.plan("Owner")).count, 0)
      context.redo()
      try context.save()
      XCTAssertEqual(owner.name, "Bob")
      XCTAssertTrue(owner.objectID.persistentStore === pair.second)
      XCTAssertEqual(try pair.first.fetch(pair.plan("Owner")).count, 0)
      XCTAssertEqual(try pair.second.fetch(pair.plan("Owner")).count, 1)
    }
  }

  // Fact 184.
  func testAStoreThatCannotBeWrittenIsPassedOver() async throws {
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("Fixed.sqlite")
    let maker = try PersistentStoreCoordinator(managedObjectModel: TestModel.pets())
    try maker.remove(maker.addPersistentStore(type: .sqlite, at: file))
    let container = try PersistentContainer(
      name: "Pets", managedObjectModel: TestModel.pets(),
      descriptions: [PersistentStoreDescription(url: file, isReadOnly: true), .inMemory()])
    try container.loadPersistentStores()
    let owner = Owner(context: container.viewContext)
    owner.name = "Ann"
    try container.viewContext.save()
    XCTAssertEqual(owner.objectID.persistentStore?.type, .inMemory)
  }

  func testAnAssignmentThatCannotBeIsRefused() async throws {
    try await eachPairOfStores { pair in
      let context = pair.container.viewContext
      let saved = Owner(context: context)
      saved.name = "Ann"
      try context.save()
      context.assign(saved, to: pair.second)
      XCTAssertEqual(context.errors.map(\.code), [.invalidArgument])
      XCTAssertThrowsError(try context.save())

      let other = try PersistentStoreCoordinator(managedObjectModel: TestModel.pets())
      let foreign = try other.addPersistentStore(type: .inMemory)
      let new = Owner(context: context)
      new.name = "Bob"
      context.assign(new, to: foreign)
      XCTAssertEqual(context.errors.map(\.objectID), [new.objectID])
      XCTAssertThrowsError(try context.save())
      let child = context.makeChild()
      child.assign(new, to: pair.second)
      XCTAssertEqual(child.errors.map(\.code), [.invalidArgument])
      try context.save()
      XCTAssertTrue(new.objectID.persistentStore === pair.first)
      XCTAssertTrue(saved.objectID.persistentStore === pair.first)
    }
  }

  func testAnAssignmentInAChildReachesTheStore() async throws {
    try await eachPairOfStores { pair in
      let context = pair.container.viewContext
      for isThrough in [false, true] {
        let child = context.makeChild()
        let owner = Owner(context: child)
        owner.name = "Ann \(isThrough)"
        child.assign(owner, to: pair.second)
        if isThrough {
          try child.saveThrough()
        } else {
          try child.save()
          try context.save()
        }
      }
      let request = Owner.fetchRequest()
      request.affectedStores = [pair.second]
      XCTAssertEqual(try Set(context.fetch(request).map(\.name)), ["Ann false", "Ann true"])
      request.affectedStores = [pair.first]
      XCTAssertEqual(try context.count(for: request), 0)
    }
  }

  // Fact 102.
  func testAFetchUnitesTheStoresInOneOrder() async throws {
    try await eachPairOfStores { pair in
      let context = pair.container.viewContext
      for (name, age, isSecond) in [
        ("Dan", 30, false), ("Ann", 40, true), ("Cid", 30, true), ("Bob", 20, false),
      ] as [(String, Int16, Bool)] {
        let owner = isSecond ? pair.inSecond(Owner(context: pair.context)) : Owner(context: context)
        owner.name = name
        owner.age = age
      }
      try context.save()
      func names(_ sorts: [FetchSortDescriptor], _ change: (FetchRequest<Owner>) -> Void = { _ in })
        throws -> [String]
      {
        let request = Owner.fetchRequest()
        request.sortDescriptors = sorts
        change(request)
        let found = try context.fetch(request)
        XCTAssertEqual(try context.count(for: request), found.count)
        return found.map(\.name)
      }
      let byName = [FetchSortDescriptor(key: "name", ascending: true)]
      XCTAssertEqual(try names(byName), ["Ann", "Bob", "Cid", "Dan"])
      // Ties end on the store and then on the primary key.
      let byAge = [FetchSortDescriptor(key: "age", ascending: false)]
      XCTAssertEqual(try names(byAge), ["Ann", "Dan", "Cid", "Bob"])
      XCTAssertEqual(try names([]), ["Dan", "Bob", "Ann", "Cid"])
      XCTAssertEqual(
        try names(byName) { request in
          request.fetchOffset = 1
          request.fetchLimit = 2
        }, ["Bob", "Cid"])
      XCTAssertEqual(try names(byName) { $0.fetchOffset = 3 }, ["Dan"])
      XCTAssertEqual(try names(byName) { $0.fetchOffset = 9 }, [])
      XCTAssertEqual(try names(byName) { $0.affectedStores = [pair.second] }, ["Ann", "Cid"])
      XCTAssertEqual(try names(byName) { $0.affectedStores = [] }, [])
    }
  }

  // Fact 102.
  func testUnsavedObjectsCountWhereTheyWillBeSaved() async throws {
    try await eachPairOfStores { pair in
      let context = pair.container.viewContext
      let first = Owner(context: context)
      first.name = "Ann"
      let second = pair.inSecond(Owner(context: pair.context))
      second.name = "Bob"
      let request = Owner.fetchRequest()
      request.affectedStores = [pair.second]
      XCTAssertEqual(try context.fetch(request), [second])
      try context.save()
      second.name = "Cid"
      first.name = "Cid"
      request.predicate = try FetchPredicate(format: "name == 'Cid'")
      XCTAssertEqual(try context.fetch(request), [second])
      request.affectedStores = [pair.first]
      XCTAssertEqual(try context.fetch(request), [first])
      request.affectedStores = nil
      XCTAssertEqual(try context.count(for: request), 2)
    }
  }

  func testASortOverARelationshipGoesThroughAllStores() async throws {
    try await eachPairOfStores { pair in
      let context = pair.container.viewContext
      for (index, name) in ["Bob", "Ann", "Dan", "Cid"].enumerated() {
        let isSecond = index % 2 == 1
        let owner = isSecond ? pair.inSecond(Owner(context: pair.context)) : Owner(context: context)
        let pet = isSecond ? pair.inSecond(Pet(context: pair.context)) : Pet(context: context)
        owner.name = name
        pet.name = "pet of \(name)"
        pet.owner = owner
      }
      try context.save()
      let names = try await pair.container.newBackgroundContext().perform { other in
        let request = Pet.fetchRequest()
        request.sortDescriptors = [FetchSortDescriptor(key: "owner.name", ascending: true)]
        return try other.fetch(request).map { $0.name ?? "" }
      }
      XCTAssertEqual(names, ["pet of Ann", "pet of Bob", "pet of Cid", "pet of Dan"])
    }
  }

  func testObjectsOfBothStoresAreReadChangedAndDeleted() async throws {
    try await eachPairOfStores { pair in
      let context = pair.container.viewContext
      var ids: [ManagedObjectID] = []
      for isSecond in [false, true] {
        let owner = isSecond ? pair.inSecond(Owner(context: pair.context)) : Owner(context: context)
        let rex = isSecond ? pair.inSecond(Dog(context: pair.context)) : Dog(context: context)
        let tom = isSecond ? pair.inSecond(Pet(context: pair.context)) : Pet(context: context)
        owner.name = "owner \(isSecond)"
        rex.name = "Rex \(isSecond)"
        tom.name = "Tom \(isSecond)"
        owner.pets = [rex, tom]
        rex.friends = [tom]
        ids.append(owner.objectID)
        try context.save()
        ids[ids.count - 1] = owner.objectID
      }
      let other = pair.container.newBackgroundContext()
      let found = try await other.perform { [ids] context in
        try ids.map { id in
          let owner = try context.existingObject(with: id) as? Owner
          let dog = owner?.pets.first { $0 is Dog }
          return [owner?.name, dog?.name, dog?.friends.first?.name, dog?.owner?.name]
        }
      }
      XCTAssertEqual(
        found,
        [
          ["owner false", "Rex false", "Tom false", "owner false"],
          ["owner true", "Rex true", "Tom true", "owner true"],
        ])
      try await other.perform { [ids] context in
        let (first, second) = (context.object(with: ids[0]), context.object(with: ids[1]))
        (first as? Owner)?.age = 77
        (second as? Owner)?.age = 78
        for pet in (second as? Owner)?.pets ?? [] where pet is Dog { context.delete(pet) }
        try context.save()
      }
      context.refreshAllObjects()
      let owners = ids.compactMap { context.object(with: $0) as? Owner }
      XCTAssertEqual(owners.map(\.age), [77, 78])
      XCTAssertEqual(owners.map { $0.pets.count }, [2, 1])
      XCTAssertEqual(try context.count(for: Dog.fetchRequest()), 1)
      XCTAssertEqual(context.errors.count, 0)
    }
  }

  func testPredicatesWithObjectsFindThoseOfTheSameStore() async throws {
    try await eachPairOfStores { pair in
      let context = pair.container.viewContext
      let owners = [Owner(context: context), pair.inSecond(Owner(context: pair.context))]
      let pets = [Pet(context: context), pair.inSecond(Pet(context: pair.context))]
      for (index, pair) in zip(owners, pets).enumerated() {
        pair.0.name = "owner \(index)"
        pair.1.owner = pair.0
      }
      try context.save()
      let request = Pet.fetchRequest()
      for index in 0...1 {
        request.predicate = try FetchPredicate(format: "owner == %@", owners[index])
        XCTAssertEqual(try context.fetch(request), [pets[index]])
        request.predicate = try FetchPredicate(format: "SELF IN %@", [pets[index]])
        XCTAssertEqual(try context.fetch(request), [pets[index]])
      }
      request.affectedStores = [pair.first]
      request.predicate = try FetchPredicate(format: "owner == %@", owners[1])
      XCTAssertEqual(try context.fetch(request), [])
    }
  }

  // Fact 9.
  func testTheURIOfAnUnknownStoreGivesNoID() async throws {
    try await eachPairOfStores { pair in
      let owner = pair.inSecond(Owner(context: pair.context))
      owner.name = "Ann"
      try pair.container.viewContext.save()
      let uri = owner.objectID.uriRepresentation()
      XCTAssertEqual(pair.coordinator.managedObjectID(forURIRepresentation: uri), owner.objectID)
      let unknown = try XCTUnwrap(URL(string: "x-coredata://\(UUID().uuidString)/Owner/p1"))
      XCTAssertNil(pair.coordinator.managedObjectID(forURIRepresentation: unknown))
      try pair.coordinator.remove(pair.second)
      XCTAssertNil(pair.coordinator.managedObjectID(forURIRepresentation: uri))
    }
  }

  func testAStoreIsNotAddedTwice() async throws {
    try await eachStore { container in
      let coordinator = container.persistentStoreCoordinator
      let store = try XCTUnwrap(coordinator.persistentStores.first)
      guard store.type == .sqlite else { return }
      let error = self.errorOf {
        try coordinator.addPersistentStore(type: .sqlite, at: store.url)
      }
      XCTAssertEqual(error?.code, .invalidArgument)
      XCTAssertEqual(coordinator.persistentStores.count, 1)
      Owner(context: container.viewContext).name = "Ann"
      try container.viewContext.save()
    }
  }

  func testForeignChangesOfAnyStoreAreNoticed() async throws {
    try await eachPairOfStores { pair in
      XCTAssertFalse(try pair.coordinator.noticeForeignChanges())
      guard pair.second.type == .sqlite else { return }
      let owner = pair.inSecond(Owner(context: pair.context))
      owner.name = "Ann"
      try pair.container.viewContext.save()
      XCTAssertFalse(try pair.coordinator.noticeForeignChanges())
      try self.sqlite3(pair.second.url, "UPDATE ZOWNER SET ZAGE = 50, Z_OPT = 2")
      XCTAssertTrue(try pair.coordinator.noticeForeignChanges())
      XCTAssertFalse(try pair.coordinator.noticeForeignChanges())
      pair.container.viewContext.refreshAllObjects()
      XCTAssertEqual(owner.age, 50)
    }
  }

  func testAPrimaryKeyWithoutRoomForTheStoreIsRefused() async throws {
    try await eachPairOfStores { pair in
      let context = pair.container.viewContext
      for store in [pair.first, pair.second] where store.type == .sqlite {
        try self.sqlite3(
          store.url,
          "INSERT INTO ZPASSPORT (Z_PK, Z_ENT, Z_OPT, ZNUMBER) "
            + "VALUES (281474976710656, 2, 1, 'A')")
        let error = self.errorOf { try context.fetch(Passport.fetchRequest()) }
        XCTAssertEqual(error?.code, .persistentStoreOperation)
        try self.sqlite3(store.url, "UPDATE ZPASSPORT SET Z_PK = 281474976710655")
        let request = Passport.fetchRequest()
        request.affectedStores = [store]
        let found = try context.fetch(request)
        XCTAssertEqual(found.map(\.number), ["A"])
        XCTAssertEqual(found.first?.objectID.persistentStore === store, true)
        XCTAssertEqual(
          found.first?.objectID.uriRepresentation().lastPathComponent, "p281474976710655")
      }
    }
  }
}
