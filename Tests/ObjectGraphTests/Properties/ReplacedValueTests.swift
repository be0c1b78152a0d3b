import Foundation
import ObjectGraph
import XCTest

/// Checks that give a new value for one that they cannot tell from the old one.
@MainActor
final class ReplacedValueTests: XCTestCase {
  private static func model() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Desk", class: CheckedDesk.self) {
        AttributeDescription("extras", .transformable)
        AttributeDescription("lamp", .undefined, isTransient: true)
        AttributeDescription("number", .integer64)
      }
    }
  }

  func testAnEqualValueThatIsNotEquatableIsNoChange() async throws {
    try await eachStore(model: Self.model()) { container in
      let context = container.viewContext
      let desk = CheckedDesk(context: context)
      desk.extras = ["drawers": 3, "colours": ["red", "green"]]
      try context.save()
      XCTAssertEqual(desk.extras?["drawers"] as? Int64, 3)
      desk.number = 1
      try context.save()
      XCTAssertFalse(context.hasChanges)
    }
  }

  func testAValueThatCannotBeComparedIsReplacedOnce() async throws {
    try await eachStore(model: Self.model()) { container in
      let context = container.viewContext
      let desk = CheckedDesk(context: context)
      desk.lamp = Lamp(watts: 100)
      try context.save()
      XCTAssertEqual(desk.lamp?.watts, 60)
      desk.lamp = Lamp(watts: 75)
      desk.number = 2
      try context.save()
      XCTAssertEqual(desk.lamp?.watts, 60)
    }
  }
}

/// A value without an equality.
private struct Lamp: TransformableValue {
  var watts: Int
}

private final class CheckedDesk: ManagedObject {
  @Managed("extras") var extras: [String: Any]?
  @Managed("lamp") var lamp: Lamp?
  @Managed("number") var number: Int64?

  override class var valueValidators: [ValueValidator] {
    super.valueValidators + [
      ValueValidator("extras") { (_: CheckedDesk, value) in
        guard let extras = value as? [String: Any] else { return }
        var copy: [String: Any] = [:]
        for (key, value) in extras { copy[key] = value }
        value = copy
      },
      ValueValidator("lamp") { (_: CheckedDesk, value) in
        guard let lamp = value as? Lamp else { return }
        value = Lamp(watts: min(lamp.watts, 60))
      },
    ]
  }
}
