import Foundation
import ObjectGraph
import XCTest

/// Saves that touch several stores: all of it happens, or nothing.
@MainActor
final class SeveralStoresSavingTests: XCTestCase {
  // Fact 187.
  func testEachFileCountsItsPrimaryKeysItself() async throws {
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = ["A.sqlite", "B.sqlite"].map { folder.appendingPathComponent($0) }
    let container = try PersistentContainer(
      name: "Pets", managedObjectModel: TestModel.pets(),
      descriptions: files.map { PersistentStoreDescription(url: $0) })
    try container.loadPersistentStores()
    let context = container.viewContext
    let second = container.persistentStoreCoordinator.persistentStores[1]
    for name in ["Ann", "Bob", "Cid"] {
      let owner = Owner(context: context)
      owner.name = name
      let passport = Passport(context: context)
      passport.number = "of \(name)"
      passport.owner = owner
      guard name != "Ann" else { continue }
      context.assign(owner, to: second)
      context.assign(passport, to: second)
    }
    try context.save()
    let owner = try XCTUnwrap(try context.fetch(Owner.fetchRequest()).last)
    owner.age = 20
    let friends = [Pet(context: context), Dog(context: context)]
    for pet in friends { context.assign(pet, to: second) }
    friends[0].friends = [friends[1]]
    friends[1].owner = owner
    try context.save()

    let owners = "SELECT Z_PK, Z_ENT, Z_OPT, ZNAME, ZPASSPORT FROM ZOWNER ORDER BY Z_PK"
    XCTAssertEqual(try sqlite3(files[0], owners), "1|1|1|Ann|1")
    XCTAssertEqual(try sqlite3(files[1], owners), "1|1|1|Bob|1\n2|1|2|Cid|2")
    XCTAssertEqual(
      try sqlite3(files[1], "SELECT Z_PK, Z_ENT, ZOWNER FROM ZPET ORDER BY Z_PK"), "1|3|\n2|4|2")
    let maxima = "SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT"
    XCTAssertEqual(try sqlite3(files[0], maxima), "Owner|1\nPassport|1\nPet|0\nDog|0")
    XCTAssertEqual(try sqlite3(files[1], maxima), "Owner|2\nPassport|2\nPet|2\nDog|0")
    let join = try sqlite3(
      files[1],
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'Z\\_3%' ESCAPE '\\'")
    XCTAssertEqual(try sqlite3(files[1], "SELECT count(*) FROM \(join)"), "1")
    XCTAssertEqual(try sqlite3(files[0], "SELECT count(*) FROM \(join)"), "0")
    for file in files {
      XCTAssertEqual(try sqlite3(file, "PRAGMA integrity_check"), "ok")
    }
  }

  // Fact 67.
  func testARelationshipAcrossStoresFailsBeforeAnythingIsWritten() async throws {
    try await eachPairOfStores { pair in
      let context = pair.container.viewContext
      let owner = pair.inSecond(Owner(context: pair.context))
      owner.name = "Ann"
      let pet = Pet(context: context)
      pet.owner = owner
      let error = self.errorOf { try context.save() }
      XCTAssertEqual(error?.code, .managedObjectExternalRelationship)
      XCTAssertEqual(error?.entityName, "Pet")
      XCTAssertEqual(error?.key, "owner")
      XCTAssertEqual(error?.objectID, pet.objectID)
      XCTAssertEqual(error?.details[.affectedObjects], [pet.objectID, owner.objectID])
      XCTAssertEqual(try pair.first.count(pair.plan("Pet")), 0)
      XCTAssertEqual(try pair.second.count(pair.plan("Owner")), 0)

      context.assign(pet, to: pair.second)
      try context.save()
      XCTAssertTrue(pet.objectID.persistentStore === pair.second)
    }
  }

  // Fact 67.
  func testAJoinAcrossStoresFailsToo() async throws {
    try await eachPairOfStores { pair in
      let context = pair.container.viewContext
      let pets = [Pet(context: context), pair.inSecond(Pet(context: pair.context))]
      try context.save()
      pets[0].friends = [pets[1]]
      let error = self.errorOf { try context.save() }
      XCTAssertEqual(error?.code, .managedObjectExternalRelationship)
      let objects = error?.details[.affectedObjects]
      XCTAssertEqual(Set(objects ?? []), Set(pets.map(\.objectID)))
      pets[0].friends = []
      try context.save()
    }
  }

  // Fact 57.
  func testAFailureOfOneStoreLeavesAllAsTheyWere() async throws {
    try await eachPairOfStores { pair in
      let stores = [pair.first, pair.second]
      for refusing in stores where refusing.type == .sqlite {
        let context = pair.container.viewContext
        let before = try stores.map { try $0.count(pair.plan("Passport")) }
        try self.sqlite3(
          refusing.url,
          "CREATE TRIGGER refuse BEFORE INSERT ON ZPASSPORT BEGIN SELECT RAISE(ABORT, 'no'); END")
        let passports = [
          Passport(context: context), pair.inSecond(Passport(context: pair.context)),
        ]
        passports[0].number = "1"
        passports[1].number = "2"
        let refused = refusing === pair.first ? passports[0] : passports[1]
        let error = self.errorOf { try context.save() }
        XCTAssertEqual(error?.code, .persistentStoreIncompleteSave)
        let failed = error?.details[.affectedStores]
        XCTAssertEqual(failed?.map(\.identifier), [refusing.identifier])
        XCTAssertEqual(error?.details[.affectedObjects], [refused.objectID])
        XCTAssertNil(error?.details[.committedStores])
        XCTAssertEqual(error?.underlyingErrors.count, 1)
        XCTAssertEqual(try stores.map { try $0.count(pair.plan("Passport")) }, before)

        try self.sqlite3(refusing.url, "DROP TRIGGER refuse")
        try context.save()
        XCTAssertEqual(
          try stores.map { try $0.count(pair.plan("Passport")) }, before.map { $0 + 1 })
      }
    }
  }

  // Fact 57.
  func testTheErrorOfALateCommitNamesTheStoresThatWereWritten() async throws {
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = ["A.sqlite", "B.sqlite"].map { folder.appendingPathComponent($0) }
    let container = try PersistentContainer(
      name: "Pets", managedObjectModel: TestModel.pets(),
      descriptions: files.map {
        PersistentStoreDescription(url: $0, pragmas: ["foreign_keys": "1"])
      })
    try container.loadPersistentStores()
    let coordinator = container.persistentStoreCoordinator
    let context = container.viewContext
    /// Lets every commit to a file fail that inserted a passport.
    func refuseCommits(of file: URL) throws {
      try sqlite3(
        file,
        "CREATE TABLE promise (x REFERENCES ZOWNER (Z_PK) DEFERRABLE INITIALLY DEFERRED); "
          + "CREATE TRIGGER promising AFTER INSERT ON ZPASSPORT "
          + "BEGIN INSERT INTO promise VALUES (-5); END")
    }
    func counts() throws -> [String] {
      try files.map { try sqlite3($0, "SELECT count(*) FROM ZPASSPORT") }
    }
    let passports = [Passport(context: context), Passport(context: context)]
    for passport in passports { passport.number = "1" }
    context.assign(passports[1], to: coordinator.persistentStores[1])

    // B commits first: when it fails, A was not committed either.
    try refuseCommits(of: files[1])
    let early = errorOf { try context.save() }
    XCTAssertEqual(early?.code, .persistentStoreIncompleteSave)
    XCTAssertNil(early?.details[.committedStores])
    XCTAssertEqual(try counts(), ["0", "0"])

    try sqlite3(files[1], "DROP TRIGGER promising")
    try refuseCommits(of: files[0])
    let late = errorOf { try context.save() }
    XCTAssertEqual(late?.code, .persistentStoreIncompleteSave)
    let failed = late?.details[.affectedStores]
    let written = late?.details[.committedStores]
    XCTAssertEqual(failed?.map(\.url), [files[0]])
    XCTAssertEqual(written?.map(\.url), [files[1]])
    XCTAssertEqual(try counts(), ["0", "1"])
  }

  func testAConflictInOneStoreKeepsItsCodeAndItsKeys() async throws {
    try await eachPairOfStores { pair in
      let context = pair.container.viewContext
      let owners = [Owner(context: context), pair.inSecond(Owner(context: pair.context))]
      owners[0].name = "Ann"
      owners[1].name = "Bob"
      try context.save()
      let id = owners[1].objectID
      try await pair.container.newBackgroundContext().perform { other in
        (other.object(with: id) as? Owner)?.age = 30
        try other.save()
      }
      owners[0].age = 40
      owners[1].age = 41
      let error = self.errorOf { try context.save() }
      XCTAssertEqual(error?.code, .managedObjectMerge)
      XCTAssertEqual(error?.objectID, id)
      let conflicts = error?.details[.conflictList]
      XCTAssertEqual(conflicts?.map(\.key), [owners[1].key])
      XCTAssertEqual(conflicts?.first?.persisted?.key, owners[1].key)
      context.refresh(owners[1], mergeChanges: true)
      XCTAssertEqual(owners[1].age, 41)
      try context.save()
      XCTAssertEqual(context.errors.count, 0)
    }
  }

  func testUniqueValuesAreUniqueWithinAStore() async throws {
    try await eachPairOfStores { pair in
      let context = pair.container.viewContext
      let owners = [Owner(context: context), pair.inSecond(Owner(context: pair.context))]
      for owner in owners { owner.name = "Ann" }
      try context.save()
      let third = pair.inSecond(Owner(context: pair.context))
      third.name = "Ann"
      let error = self.errorOf { try context.save() }
      XCTAssertEqual(error?.code, .managedObjectConstraintMerge)
      XCTAssertEqual(error?.details[.conflictingKey], owners[1].key)
    }
  }

  func testSeveralQueuesSaveIntoBothStoresAtOnce() async throws {
    try await eachPairOfStores { pair in
      let contexts = (0..<4).map { _ in pair.container.newBackgroundContext() }
      let second = pair.second
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (index, context) in contexts.enumerated() {
          group.addTask {
            for round in 0..<5 {
              try await context.perform { context in
                for isSecond in [false, true] {
                  let owner = Owner(context: context)
                  owner.name = "\(index) \(round) \(isSecond)"
                  if isSecond { context.assign(owner, to: second) }
                }
                try context.save()
                _ = try context.fetch(Owner.fetchRequest())
              }
            }
          }
        }
        try await group.waitForAll()
      }
      for (store, base) in [(pair.first, Int64(0)), (pair.second, 1 << 48)] {
        let rows = try store.fetch(pair.plan("Owner"))
        XCTAssertEqual(rows.map { $0.key - base }, Array(1...20))
      }
      XCTAssertEqual(try pair.context.count(for: Owner.fetchRequest()), 40)
    }
  }
}
