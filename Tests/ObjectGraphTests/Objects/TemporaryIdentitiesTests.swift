import ObjectModel
import ObjectStore
import XCTest

@testable import ObjectGraph

/// New objects are found by what they were known by before they were saved.
@MainActor
final class TemporaryIdentitiesTests: XCTestCase {
  private func id(_ reference: Int64) -> ManagedObjectID {
    ManagedObjectID(
      store: StoreIdentity(identifier: "S"), entity: EntityDescription(), reference: reference)
  }

  func testAllWhoShareAnIdentityLearnThePermanentID() async {
    let (parent, child) = (TemporaryIdentities(), TemporaryIdentities())
    XCTAssertTrue(parent.isEmpty)
    child.adopt(parent.identity(of: -3), of: -3)
    XCTAssertNil(child.key(of: -3))
    parent.fill(-3) { id(7) }
    XCTAssertEqual(parent.key(of: -3), 7)
    XCTAssertEqual(child.key(of: -3), 7)
    XCTAssertNil(child.key(of: -4))
    XCTAssertNil(child.key(of: 9))
  }

  func testNobodyIsAskedForAnIDThatNobodyWaitsFor() async {
    let identities = TemporaryIdentities()
    identities.fill(-1) {
      XCTFail("nobody knows the object")
      return id(1)
    }
    _ = identities.identity(of: -2)
    identities.fill(-1) {
      XCTFail("nobody knows the object")
      return id(1)
    }
    XCTAssertFalse(identities.knows(-1))
  }

  func testTheIdentitiesThatAreForgottenAreThoseThatNobodyNeeds() async {
    let identities = TemporaryIdentities()
    let others = (1...5).map { identities.identity(of: -$0) }
    for reference in [-1, -2] as [Int64] { identities.fill(reference) { id(-reference) } }
    _ = identities.identity(of: -6)
    withExtendedLifetime(others[2...3]) { identities.forget(except: [-1, -5]) }
    XCTAssertTrue(identities.knows(-1), "it is named")
    XCTAssertFalse(identities.knows(-2), "who has it knows the permanent ID by it")
    XCTAssertTrue(identities.knows(-3), "it may come back")
    XCTAssertTrue(identities.knows(-5), "it is named")
    XCTAssertFalse(identities.knows(-6), "nobody else has it")
  }

  func testRowsGetKeysForReferencesAndKeepTheOthers() async throws {
    let stack = try StoreStack(model: TestModel.pets(), store: .inMemory())
    let layout = try XCTUnwrap(stack.mainContext.model.entity(named: "Pet"))
    let owner = try XCTUnwrap(layout.property("owner"))
    for (reference, expected) in [(-3, 7), (-4, -4), (5, 5)] as [(Int64, Int64)] {
      let row = layout.template.copy()
      row.set(owner.index, slot: owner.slot, integer: reference)
      row.replaceReferences(of: layout) { $0 == -3 ? 7 : nil }
      XCTAssertEqual(row.integer(slot: owner.slot), expected)
    }
    try stack.close()
  }

  func testAChildLearnsTheIdentitiesThatItsParentsRowsName() async throws {
    let stack = try StoreStack(model: TestModel.pets(), store: .inMemory())
    let parent = stack.mainContext
    let ann = Owner(context: parent)
    ann.name = "Ann"
    let rex = Pet(context: parent)
    rex.owner = ann
    let child = parent.makeChild()
    let pets = try child.fetch(FetchRequest<Pet>())
    XCTAssertTrue(child.identities.knows(rex.key))
    XCTAssertTrue(child.identities.knows(ann.key), "the pet's row names its owner")
    XCTAssertEqual(child.checkInvariants(), [])
    try parent.saveThrough()
    XCTAssertEqual(pets.first?.owner?.objectID, ann.objectID)
    XCTAssertEqual(child.checkInvariants() + parent.checkInvariants(), [])
    try stack.close()
  }

  func testAnIDTakenBeforeTheSaveStaysTemporaryAndFindsItsObject() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let child = context.makeChild()
      let ann = Owner(context: child)
      ann.name = "Ann"
      let before = ann.objectID
      XCTAssertEqual(before, ann.objectID)
      try child.save()
      let between = try XCTUnwrap(context.registeredObject(for: before)).objectID
      XCTAssertEqual(between, before)
      try context.save()
      let after = ann.objectID
      XCTAssertTrue(before.isTemporaryID)
      XCTAssertTrue(between.isTemporaryID)
      XCTAssertFalse(after.isTemporaryID)
      XCTAssertNotEqual(before, after)
      let fresh = container.newBackgroundContext()
      for id in [before, between, after] {
        XCTAssertTrue(child.object(with: id) === ann)
        XCTAssertTrue(child.registeredObject(for: id) === ann)
        XCTAssertTrue(try child.existingObject(with: id) === ann)
        XCTAssertEqual((try context.existingObject(with: id) as? Owner)?.name, "Ann")
        let found = try await fresh.perform { context in
          (try context.existingObject(with: id) as? Owner)?.objectID
        }
        XCTAssertEqual(found, after, "where the object was never new")
      }
    }
  }

  func testAnIDTakenBeforeTheSaveFindsNothingInAnotherStack() async throws {
    let (one, other) = (
      try StoreStack(model: TestModel.pets(), store: .inMemory()),
      try StoreStack(model: TestModel.pets(), store: .inMemory())
    )
    Owner(context: other.mainContext).name = "Bob"
    try other.mainContext.saveThrough()
    let ann = Owner(context: one.mainContext)
    ann.name = "Ann"
    let id = ann.objectID
    try one.mainContext.saveThrough()
    XCTAssertNil(other.mainContext.registeredObject(for: id))
    XCTAssertThrowsError(try other.mainContext.existingObject(with: id))
    XCTAssertTrue(one.mainContext.object(with: id) === ann)
    try one.close()
    try other.close()
  }

  func testAnIDOfAnObjectThatIsRolledBackFindsNothing() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let id = Owner(context: context).objectID
      context.rollback()
      XCTAssertNil(context.registeredObject(for: id))
      XCTAssertThrowsError(try context.existingObject(with: id))
    }
  }

  func testAPermanentIDObtainedBeforeTheSaveIsFoundByTheTemporaryOne() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let child = context.makeChild()
      let (ann, rex) = (Owner(context: context), Pet(context: context))
      ann.name = "Ann"
      rex.owner = ann
      let (before, below) = (
        ann.objectID, try XCTUnwrap(try child.fetch(FetchRequest<Pet>()).first)
      )
      try context.obtainPermanentIDs(for: [ann])
      XCTAssertTrue(context.object(with: before) === ann)
      XCTAssertTrue(rex.owner === ann)
      XCTAssertEqual(below.owner?.objectID, ann.objectID)
      try context.save()
      XCTAssertTrue(context.object(with: before) === ann)
      XCTAssertEqual(below.owner?.objectID, ann.objectID)
      XCTAssertEqual(child.checkInvariants() + context.checkInvariants(), [])
    }
  }
}
