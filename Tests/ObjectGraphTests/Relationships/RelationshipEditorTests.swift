import Foundation
import ObjectStore
import XCTest

@testable import ObjectGraph

/// Inverses, deliveries and refaulting, by an editor without a context.
@MainActor
final class RelationshipEditorTests: XCTestCase {
  private let stage = EditorStage()

  private var editor: RelationshipEditor { stage.editor }

  func testAReferenceIsSetAtOnceAndDeliveredToItsOwnerLater() async {
    let (owner, pet) = (stage.object("Owner", 1), stage.object("Pet", 2))
    editor.set(stage.owner, of: pet, from: nil, to: owner)
    XCTAssertTrue(stage.destination(of: pet) === owner)
    XCTAssertEqual(editor.tracker.inverses.entries.map(\.object), [pet])
    XCTAssertNil(owner.toManys)
    editor.deliverInverses()
    XCTAssertTrue(editor.tracker.inverses.isEmpty)
    XCTAssertEqual(stage.pets(of: owner).log.map(\.object), [pet])
    XCTAssertEqual(editor.checkInvariants(), [])
  }

  func testAddingAMemberSetsItsReference() async {
    let (owner, pet) = (stage.object("Owner", 1), stage.object("Pet", 2))
    editor.set(pet, isMember: true, of: stage.pets, of: owner)
    XCTAssertTrue(stage.destination(of: pet) === owner)
    editor.deliverInverses()
    XCTAssertEqual(stage.pets(of: owner).log.map(\.isMember), [true])
  }

  func testSeparatingClearsTheReferenceAndTellsTheOwner() async {
    let (owner, pet) = (stage.object("Owner", 1), stage.object("Pet", 2))
    editor.set(stage.owner, of: pet, from: nil, to: owner)
    editor.separate(owner, from: stage.owner, of: pet)
    XCTAssertNil(stage.destination(of: pet))
    editor.deliverInverses()
    XCTAssertEqual(stage.pets(of: owner).log.map(\.isMember), [true, false])
  }

  func testNothingIsDeliveredToAnObjectThatLeft() async {
    let (owner, pet) = (stage.object("Owner", 1), stage.object("Pet", 2))
    editor.set(stage.owner, of: pet, from: nil, to: owner)
    stage.registry.leave(owner)
    editor.deliverInverses()
    XCTAssertNil(owner.toManys)
    XCTAssertTrue(editor.tracker.inverses.isEmpty)
  }

  func testManyToManyIsRecordedOnBothSides() async {
    let (one, two) = (stage.object("Pet", 1), stage.object("Pet", 2))
    editor.set(two, isMember: true, of: stage.friends, of: one)
    XCTAssertEqual(stage.state(stage.friends, of: one).log.map(\.object), [two])
    XCTAssertEqual(stage.state(stage.friendOf, of: two).log.map(\.object), [one])
  }

  func testOnlyTheOwnersOfAChangedRowReadTheirMembersAgain() async throws {
    let owners = (1...3).map { stage.object("Owner", Int64($0)) }
    for owner in owners { stage.pets(of: owner).fulfill([], sorted: []) }
    let former = stage.petRow(9, owner: 1)
    editor.refaultOwners(of: stage.pet, former: former, fresh: stage.petRow(9, owner: 2))
    XCTAssertEqual(owners.map { stage.pets(of: $0).isFault }, [true, true, false])
    editor.refaultOwners(of: stage.pet, former: former, fresh: stage.petRow(9, owner: 1))
    XCTAssertEqual(owners.map { stage.pets(of: $0).isFault }, [true, true, false])
  }

  func testAnUnknownRowAdvancesTheClockOfItsOwners() async {
    let clock = editor.clocks.clock(of: stage.pets)
    let others = editor.clocks.clock(of: stage.friends)
    let (before, otherBefore) = (clock.now, others.now)
    editor.refaultOwners(of: stage.pet, former: nil, fresh: stage.petRow(9, owner: 1))
    XCTAssertNotEqual(clock.now, before)
    XCTAssertEqual(others.now, otherBefore)
  }

