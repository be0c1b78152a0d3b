import ObjectGraph
import XCTest

/// Values that a uniqueness constraint allows only once.
@MainActor
final class ConstraintConflictTests: XCTestCase {
  /// An item with a unique, optional code, and books among the items.
  private static func items() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription(
        "Item", unique: [["code"]],
        subentities: [
          EntityDescription("Book") { AttributeDescription("pages", .integer32) }
        ]
      ) {
        AttributeDescription("code", .string)
        AttributeDescription("title", .string)
      }
    }
  }

  private func insert(
    _ entity: String, code: String?, in context: ManagedObjectContext
  ) throws -> ManagedObject {
    let item = try EntityDescription.insertNewObject(forEntityName: entity, into: context)
    try item.setValue(code, forKey: "code")
    return item
  }

  private func owner(_ name: String, _ context: ManagedObjectContext) -> Owner {
    let owner = Owner(context: context)
    owner.name = name
    return owner
  }

  // Fact 131.
  func testRowsThatChangedComeBeforeConstraintsAndEachViolationIsOneConflict() async throws {
    try await eachPairOfWriters { pair in
      let (tom, ann) = try pair.tomOfAnn()
      let bob = owner("Bob", pair.context)
      try pair.context.save()
      try pair.changePet("Tom") { tom, _ in tom.weight = 5 }
      let others = ["Ann", "Bob", "Bob", "Cleo"].map { owner($0, pair.context) }
      tom.name = "Tim"
      let policy = NotingPolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
      pair.context.mergePolicy = policy
      try pair.context.save()
      XCTAssertEqual(policy.calls, ["row", "constraint constraint"])
      XCTAssertEqual(policy.merges.map { $0.sourceObject === tom }, [true])
      XCTAssertEqual(policy.constraints.map(\.constraint), [["name"], ["name"]])
      XCTAssertEqual(
        policy.constraints.map(\.constraintValues),
        [["name": .string("Ann")], ["name": .string("Bob")]])
      XCTAssertEqual(policy.constraints.map { $0.databaseObject === ann }, [true, false])
      XCTAssertTrue(policy.constraints.last?.databaseObject === bob)
      XCTAssertEqual(
        policy.constraints.map(\.conflictingObjects), [[others[0]], [others[1], others[2]]])
      XCTAssertEqual(policy.constraints.first?.databaseSnapshot?["age"], .integer(18))
      XCTAssertEqual(policy.constraints.first?.conflictingSnapshots, [[:]])
      XCTAssertEqual(try pair.owners(), ["Ann 18 Tim", "Bob 18", "Cleo 18"])
    }
  }

  // Fact 131.
  func testAConstraintOfAHierarchyIsBrokenOnce() async throws {
    try await eachStore(model: Self.items()) { container in
      let context = container.viewContext
      let (item, book) = (
        try insert("Item", code: "1", in: context), try insert("Book", code: "1", in: context)
      )
      let policy = NotingPolicy(merge: .errorMergePolicyType)
      context.mergePolicy = policy
      XCTAssertThrowsError(try context.save())
      XCTAssertEqual(policy.constraints.map(\.conflictingObjects), [[item, book]])
      // An item and a book cannot be made one without losing something.
      context.mergePolicy = .mergeByPropertyObjectTrump
      XCTAssertThrowsError(try context.save()) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.code, .managedObjectConstraintMerge)
      }
      XCTAssertEqual(context.insertedObjects, [item, book])
    }
  }

  func testWhatAChildDidNotSetInANewObjectStaysWithTheOneThatItGivesWayTo() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let (ann, bob) = (owner("Ann", context), owner("Bob", context))
      (ann.age, bob.age) = (41, 42)
      try context.save()
      let (child, grandchild) = (context.makeChild(), context.makeChild().makeChild())
      _ = owner("Ann", child)
      // Zero is the default, and was set all the same.
      owner("Bob", grandchild).age = 0
      try child.save()
      try grandchild.save()
      try grandchild.parent?.save()
      context.mergePolicy = .mergeByPropertyObjectTrump
      try context.save()
      XCTAssertEqual([ann.age, bob.age], [41, 0])
      XCTAssertEqual(try context.count(for: FetchRequest<Owner>()), 2)
    }
  }

  // Fact 132.
  func testTwoUnsavedObjectsMayHaveOneUniqueValueUntilTheSave() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let (first, second) = (owner("Ann", context), owner("Ann", context))
      context.processPendingChanges()
      let policy = NotingPolicy(merge: .errorMergePolicyType)
      context.mergePolicy = policy
      XCTAssertThrowsError(try context.save()) { error in
        let error = error as? ObjectGraphError
        XCTAssertEqual(error?.code.rawValue, 133_021)
        XCTAssertEqual(error?.constraintConflicts.map(\.constraint), [["name"]])
        XCTAssertEqual(
          error?.constraintConflicts.map(\.objectIDs), [[first.objectID, second.objectID]])
        XCTAssertEqual(error?.constraintConflicts.map(\.databaseObjectID), [nil])
      }
      XCTAssertNil(policy.constraints.first?.databaseObject)
      XCTAssertNil(policy.constraints.first?.databaseSnapshot)
      XCTAssertEqual(policy.constraints.first?.conflictingObjects, [first, second])
      second.age = 44
      context.mergePolicy = .mergeByPropertyObjectTrump
      try context.save()
      XCTAssertEqual(try context.fetch(FetchRequest<Owner>()), [first])
      XCTAssertEqual(first.age, 44)
      XCTAssertNil(second.managedObjectContext)
    }
  }

  // Fact 133.
  func testObjectTrumpGivesTheRowTheNewValuesAndKeepsItsRelationships() async throws {
    try await eachPairOfWriters { pair in
      let context = pair.context
      let (tom, ann) = try pair.tomOfAnn()
      ann.age = 30
      let passport = Passport(context: context)
      (passport.number, passport.owner) = ("1", ann)
      try context.save()
      let again = owner("Ann", context)
      let rex = Dog(context: context)
      (rex.name, rex.owner) = ("Rex", again)
      XCTAssertEqual(again.pets, [rex])
      context.mergePolicy = .mergeByPropertyObjectTrump
      try context.save()
      // The age was never set on the new object, so that the row's stays.
      XCTAssertEqual(try pair.owners(), ["Ann 30 Rex Tom"])
      XCTAssertTrue(ann.passport === passport)
      XCTAssertEqual(ann.pets, [tom, rex])
      XCTAssertTrue(rex.owner === ann)
      XCTAssertNil(again.managedObjectContext)
      XCTAssertFalse(context.hasChanges)
      let third = owner("Ann", context)
      third.age = 18
      try context.save()
      XCTAssertEqual(try pair.owners(), ["Ann 18 Rex Tom"])
    }
  }

  // Fact 133.
  func testARowThatSomeoneElseInsertedMeanwhileTakesTheNewValues() async throws {
    try await eachPairOfWriters { pair in
      try pair.elsewhere.performAndWait { other in
        let (ann, tom) = (Owner(context: other), Pet(context: other))
        (ann.name, ann.age) = ("Ann", 30)
        (tom.name, tom.weight, tom.owner) = ("Tom", 4, ann)
        try other.save()
      }
      let ann = owner("Ann", pair.context)
      ann.age = 31
      pair.context.mergePolicy = .mergeByPropertyObjectTrump
      try pair.context.save()
      XCTAssertEqual(try pair.owners(), ["Ann 31 Tom"])
    }
  }

  func testOverwriteGivesTheRowAllAttributes() async throws {
    try await eachPairOfWriters { pair in
      let (tom, ann) = try pair.tomOfAnn()
      ann.age = 30
      try pair.context.save()
      _ = owner("Ann", pair.context)
      pair.context.mergePolicy = .overwrite
      try pair.context.save()
      XCTAssertEqual(try pair.owners(), ["Ann 18 Tom"])
      XCTAssertTrue(tom.owner === ann)
    }
  }

  func testStoreTrumpKeepsTheRowAndLeadsReferencesToIt() async throws {
    try await eachPairOfWriters { pair in
      let (_, ann) = try pair.tomOfAnn()
      let again = owner("Ann", pair.context)
      again.age = 50
      let rex = Dog(context: pair.context)
      (rex.name, rex.owner) = ("Rex", again)
      pair.context.mergePolicy = .mergeByPropertyStoreTrump
      try pair.context.save()
      XCTAssertEqual(try pair.owners(), ["Ann 18 Rex Tom"])
      XCTAssertTrue(rex.owner === ann)
    }
  }

  func testRollbackDropsTheNewObject() async throws {
    try await eachPairOfWriters { pair in
      _ = try pair.tomOfAnn()
      let again = owner("Ann", pair.context)
      let rex = Dog(context: pair.context)
      (rex.name, rex.owner) = ("Rex", again)
      pair.context.mergePolicy = .rollback
      try pair.context.save()
      XCTAssertEqual(try pair.owners(), ["Ann 18 Tom"])
      XCTAssertEqual(try pair.pets(), ["Rex - -", "Tom 4.0 Ann"])
    }
  }

  // Fact 133.
  func testTwoSavedObjectsAreNeverMadeOne() async throws {
    for type in MergePolicyType.allCases {
      try await eachPairOfWriters { pair in
        let (_, ann) = try pair.tomOfAnn()
        let bob = owner("Bob", pair.context)
        try pair.context.save()
        (bob.name, bob.age) = ("Ann", 50)
        pair.context.mergePolicy = MergePolicy(merge: type)
        switch type {
        case .mergeByPropertyStoreTrumpMergePolicyType:
          try pair.context.save()
          XCTAssertEqual(try pair.owners(), ["Ann 18 Tom", "Bob 50"])
        case .rollbackMergePolicyType:
          try pair.context.save()
          XCTAssertEqual(try pair.owners(), ["Ann 18 Tom", "Bob 18"])
        default:
          XCTAssertThrowsError(try pair.context.save()) { error in
            let error = error as? ObjectGraphError
            XCTAssertEqual(error?.code, .managedObjectConstraintMerge)
            XCTAssertEqual(error?.constraintConflicts.map(\.databaseObjectID), [ann.objectID])
          }
          XCTAssertEqual(bob.name, "Ann")
          XCTAssertEqual(try pair.owners(), ["Ann 18 Tom", "Bob 18"])
        }
      }
    }
  }

  // Fact 133.
  func testSwappedUniqueValuesAreNoConflict() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let (ann, bob) = (owner("Ann", context), owner("Bob", context))
      try context.save()
      (ann.name, bob.name) = ("Bob", "Ann")
      let policy = NotingPolicy(merge: .errorMergePolicyType)
      context.mergePolicy = policy
      try context.save()
      XCTAssertEqual(policy.calls, [])
    }
  }

  // Fact 133.
  func testNilDoesNotCollide() async throws {
    try await eachStore(model: Self.items()) { container in
      let context = container.viewContext
      _ = try insert("Item", code: nil, in: context)
      try context.save()
      _ = try insert("Item", code: nil, in: context)
      _ = try insert("Book", code: nil, in: context)
      try context.save()
      XCTAssertEqual(try context.count(for: FetchRequest<ManagedObject>(entityName: "Item")), 3)
    }
  }

  // Fact 134.
  func testTheStoreInMemoryEnforcesConstraintsToo() async throws {
    try await eachStore { container in
      _ = owner("Ann", container.viewContext)
      try container.viewContext.save()
      _ = owner("Ann", container.viewContext)
      XCTAssertThrowsError(try container.viewContext.save()) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.code, .managedObjectConstraintMerge)
      }
    }
  }

  func testAConstraintOverSeveralPropertiesFindsItsRow() async throws {
    func model() -> ManagedObjectModel {
      ManagedObjectModel {
        EntityDescription("Night", unique: [["site", "date", "price", "tag"]]) {
          AttributeDescription("site", .integer32)
          AttributeDescription("date", .date)
          AttributeDescription("price", .decimal)
          AttributeDescription("tag", .uuid)
          AttributeDescription("guest", .string)
        }
      }
    }
    let tag = UUID()
    func night(_ guest: String, site: Int, in context: ManagedObjectContext) throws {
      let night = try EntityDescription.insertNewObject(forEntityName: "Night", into: context)
      try night.setValue(site, forKey: "site")
      try night.setValue(Date(timeIntervalSinceReferenceDate: 86_400), forKey: "date")
      try night.setValue(Decimal(string: "12.50"), forKey: "price")
      try night.setValue(tag, forKey: "tag")
      try night.setValue(guest, forKey: "guest")
    }
    try await eachStore(model: model()) { container in
      let context = container.viewContext
      try night("Ann", site: 1, in: context)
      try night("Bob", site: 2, in: context)
      try context.save()
      try night("Cleo", site: 2, in: context)
      context.mergePolicy = .mergeByPropertyObjectTrump
      try context.save()
      let guests = try context.fetch(FetchRequest<ManagedObject>(entityName: "Night"))
        .compactMap { try $0.value(forKey: "guest") as? String }
      XCTAssertEqual(guests.sorted(), ["Ann", "Cleo"])
    }
  }
}
