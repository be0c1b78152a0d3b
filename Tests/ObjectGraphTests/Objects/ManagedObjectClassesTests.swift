import ObjectGraph
import XCTest

private final class Lantern: ManagedObject, ManagedEntity {
  @Managed("wick") var wick: String?
}

final class ManagedObjectClassesTests: XCTestCase {
  func testAModelFileFindsAClassUnderItsShortNameOnlyOnceItIsRegistered() {
    let model = ManagedObjectModel {
      EntityDescription("Lantern", class: Lantern.self) { AttributeDescription("wick", .string) }
    }
    let fullName = String(reflecting: Lantern.self)
    XCTAssertEqual(model.entities.first?.managedObjectClassName, fullName)
    XCTAssertTrue(ManagedObjectClasses.named(fullName) == Lantern.self)

    // Another model's entity may have a class of that name too, one that is not here.
    XCTAssertNil(ManagedObjectClasses.named("Lantern"))
    XCTAssertNil(ManagedObjectClasses.named("Messenger.Lantern"))

    ManagedObjectClasses.register(Lantern.self)
    XCTAssertTrue(ManagedObjectClasses.named("Lantern") == Lantern.self)
    XCTAssertTrue(ManagedObjectClasses.named("Camping.Lantern") == Lantern.self)
  }
}
