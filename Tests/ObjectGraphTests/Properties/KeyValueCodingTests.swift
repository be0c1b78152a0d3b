import Foundation
import ObjectGraph
import XCTest

/// Properties by name.
@MainActor
final class KeyValueCodingTests: XCTestCase {
  func testValuesGoInAndOutByName() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let owner = Owner(context: context)
      try owner.setValue("Ann", forKey: "name")
      try owner.setValue(40, forKey: "age")
      XCTAssertEqual(owner.name, "Ann")
      XCTAssertEqual(try owner.value(forKey: "age") as? Int64, 40)
      let pet = Pet(context: context)
      try pet.setValue(owner, forKey: "owner")
      XCTAssertEqual(owner.pets, [pet])
      XCTAssertEqual(try pet.value(forKeyPath: "owner.name") as? String, "Ann")
      try pet.setValue(nil, forKey: "owner")
      XCTAssertEqual(owner.pets, [])
    }
  }

  func testAWrongKeyOrTypeIsAnErrorAndChangesNothing() async throws {
    try await eachStore { container in
      let owner = Owner(context: container.viewContext)
      owner.name = "Ann"
      XCTAssertThrowsError(try owner.value(forKey: "nmae")) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.repair, "did you mean name?")
      }
      for (value, key) in [(7 as Any, "name"), ("old", "age"), (70_000, "age"), ("x", "pets")] {
        XCTAssertThrowsError(try owner.setValue(value, forKey: key), key) {
          XCTAssertEqual(($0 as? ObjectGraphError)?.code, .invalidArgument)
        }
      }
      XCTAssertEqual(owner.name, "Ann")
      XCTAssertEqual(owner.age, 18)
    }
  }

  func testChangedAndCommittedValues() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let owner = Owner(context: context)
      owner.name = "Ann"
      XCTAssertEqual(try owner.committedValues(forKeys: nil).count, 0)
      XCTAssertEqual(owner.changedValues()["name"] as? String, "Ann")
      try context.save()
      XCTAssertTrue(owner.changedValues().isEmpty)
      owner.name = "Anna"
      owner.age = 18
      XCTAssertEqual(Array(owner.changedValues().keys), ["name"])
      XCTAssertEqual(try owner.committedValues(forKeys: ["name"])["name"] as? String, "Ann")
    }
  }

  func testAPrimitiveValueDoesNotCountAsAChange() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let owner = Owner(context: context)
      owner.name = "Ann"
      try context.save()
      try owner.setPrimitiveValue("Bob", forKey: "name")
      XCTAssertEqual(owner.name, "Bob")
      XCTAssertTrue(owner.changedValues().isEmpty)
      XCTAssertFalse(context.hasChanges)
    }
  }

  func testAValueBeyondTheAttributesWidthIsRefusedAndReported() async throws {
    try await eachStore(model: WidthModel.make()) { container in
      let context = container.viewContext
      let counter = Counter(context: context)
      counter.small = 7
      counter.small = 40_000
      XCTAssertEqual(counter.small, 7)
      XCTAssertEqual(context.errors.first?.key, "small")
      XCTAssertThrowsError(try context.save())
      try context.save()
    }
  }
}

/// A property that is wider than its attribute.
private final class Counter: ManagedObject {
  @Managed("small") var small: Int
}

private enum WidthModel {
  static func make() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Counter", class: Counter.self) {
        AttributeDescription("small", .integer16)
      }
    }
  }
}
