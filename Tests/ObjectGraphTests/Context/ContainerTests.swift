import Foundation
import ObjectGraph
import XCTest

/// What a container sets up by itself.
@MainActor
final class ContainerTests: XCTestCase {
  func testTheDefaultStoreIsMadeWithItsFolder() async throws {
    let home = FileManager.default.temporaryDirectory
      .appendingPathComponent("container-\(UUID().uuidString)")
    let before = ProcessInfo.processInfo.environment["XDG_DATA_HOME"]
    setenv("XDG_DATA_HOME", home.appendingPathComponent("share").path, 1)
    defer {
      if let before { setenv("XDG_DATA_HOME", before, 1) } else { unsetenv("XDG_DATA_HOME") }
      try? FileManager.default.removeItem(at: home)
    }
    let container = try PersistentContainer(name: "Pets", managedObjectModel: TestModel.pets())
    try container.loadPersistentStores()
    Owner(context: container.viewContext).name = "Ann"
    try container.viewContext.save()
    let file = home.appendingPathComponent("share/Pets.sqlite")
    XCTAssertEqual(container.persistentStoreDescriptions.map(\.url), [file])
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    XCTAssertEqual(attributes[.posixPermissions] as? Int, 0o600)
  }

  /// Runs a body with a folder in which the model of pets is twice, once with more entities.
  private func withModels(_ body: (URL, URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("models-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let (first, second) = (
      folder.appendingPathComponent("first"), folder.appendingPathComponent("second")
    )
    let pets = TestModel.pets()
    try pets.write(toModelAt: first.appendingPathComponent("Pets.xcdatamodel"))
    let small = ManagedObjectModel {
      EntityDescription("Bird") { AttributeDescription("name", .string) }
    }
    let versions = second.appendingPathComponent("Pets.xcdatamodeld")
    try small.write(toModelAt: versions.appendingPathComponent("Pets.xcdatamodel"))
    try body(first, second)
  }

  func testAContainerFindsTheModelOfItsNameInTheFirstFolderThatHasIt() async throws {
    try withModels { first, second in
      func entities(_ folders: [URL]) throws -> [String] {
        let container = try PersistentContainer(
          name: "Pets", modelsIn: folders, descriptions: [.inMemory()])
        return container.managedObjectModel.entities.compactMap(\.name).sorted()
      }
      XCTAssertEqual(try entities([first, second]), ["Dog", "Owner", "Passport", "Pet"])
      XCTAssertEqual(try entities([second, first]), ["Bird"])
      let nowhere = first.appendingPathComponent("nowhere")
      XCTAssertEqual(try entities([nowhere, second]), ["Bird"])
    }
  }

  func testABundleOfVersionsComesBeforeASingleModelBesideIt() async throws {
    try withModels { first, second in
      try FileManager.default.moveItem(
        at: second.appendingPathComponent("Pets.xcdatamodeld"),
        to: first.appendingPathComponent("Pets.xcdatamodeld"))
      let container = try PersistentContainer(
        name: "Pets", modelsIn: [first], descriptions: [.inMemory()])
      XCTAssertEqual(container.managedObjectModel.entities.map(\.name), ["Bird"])
      try container.loadPersistentStores()
      let bird = try EntityDescription.insertNewObject(
        forEntityName: "Bird", into: container.viewContext)
      try bird.setValue("Rio", forKey: "name")
      try container.viewContext.save()
    }
  }

  func testAContainerWithoutItsModelSaysWhereItLooked() async throws {
    try withModels { first, second in
      XCTAssertThrowsError(
        try PersistentContainer(name: "Cars", modelsIn: [first, second])
      ) { error in
        let error = error as? ObjectGraphError
        XCTAssertEqual(error?.code.rawValue, 260)
        for folder in [first, second] {
          XCTAssertEqual(error?.message.contains(folder.path), true)
        }
      }
    }
    // Nobody has put such a model beside the tests' executable.
    XCTAssertThrowsError(try PersistentContainer(name: "NoSuchModelAnywhere")) { error in
      XCTAssertEqual((error as? ObjectGraphError)?.code.rawValue, 260)
    }
  }

  func testModelsAreLookedForBesideTheExecutableAndInItsResources() async throws {
    let folders = PersistentContainer.defaultModelDirectories()
    let executable = URL(
      fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    XCTAssertEqual(folders.first?.path, executable.deletingLastPathComponent().path)
    for folder in folders.dropFirst() { XCTAssertEqual(folder.pathExtension, "resources") }
  }

  func testLoadingTellsOfEachStoreWhetherItOpened() async throws {
    let container = try PersistentContainer(
      name: "Pets", managedObjectModel: TestModel.pets(),
      descriptions: [PersistentStoreDescription(url: URL(fileURLWithPath: "/"))])
    var codes: [ObjectGraphError.Code?] = []
    container.loadPersistentStores { _, error in codes.append((error as? ObjectGraphError)?.code) }
    XCTAssertEqual(codes, [.persistentStoreOpen])
  }

  func testDescriptionsMayBeSetUntilTheirStoresAreOpened() async throws {
    let container = try PersistentContainer(name: "Pets", managedObjectModel: TestModel.pets())
    container.persistentStoreDescriptions = [.inMemory()]
    try container.loadPersistentStores()
    try container.loadPersistentStores()
    let stores = container.persistentStoreCoordinator.persistentStores
    XCTAssertEqual(stores.map(\.type), [.inMemory])
    container.persistentStoreDescriptions[0].isReadOnly = true
    XCTAssertEqual(container.persistentStoreDescriptions.map(\.isReadOnly), [true])
  }
}
