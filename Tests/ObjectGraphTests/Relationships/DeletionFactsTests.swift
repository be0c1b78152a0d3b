import ObjectGraph
import XCTest

/// A link of a chain: deleting it deletes the ones that hang on it, and asks a bolt whether it may.
final class Link: ManagedObject {
  @Managed("name") var name: String
  @Managed("next") var next: Set<Link>
  @Managed("previous") var previous: Link?
  @Managed("bolt") var bolt: Bolt?
  @Managed("tags") var tags: Set<Label>
  nonisolated(unsafe) static var prepared: [String] = []
  override func prepareForDeletion() { Self.prepared.append(name) }
}

/// A bolt must have its link.
final class Bolt: ManagedObject {
  @Managed("name") var name: String
  @Managed("link") var link: Link?
}

/// A label that its links do not care for when they go.
final class Label: ManagedObject {
  @Managed("name") var name: String
  @Managed("link") var link: Link?
}

/// What Core Data promises of deletions, one fact a test.
@MainActor
final class DeletionFactsTests: XCTestCase {
  private static func chain(
    boltRule: DeleteRule = .nullifyDeleteRule, labelRule: DeleteRule = .noActionDeleteRule
  ) -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Link", class: Link.self) {
        AttributeDescription("name", .string, isOptional: false, default: .string(""))
        RelationshipDescription(
          "next", toMany: "Link", inverse: "previous", deleteRule: .cascadeDeleteRule)
        RelationshipDescription("previous", toOne: "Link", inverse: "next")
        RelationshipDescription("bolt", toOne: "Bolt", inverse: "link", deleteRule: boltRule)
        RelationshipDescription("tags", toMany: "Label", inverse: "link", deleteRule: labelRule)
      }
      EntityDescription("Bolt", class: Bolt.self) {
        AttributeDescription("name", .string, isOptional: false, default: .string(""))
        RelationshipDescription("link", toOne: "Link", inverse: "bolt", isOptional: false)
      }
      EntityDescription("Label", class: Label.self) {
        AttributeDescription("name", .string, isOptional: false, default: .string(""))
        RelationshipDescription("link", toOne: "Link", inverse: "tags")
      }
    }
  }

  private func link(
    _ name: String, _ context: ManagedObjectContext, after previous: Link? = nil
  ) -> Link {
    let link = Link(context: context)
    link.name = name
    link.previous = previous
    return link
  }

  private func bolt(_ link: Link, _ context: ManagedObjectContext) -> Bolt {
    let bolt = Bolt(context: context)
    bolt.link = link
    return bolt
  }

  // Fact 60.
  func testDestinationsAreUntouchedUntilTheEndOfTheEvent() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = Owner(context: context)
      ann.name = "Ann"
      let pet = Pet(context: context)
      pet.owner = ann
      try context.save()
      context.delete(ann)
      XCTAssertTrue(pet.owner === ann)
      XCTAssertFalse(pet.hasChanges)
      context.processPendingChanges()
      XCTAssertNil(pet.owner)
    }
  }

  // Fact 60.
  func testDestinationsAreUntouchedUntilTheSaveWhereTheContextSaysSo() async throws {
    try await eachStore { container in
      let context = container.viewContext
      context.propagatesDeletesAtEndOfEvent = false
      let ann = Owner(context: context)
      ann.name = "Ann"
      let pet = Pet(context: context)
      pet.owner = ann
      try context.save()
      context.delete(ann)
      context.processPendingChanges()
      XCTAssertTrue(pet.owner === ann)
      try context.save()
      XCTAssertNil(pet.owner)
      if let raw = try container.shell("SELECT ZOWNER IS NULL, Z_OPT FROM ZPET") {
        XCTAssertEqual(raw, "1|2")
      }
    }
  }

  func testDeletingANewObjectLeavesOtherDeletionsToTheSave() async throws {
    try await eachStore(model: Self.chain()) { container in
      let context = container.viewContext
      context.propagatesDeletesAtEndOfEvent = false
      let first = link("a", context)
      let second = link("b", context, after: first)
      try context.save()
      context.delete(first)
      // New ones, and one of the store that goes with them.
      let third = link("c", context)
      let fourth = link("d", context, after: third)
      second.previous = fourth
      context.delete(third)
      XCTAssertNil(third.managedObjectContext)
      XCTAssertNil(fourth.managedObjectContext)
      XCTAssertEqual(context.deletedObjects, [first, second])
      let bolt = bolt(first, context)
      XCTAssertTrue(bolt.link === first, "the deletion of the first waits")
      context.delete(bolt)
      try context.save()
      XCTAssertEqual(try context.count(for: FetchRequest<Link>()), 0)
    }
  }

  // Fact 61.
  func testNullifyMakesDestinationsUpdatedObjectsThatAreValidated() async throws {
    try await eachStore(model: Self.chain()) { container in
      let context = container.viewContext
      let first = link("a", context)
      let bolt = bolt(first, context)
      try context.save()
      context.delete(first)
      context.processPendingChanges()
      XCTAssertEqual(context.updatedObjects, [bolt])
      XCTAssertThrowsError(try context.save()) { error in
        let error = error as? ObjectGraphError
        XCTAssertEqual(error?.code.rawValue, 1570)
        XCTAssertEqual(error?.key, "link")
        XCTAssertEqual(error?.objectID, bolt.objectID)
      }
      XCTAssertTrue(first.isDeleted)
      bolt.link = link("b", context)
      try context.save()
      XCTAssertEqual(try context.count(for: FetchRequest<Link>()), 1)
    }
  }

  // Fact 62.
  func testCascadesGoOnAndRoundCirclesAndEachObjectPreparesOnce() async throws {
    try await eachStore(model: Self.chain()) { container in
      let context = container.viewContext
      let first = link("a", context)
      let second = link("b", context, after: first)
      let third = link("c", context, after: second)
      _ = link("d", context, after: second)
      first.previous = third
      _ = link("z", context)
      try context.save()
      Link.prepared = []
      context.delete(second)
      context.processPendingChanges()
      XCTAssertEqual(context.deletedObjects.count, 4)
      XCTAssertEqual(Link.prepared.sorted(), ["a", "b", "c", "d"])
      XCTAssertEqual(Link.prepared.first, "b")
      try context.save()
      XCTAssertEqual(try context.fetch(FetchRequest<Link>()).map(\.name), ["z"])
    }
  }

  // Fact 62.
  func testACascadeThroughTenThousandObjectsDoesNotUseUpTheStack() async throws {
    try await eachStore(model: Self.chain()) { container in
      for isSaved in [true, false] {
        // A queue's thread has less of a stack than the main one.
        let background = container.newBackgroundContext()
        let left = try background.performAndWait { context in
          let first = Link(context: context)
          var last = first
          for _ in 1..<10_000 {
            let next = Link(context: context)
            next.previous = last
            last = next
          }
          if isSaved {
            try context.save()
            // Read all over again, over the relationships.
            context.refreshAllObjects()
          }
          context.delete(first)
          try context.save()
          return try context.count(for: FetchRequest<Link>())
        }
        XCTAssertEqual(left, 0)
      }
    }
  }

  // Fact 63.
  func testDenyFailsTheSaveLeavesTheObjectDeletedAndRollbackRestores() async throws {
    try await eachStore(model: Self.chain(labelRule: .denyDeleteRule)) { container in
      let context = container.viewContext
      let first = link("a", context)
      let label = Label(context: context)
      label.link = first
      try context.save()
      context.delete(first)
      XCTAssertThrowsError(try context.save()) { error in
        let error = error as? ObjectGraphError
        XCTAssertEqual(error?.code.rawValue, 1600)
        XCTAssertEqual(error?.key, "tags")
        XCTAssertEqual(error?.objectID, first.objectID)
      }
      XCTAssertTrue(first.isDeleted)
      XCTAssertThrowsError(try first.validateForDelete())
      context.rollback()
      XCTAssertFalse(first.isDeleted)
      XCTAssertTrue(label.link === first)
      XCTAssertEqual(first.tags, [label])
      XCTAssertFalse(context.hasChanges)
      try context.save()
    }
  }

  // Fact 64.
  func testDenyPassesWhenTheDestinationsAreDeletedOrMovedAwayInTheSameSave() async throws {
    try await eachStore(model: Self.chain(labelRule: .denyDeleteRule)) { container in
      let context = container.viewContext
      let (first, second) = (link("a", context), link("b", context))
      let labels = (0..<2).map { _ in Label(context: context) }
      for label in labels { label.link = first }
      try context.save()
      let ids = labels.map(\.objectID)
      context.reset()
      // Unread on both sides, and the owner goes first.
      let links = try context.fetch(FetchRequest<Link>()).sorted { $0.name < $1.name }
      context.delete(links[0])
      context.delete(context.object(with: ids[0]))
      (context.object(with: ids[1]) as? Label)?.link = links[1]
      try context.save()
      XCTAssertEqual(try context.fetch(FetchRequest<Link>()).map(\.name), ["b"])
      XCTAssertEqual(links[1].tags.count, 1)
      _ = second
    }
  }

  // Fact 65.
  func testWithNoActionDestinationsGoOnPointingAtTheDeletedObject() async throws {
    try await eachStore(model: Self.chain()) { container in
      let context = container.viewContext
      let first = link("a", context)
      let label = Label(context: context)
      label.link = first
      try context.save()
      let id = first.objectID
      context.delete(first)
      try context.save()
      XCTAssertFalse(label.hasChanges)
      if let raw = try container.shell("SELECT ZLINK, Z_OPT FROM ZLABEL") {
        XCTAssertEqual(raw, "\(id.reference)|1")
      }
      let gone = try XCTUnwrap(label.link)
      XCTAssertEqual(gone.objectID, id)
      XCTAssertTrue(gone.isFault)
      XCTAssertThrowsError(try gone.value(forKey: "name")) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.code, .managedObjectReferentialIntegrity)
      }
      label.link = nil
      _ = gone.tags
    }
  }

  func testADeniedDeletionInAChildStaysInTheChild() async throws {
    try await eachStore(model: Self.chain(labelRule: .denyDeleteRule)) { container in
      let context = container.viewContext
      let first = link("a", context)
      Label(context: context).link = first
      try context.save()
      let child = context.makeChild()
      child.delete(child.object(with: first.objectID))
      XCTAssertThrowsError(try child.save())
      XCTAssertFalse(first.isDeleted)
      XCTAssertFalse(context.hasChanges)
    }
  }
}

