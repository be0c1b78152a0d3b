import ObjectModel
import ObjectStore
import XCTest

@testable import ObjectGraph

/// Saved objects are found by the references that they had before.
@MainActor
final class TemporaryReferencesTests: XCTestCase {
  func testAReferenceLeadsToTheKeyThatItsObjectGot() async {
    let references = TemporaryReferences(entityCount: 1)
    references.keys[-3] = 7
    XCTAssertEqual(references.resolve(-3), 7)
    XCTAssertEqual(references.resolve(-4), -4)
    XCTAssertEqual(references.resolve(9), 9)
    XCTAssertEqual(references.checkInvariants(), [])
  }

  func testRowsGetKeysForReferencesAndKeepTheOthers() async throws {
    let stack = try StoreStack(model: TestModel.pets(), store: .inMemory())
    let layout = try XCTUnwrap(stack.mainContext.model.entity(named: "Pet"))
    let owner = try XCTUnwrap(layout.property("owner"))
    let references = TemporaryReferences(entityCount: 2)
    references.keys[-3] = 7
    for (reference, expected) in [(-3, 7), (-4, -4), (5, 5)] as [(Int64, Int64)] {
      let row = layout.template.copy()
      row.set(owner.index, slot: owner.slot, integer: reference)
      references.resolve(in: row, layout)
      XCTAssertEqual(row.integer(slot: owner.slot), expected)
    }
    try stack.close()
  }

  func testTheParentKnowsThatItMayBeAskedUntilTheChildHasSettled() async {
    let (parent, child) = (TemporaryReferences(entityCount: 2), TemporaryReferences(entityCount: 2))
    parent.link.add(child.link)
    XCTAssertFalse(parent.link.mayChildrenAsk)
    child.share(-1, root: 1)
    child.share(-2, root: 2)
    child.share(-2, root: 2)
    XCTAssertTrue(child.sharesAnything)
    XCTAssertTrue(parent.link.mayChildrenAsk)
    XCTAssertEqual(child.checkInvariants(), [])
    let taken = child.removeShared()
    XCTAssertEqual(taken.map(\.root), [1, 2])
    XCTAssertEqual(taken.map(\.keys), [[-1], [-2]])
    XCTAssertFalse(child.sharesAnything)
    XCTAssertTrue(child.removeShared().isEmpty)
    // It knows the references still, until it has put keys in their place.
    XCTAssertTrue(parent.link.mayChildrenAsk)
    child.link.knowsReferences = false
    XCTAssertFalse(parent.link.mayChildrenAsk)
    XCTAssertEqual(child.checkInvariants(), [])
  }

  func testAChildOfAChildIsHeardOf() async {
    let all = (0..<3).map { _ in TemporaryReferences(entityCount: 1) }
    all[0].link.add(all[1].link)
    all[1].link.add(all[2].link)
    all[2].link.beginAsking()
    XCTAssertTrue(all[0].link.mayChildrenAsk)
    all[2].link.endAsking()
    XCTAssertFalse(all[0].link.mayChildrenAsk)
    all[0].link.wantSettledChildren()
    XCTAssertTrue(all[2].link.isSettlingWanted)
  }
}