  func testAReferenceWithoutItsInverseBreaksTheInvariant() async {
    let (owner, pet) = (stage.object("Owner", 1), stage.object("Pet", 2))
    stage.pets(of: owner).fulfill([], sorted: [])
    XCTAssertEqual(editor.checkInvariants(), [])
    pet.row = stage.petRow(2, owner: 1)
    XCTAssertEqual(editor.checkInvariants(), ["\(pet).owner refers to \(owner), but not back"])
    stage.pets(of: owner).fulfill([pet], sorted: [])
    XCTAssertEqual(editor.checkInvariants(), [])
  }

  func testADiscardedObjectLeavesTheRegistryAndTheChanges() async {
    let pet = stage.object("Pet", -1)
    pet.begin(as: .unattached)
    editor.tracker.recordChange(of: pet)
    pet.become(.deleted)
    editor.discard(pet)
    XCTAssertTrue(editor.tracker.changes.isEmpty)
    XCTAssertTrue(stage.registry.isEmpty)
  }
}

/// An editor with its registry and change tracker, and saved owners and pets without a context.
private struct EditorStage {
  let editor: RelationshipEditor

  private let bindings: [EntityBinding]

  init() {
    let model = ManagedObjectModel {
      EntityDescription("Owner") {
        RelationshipDescription("pets", toMany: "Pet", inverse: "owner")
      }
      EntityDescription("Pet") {
        RelationshipDescription("owner", toOne: "Owner", inverse: "pets")
        RelationshipDescription("friends", toMany: "Pet", inverse: "friendOf")
        RelationshipDescription("friendOf", toMany: "Pet", inverse: "friends")
      }
    }
    guard let layout = try? ModelLayout(model: model) else { preconditionFailure("a valid model") }
    bindings = layout.entities.map { EntityBinding(layout: $0, objectClass: nil) }
    editor = RelationshipEditor(
      layout, ObjectRegistry(entityCount: layout.entities.count), ChangeTracker())
  }

  var registry: ObjectRegistry { editor.registry }

  func layout(_ entity: String) -> EntityLayout { binding(entity).layout }

  var pet: EntityLayout { layout("Pet") }
  var owner: PropertyLayout { property("owner", of: "Pet") }
  var pets: PropertyLayout { property("pets", of: "Owner") }
  var friends: PropertyLayout { property("friends", of: "Pet") }
  var friendOf: PropertyLayout { property("friendOf", of: "Pet") }

  private func binding(_ entity: String) -> EntityBinding {
    bindings.first { $0.layout.name == entity } ?? bindings[0]
  }

  private func property(_ name: String, of entity: String) -> PropertyLayout {
    layout(entity).property(name) ?? layout(entity).properties[0]
  }

  /// A registered object with an empty row.
  func object(_ entity: String, _ key: Int64) -> ManagedObject {
    let row = layout(entity).template.copy(extraBytes: 32)
    row.identify(key: key, version: 1)
    let object = ManagedObject(
      ManagedObjectSeed(binding: binding(entity), key: key, row: row, state: .clean))
    registry.enter(object)
    return object
  }

  func petRow(_ key: Int64, owner: Int64) -> Row {
    let row = pet.template.copy(extraBytes: 32)
    row.identify(key: key, version: 1)
    row.set(self.owner.index, slot: self.owner.slot, integer: owner)
    return row
  }

  func state(_ property: PropertyLayout, of object: ManagedObject) -> ToManyState {
    object.knownToManyState(property)
  }

  func pets(of owner: ManagedObject) -> ToManyState { state(pets, of: owner) }

  func destination(of pet: ManagedObject) -> ManagedObject? {
    pet.row.flatMap { editor.destination(of: owner, in: $0) }
  }
}