extension DeletionFactsTests {
  func testRollbackBringsADeletedMemberBackAlsoWhereItsOwnerWasReadMeanwhile() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = Owner(context: context)
      ann.name = "Ann"
      let pet = Pet(context: context)
      pet.owner = ann
      try context.save()
      context.refreshAllObjects()
      context.delete(pet)
      context.processPendingChanges()
      XCTAssertEqual(ann.pets, [])
      context.rollback()
      XCTAssertEqual(ann.pets, [pet])
    }
  }

  func testADeletedMemberCountsAsOneThatLeftAlsoOnceTheMembersWereRead() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let (ann, rex, tom) = (Owner(context: context), Pet(context: context), Pet(context: context))
      ann.name = "Ann"
      ann.pets = [rex, tom]
      try context.save()
      context.refreshAllObjects()
      context.delete(tom)
      context.processPendingChanges()
      XCTAssertEqual(ann.changedValues().keys.sorted(), ["pets"])
      XCTAssertEqual(ann.pets, [rex])
      XCTAssertEqual(ann.changedValues().keys.sorted(), ["pets"])
      let committed = try ann.committedValues(forKeys: ["pets"])["pets"] as? Set<ManagedObject>
      XCTAssertEqual(committed, [rex, tom])
    }
  }

  // Fact 60.
  func testMembersThatAreReadBeforeTheEndOfTheEventAreUntouchedByADeletion() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let (ann, rex, tom) = (Owner(context: context), Pet(context: context), Pet(context: context))
      ann.name = "Ann"
      ann.pets = [rex, tom]
      try context.save()
      context.refreshAllObjects()
      context.delete(tom)
      XCTAssertEqual(ann.pets, [rex, tom])
      XCTAssertFalse(ann.hasChanges)
      context.processPendingChanges()
      XCTAssertEqual(ann.pets, [rex])
      XCTAssertEqual(ann.changedValues().keys.sorted(), ["pets"])
    }
  }

  func testRefreshingAMemberDoesNotLeadItBackToADeletedOwner() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = Owner(context: context)
      ann.name = "Ann"
      let pet = Pet(context: context)
      pet.owner = ann
      try context.save()
      context.delete(ann)
      context.processPendingChanges()
      context.refresh(pet, mergeChanges: false)
      XCTAssertNil(pet.owner)
      try context.save()
      XCTAssertEqual(try context.count(for: FetchRequest<Pet>()), 1)
    }
  }
}
