import ObjectGraph
import XCTest

/// What Core Data promises of relationships, one fact a test.
@MainActor
final class RelationshipFactsTests: XCTestCase {
  private func owner(_ name: String, _ context: ManagedObjectContext) -> Owner {
    let owner = Owner(context: context)
    owner.name = name
    return owner
  }

  // Fact 14.
  func testFiringAnObjectLeavesItsToManyRelationshipsUnread() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = owner("Ann", context)
      let rex = Pet(context: context)
      rex.owner = ann
      try context.save()
      let id = ann.objectID
      context.reset()
      let again = try XCTUnwrap(context.object(with: id) as? Owner)
      XCTAssertEqual(again.name, "Ann")
      XCTAssertFalse(again.isFault)
      // Its pet is known only from when the relationship is read.
      XCTAssertEqual(context.registeredObjects, [again])
      XCTAssertEqual(again.pets.count, 1)
      XCTAssertEqual(context.registeredObjects.count, 2)
    }
  }

  // Fact 58.
  func testAnUnfiredOwnerHasItsNewMemberAtOnceAndTheFormerOwnerLosesIt() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let (ann, bob) = (owner("Ann", context), owner("Bob", context))
      let rex = Pet(context: context)
      rex.owner = ann
      try context.save()
      let ids = [ann, bob, rex].map(\.objectID)
      context.reset()
      let pet = try XCTUnwrap(context.object(with: ids[2]) as? Pet)
      let bobAgain = try XCTUnwrap(context.object(with: ids[1]) as? Owner)
      pet.owner = bobAgain
      XCTAssertTrue(bobAgain.isFault)
      XCTAssertEqual(bobAgain.pets, [pet])
      XCTAssertEqual((context.object(with: ids[0]) as? Owner)?.pets, [])
    }
  }

  // Fact 59.
  func testSettingOneToOneTakesItFromAnUnfiredFormerOwner() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let (ann, bob) = (owner("Ann", context), owner("Bob", context))
      let passport = Passport(context: context)
      passport.number = "1"
      ann.passport = passport
      let second = Passport(context: context)
      second.number = "2"
      bob.passport = second
      try context.save()
      let ids = [ann, bob, passport, second].map(\.objectID)
      context.reset()
      let bobAgain = try XCTUnwrap(context.object(with: ids[1]) as? Owner)
      let first = try XCTUnwrap(context.object(with: ids[2]) as? Passport)
      bobAgain.passport = first
      XCTAssertNil((context.object(with: ids[0]) as? Owner)?.passport)
      XCTAssertNil((context.object(with: ids[3]) as? Passport)?.owner)
      XCTAssertTrue(first.owner === bobAgain)
      try context.save()
      if let raw = try container.shell("SELECT count(*) FROM ZPASSPORT WHERE ZOWNER IS NULL") {
        XCTAssertEqual(raw, "1")
      }
    }
  }

  /// A team of three to four players who may have a captain, and fans whom nobody asks back.
  private static func team() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Team") {
        AttributeDescription("name", .string)
        RelationshipDescription(
          name: "players", destination: "Player", inverse: "team", maxCount: 4, minCount: 3)
        RelationshipDescription("captain", toOne: "Player", inverse: nil)
        RelationshipDescription("fans", toMany: "Player", inverse: nil)
      }
      EntityDescription("Player") {
        AttributeDescription("name", .string)
        RelationshipDescription("team", toOne: "Team", inverse: "players")
        RelationshipDescription("mates", toMany: "Player", inverse: "mates")
      }
    }
  }

  private func make(
    _ entity: String, _ name: String, _ context: ManagedObjectContext
  ) throws -> ManagedObject {
    let object = try EntityDescription.insertNewObject(forEntityName: entity, into: context)
    try object.setValue(name, forKey: "name")
    return object
  }

  private func members(_ object: ManagedObject, _ key: String) throws -> Set<ManagedObject> {
    try XCTUnwrap(try object.value(forKey: key) as? Set<ManagedObject>)
  }

  // Fact 66.
  func testCountsAreCheckedOnlyOfAnOptionalRelationshipThatIsNotEmpty() async throws {
    try await eachStore(model: Self.team()) { container in
      let context = container.viewContext
      let team = try make("Team", "A", context)
      try context.save()
      let players = try (1...5).map { try make("Player", "\($0)", context) }
      try team.add(players[..<2], to: "players")
      func assertRefused(_ code: ObjectGraphError.Code, line: UInt = #line) {
        XCTAssertThrowsError(try context.save(), line: line) { error in
          let error = error as? ObjectGraphError
          XCTAssertEqual(error?.code, code, line: line)
          XCTAssertEqual(error?.key, "players", line: line)
          XCTAssertEqual(error?.objectID, team.objectID, line: line)
        }
      }
      assertRefused(.validationRelationshipLacksMinimumCount)
      XCTAssertEqual(ObjectGraphError.Code.validationRelationshipLacksMinimumCount.rawValue, 1580)
      try team.add(players, to: "players")
      assertRefused(.validationRelationshipExceedsMaximumCount)
      XCTAssertEqual(
        ObjectGraphError.Code.validationRelationshipExceedsMaximumCount.rawValue, 1590)
      try team.remove(players[0], from: "players")
      try context.save()
      try team.setValue(nil, forKey: "players")
      try context.save()
      XCTAssertEqual(try members(team, "players"), [])
    }
  }

  func testRelationshipsWithoutInverseAreKeptAndTellTheOtherSideNothing() async throws {
    try await eachStore(model: Self.team()) { container in
      let context = container.viewContext
      let team = try make("Team", "A", context)
      let (ann, bob) = (try make("Player", "Ann", context), try make("Player", "Bob", context))
      try team.setValue(ann, forKey: "captain")
      try team.setValue([ann, bob], forKey: "fans")
      try context.save()
      XCTAssertFalse(ann.hasChanges)
      if let schema = try container.shell(
        "SELECT sql FROM sqlite_master WHERE name = 'Z_2FANS'")
      {
        // Player 1, Team 2; the name of the column without a relationship is invented.
        XCTAssertEqual(
          schema,
          "CREATE TABLE Z_2FANS ( Z_2FANSINVERSE INTEGER, Z_1FANS INTEGER, "
            + "PRIMARY KEY (Z_2FANSINVERSE, Z_1FANS) )")
      }
      let id = team.objectID
      context.reset()
      let again = context.object(with: id)
      XCTAssertEqual(try again.value(forKeyPath: "captain.name") as? String, "Ann")
      XCTAssertEqual(
        try members(again, "fans").map { try $0.value(forKey: "name") as? String ?? "" }.sorted(),
        ["Ann", "Bob"])
    }
  }

  func testARelationshipThatIsItsOwnInverseHoldsBothWays() async throws {
    try await eachStore(model: Self.team()) { container in
      let context = container.viewContext
      let players = try ["a", "b", "c"].map { try make("Player", $0, context) }
      try players[0].setValue([players[1], players[2]], forKey: "mates")
      try players[0].add(players[0], to: "mates")
      XCTAssertEqual(try members(players[1], "mates"), [players[0]])
      try context.save()
      if let raw = try container.shell(
        "SELECT group_concat(x, ' ') FROM (SELECT a.ZNAME || b.ZNAME AS x FROM Z_1MATES j "
          + "JOIN ZPLAYER a ON a.Z_PK = j.Z_1MATES JOIN ZPLAYER b ON b.Z_PK = j.REFLEXIVE "
          + "ORDER BY x)")
      {
        XCTAssertEqual(raw, "aa ab ac ba ca")
      }
      let ids = players.map(\.objectID)
      context.reset()
      let again = ids.map { context.object(with: $0) }
      XCTAssertEqual(try members(again[2], "mates"), [again[0]])
      try again[2].remove(again[0], from: "mates")
      XCTAssertEqual(try members(again[0], "mates"), [again[0], again[1]])
      try context.save()
      context.delete(again[1])
      try context.save()
      XCTAssertEqual(try members(again[0], "mates"), [again[0]])
      if let raw = try container.shell("SELECT count(*) FROM Z_1MATES") {
        XCTAssertEqual(raw, "1")
      }
    }
  }

  // MARK: Fact 65

  // Fact 65.
  func testWithoutInverseAReferenceStaysAndLeadsToAnInaccessibleFault() async throws {
    try await eachStore(model: Self.team()) { container in
      let context = container.viewContext
      let team = try make("Team", "A", context)
      let ann = try make("Player", "Ann", context)
      try team.setValue(ann, forKey: "captain")
      try context.save()
      let id = ann.objectID
      context.delete(ann)
      try context.save()
      if let raw = try container.shell("SELECT ZCAPTAIN FROM ZTEAM") {
        XCTAssertEqual(raw, "\(id.reference)")
      }
      let captain = try XCTUnwrap(try team.value(forKey: "captain") as? ManagedObject)
      XCTAssertEqual(captain.objectID, id)
      XCTAssertTrue(captain.isFault)
      XCTAssertThrowsError(try captain.value(forKey: "name")) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.code, .managedObjectReferentialIntegrity)
      }
    }
  }

  func testADeletedMemberLeavesAToManyRelationshipWithoutInverse() async throws {
    try await eachStore(model: Self.team()) { container in
      let context = container.viewContext
      let team = try make("Team", "A", context)
      let (ann, bob) = (try make("Player", "Ann", context), try make("Player", "Bob", context))
      try team.setValue([ann], forKey: "fans")
      try context.save()
      XCTAssertEqual(try members(team, "fans"), [ann])
      try team.add(bob, to: "fans")
      let cat = try make("Player", "Cat", context)
      try team.add(cat, to: "fans")
      context.delete(ann)
      context.delete(cat)
      try context.save()
      XCTAssertEqual(try members(team, "fans"), [bob])
      if let raw = try container.shell("SELECT Z_1FANS FROM Z_2FANS") {
        XCTAssertEqual(raw, "\(bob.objectID.reference)")
      }
    }
  }

  /// Fact 68 says otherwise of Core Data. Here two clerks who book for one camper do not conflict:
  /// an object that is kept by the other side's foreign key is not written when a member comes.
  func testAddingAMemberDoesNotRaiseTheVersionOfTheOneSide() async throws {
    try await eachPairOfWriters { pair in
      let context = pair.container.viewContext
      let ann = owner("Ann", context)
      try context.save()
      Pet(context: context).owner = ann
      try pair.elsewhere.performAndWait { other in
        let ann = try other.fetch(FetchRequest<Owner>()).first
        Pet(context: other).owner = ann
        try other.save()
      }
      XCTAssertNoThrow(try context.save())
      if let raw = try pair.container.shell("SELECT Z_OPT FROM ZOWNER") {
        XCTAssertEqual(raw, "1")
      }
      context.reset()
      XCTAssertEqual(try context.fetch(FetchRequest<Owner>()).first?.pets.count, 2)
    }
  }

  // MARK: Bad input

  func testObjectsOfTheWrongEntityOrOfNoContextAreRefused() async throws {
    try await eachStore(model: Self.team()) { container in
      let context = container.viewContext
      let team = try make("Team", "A", context)
      let ann = try make("Player", "Ann", context)
      try context.save()
      context.delete(ann)
      try context.save()
      for wrong in [team, ann] {
        for key in ["captain", "fans", "players"] {
          let value: Any = key == "captain" ? wrong : [wrong]
          XCTAssertThrowsError(try team.setValue(value, forKey: key)) { error in
            XCTAssertEqual((error as? ObjectGraphError)?.code, .invalidArgument)
            XCTAssertEqual((error as? ObjectGraphError)?.key, key)
          }
        }
      }
      XCTAssertFalse(team.hasChanges)
    }
  }

  func testAReferenceToAnObjectThatIsDeletedInTheSameSaveIsRefusedAndCanBeMended() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let (ann, bob) = (owner("Ann", context), owner("Bob", context))
      let pet = Pet(context: context)
      try context.save()
      context.delete(ann)
      context.processPendingChanges()
      pet.owner = ann
      XCTAssertThrowsError(try context.save()) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.code, .managedObjectReferentialIntegrity)
        XCTAssertEqual((error as? ObjectGraphError)?.key, "owner")
        XCTAssertEqual(
          (error as? ObjectGraphError)?.message,
          "Pet.owner leads to an Owner that is deleted in the same save")
      }
      pet.owner = bob
      try context.save()
      XCTAssertEqual(bob.pets, [pet])
    }
  }

  func testAPairWithAnObjectThatIsDeletedInTheSameSaveIsRefusedAndSaysSo() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let (rex, tom) = (Pet(context: context), Pet(context: context))
      try context.save()
      context.delete(tom)
      context.processPendingChanges()
      rex.friends = [tom]
      XCTAssertThrowsError(try context.save()) { error in
        XCTAssertEqual(
          (error as? ObjectGraphError)?.message,
          "Pet.friends leads to a Pet that is deleted in the same save")
      }
      rex.friends = []
      rex.friendOf = [tom]
      XCTAssertThrowsError(try context.save()) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.key, "friendOf")
      }
      rex.friendOf = []
      try context.save()
      XCTAssertEqual(try context.fetch(Pet.fetchRequest()), [rex])
    }
  }
}
