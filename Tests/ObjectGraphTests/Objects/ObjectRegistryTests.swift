import Foundation
import ObjectStore
import XCTest

@testable import ObjectGraph

/// One live object for each identity.
@MainActor
final class ObjectRegistryTests: XCTestCase {
  private let unattached = UnattachedObjects()

  private func object(_ key: Int64) -> ManagedObject { unattached.object(key) }

  private var root: Int { unattached.root }

  func testAnObjectIsFoundUnderItsKeyForAsLongAsItIsThere() async {
    let registry = ObjectRegistry(entityCount: root)
    let (one, two) = (object(1), object(-2))
    registry.enter(one)
    registry.enter(two)
    XCTAssertTrue(registry.object(forKey: 1, root: root) === one)
    XCTAssertTrue(registry.object(forKey: -2, root: root) === two)
    XCTAssertEqual(registry.checkInvariants(), [])
    registry.leave(one)
    XCTAssertNil(registry.object(forKey: 1, root: root))
    XCTAssertNil(one.registry)
    XCTAssertEqual(registry.objects, [two])
    XCTAssertEqual(registry.checkInvariants(), [])
  }

  func testAnObjectIsFoundUnderTheReferenceThatItHadBefore() async {
    let registry = ObjectRegistry(entityCount: root)
    let object = object(-2)
    registry.enter(object)
    _ = registry.identities.identity(of: -2)
    registry.rekey(object, to: 7)
    XCTAssertNil(registry.registered(key: -2, root: root))
    registry.identities.fill(-2) {
      ManagedObjectID(store: nil, entity: object.layout.identity, reference: 7)
    }
    XCTAssertTrue(registry.registered(key: -2, root: root) === object)
    XCTAssertTrue(registry.registered(key: 7, root: root) === object)
    XCTAssertNil(registry.object(forKey: -2, root: root))
    XCTAssertEqual(registry.checkInvariants(), [])
  }

  func testAnObjectThatNobodyHoldsTakesItselfOut() async {
    let registry = ObjectRegistry(entityCount: root)
    do {
      let one = object(1)
      registry.enter(one)
      XCTAssertEqual(registry.objects.count, 1)
    }
    XCTAssertTrue(registry.objects.isEmpty)
    XCTAssertEqual(registry.checkInvariants(), [])
  }

  func testARegistryThatRetainsItsObjectsKeepsThemUntilTheyLeave() async {
    let registry = ObjectRegistry(entityCount: root)
    let early = object(1)
    registry.enter(early)
    registry.retainsObjects = true
    weak var late: ManagedObject?
    do {
      let made = object(2)
      registry.enter(made)
      late = made
    }
    XCTAssertEqual(registry.checkInvariants(), [])
    XCTAssertNotNil(late)
    late.map { registry.leave($0) }
    XCTAssertNil(late)
    registry.retainsObjects = false
    XCTAssertEqual(registry.objects, [early])
    XCTAssertEqual(registry.checkInvariants(), [])
  }

  func testAnObjectThatGetsTheKeyOfAnotherTakesItsPlace() async {
    let registry = ObjectRegistry(entityCount: root)
    let (new, fault) = (object(-5), object(7))
    registry.enter(new)
    registry.enter(fault)
    registry.rekey(new, to: 7)
    XCTAssertNil(fault.registry)
    XCTAssertNil(fault.registry)
    XCTAssertNil(registry.object(forKey: -5, root: root))
    XCTAssertTrue(registry.object(forKey: 7, root: root) === new)
    registry.rekey(new, to: 8)
    XCTAssertEqual(registry.checkInvariants(), [])
  }

  func testAllObjectsLeaveTogether() async {
    let registry = ObjectRegistry(entityCount: root)
    let objects = (1...50).map { object(Int64($0)) }
    for object in objects { registry.enter(object) }
    registry.leaveAll()
    XCTAssertTrue(objects.allSatisfy { $0.registry == nil })
    XCTAssertTrue(registry.objects.isEmpty)
  }
}
