import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// HitList: a list of names, kept without a class of its own, by keys alone.
@MainActor
final class HitListTests: XCTestCase {
  private func makeModel() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Person") { AttributeDescription("name", .string) }
    }
  }

  /// The application as it is after a launch: its container, and the list as it shows it.
  private func launch(on file: URL) throws -> PersistentContainer {
    let container = try PersistentContainer(
      name: "HitList", managedObjectModel: makeModel(),
      descriptions: [PersistentStoreDescription(url: file)])
    try container.loadPersistentStores()
    return container
  }

  private func quit(_ container: PersistentContainer) throws {
    for store in container.persistentStoreCoordinator.persistentStores {
      try container.persistentStoreCoordinator.remove(store)
    }
  }

  private func people(_ container: PersistentContainer) throws -> [ManagedObject] {
    try container.viewContext.fetch(FetchRequest<ManagedObject>(entityName: "Person"))
  }

  private func names(_ container: PersistentContainer) throws -> [String?] {
    try people(container).map { try $0.value(forKey: "name") as? String }
  }

  @discardableResult
  private func save(_ name: String, in container: PersistentContainer) throws -> ManagedObject {
    let context = container.viewContext
    let person = try EntityDescription.insertNewObject(forEntityName: "Person", into: context)
    try person.setValue(name, forKey: "name")
    try context.save()
    return person
  }

  func testTheModelIsThatOfTheModelFile() async throws {
    let file = try Fixtures.model("HitList.xcdatamodeld/HitList")
    XCTAssertEqual(makeModel().lines, file)
  }

  func testTheListIsThereAgainAfterARelaunch() async throws {
    let folder = try temporaryFolder()
    let file = folder.file("HitList.sqlite")
    let first = try launch(on: file)
    XCTAssertEqual(try names(first), [])
    for name in ["Ray", "Aaron", "Pietro", "Ray"] { try save(name, in: first) }
    XCTAssertEqual(try names(first), ["Ray", "Aaron", "Pietro", "Ray"])
    try quit(first)

    let second = try launch(on: file)
    XCTAssertEqual(try names(second), ["Ray", "Aaron", "Pietro", "Ray"])
    try save("Zoë", in: second)
    try quit(second)
    XCTAssertEqual(try names(try launch(on: file)).last, "Zoë")
  }

  func testANameThatWasNotSavedIsGoneAfterARelaunch() async throws {
    let folder = try temporaryFolder()
    let file = folder.file("HitList.sqlite")
    let first = try launch(on: file)
    let person = try EntityDescription.insertNewObject(
      forEntityName: "Person", into: first.viewContext)
    try person.setValue("Ray", forKey: "name")
    XCTAssertEqual(try names(first), ["Ray"])
    try quit(first)
    XCTAssertEqual(try names(try launch(on: file)), [])
  }

  func testWhatAnApplicationSavedBeforeItWasKilledIsThere() async throws {
    let folder = try temporaryFolder()
    let file = folder.file("HitList.sqlite")
    let killed = try launch(on: file)
    try save("Ray", in: killed)
    // Nobody closed the first application's store.
    XCTAssertEqual(try names(try launch(on: file)), ["Ray"])
    withExtendedLifetime(killed) {}
  }

  func testAPersonWithoutANameReadsAsNil() async throws {
    try await eachKindOfStore(of: makeModel()) { container in
      let person = try EntityDescription.insertNewObject(
        forEntityName: "Person", into: container.viewContext)
      try container.viewContext.save()
      XCTAssertNil(try person.value(forKey: "name"))
      try person.setValue("Ray", forKey: "name")
      try person.setValue(nil, forKey: "name")
      try container.viewContext.save()
      XCTAssertEqual(try names(container), [nil])
    }
  }

  func testAMisspeltKeyOrEntityAndAValueOfAnotherTypeAreErrors() async throws {
    try await eachKindOfStore(of: makeModel()) { container in
      let person = try save("Ray", in: container)
      func assertRefused(_ body: @autoclosure () throws -> Any?, _ repair: String?) {
        XCTAssertThrowsError(try body()) { error in
          XCTAssertEqual((error as? ObjectGraphError)?.code, .invalidArgument)
          XCTAssertEqual((error as? ObjectGraphError)?.repair, repair)
        }
      }
      assertRefused(try person.value(forKey: "nmae"), "did you mean name?")
      assertRefused(try person.setValue("Ray", forKey: "nmae"), "did you mean name?")
      assertRefused(try person.setValue(5, forKey: "name"), nil)
      assertRefused(
        try EntityDescription.insertNewObject(
          forEntityName: "Persn", into: container.viewContext), "did you mean Person?")
      XCTAssertEqual(try names(container), ["Ray"])
      XCTAssertFalse(container.viewContext.hasChanges)
    }
  }

  func testAPersonIsTakenFromTheList() async throws {
    try await eachKindOfStore(of: makeModel()) { container in
      let ray = try save("Ray", in: container)
      try save("Aaron", in: container)
      container.viewContext.delete(ray)
      XCTAssertEqual(try names(container), ["Aaron"])
      try container.viewContext.save()
      container.viewContext.reset()
      XCTAssertEqual(try names(container), ["Aaron"])
    }
  }
}
