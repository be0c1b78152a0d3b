import Foundation
import ObjectGraph
import XCTest

/// A container with two stores.
struct PairOfStores {
  let container: PersistentContainer
  let first: PersistentStore
  let second: PersistentStore

  var coordinator: PersistentStoreCoordinator { container.persistentStoreCoordinator }

  @MainActor var context: ManagedObjectContext { container.viewContext }

  /// A new object, assigned to the second store.
  @MainActor
  func inSecond<Object: ManagedObject>(_ object: Object) -> Object {
    context.assign(object, to: second)
    return object
  }

  /// All of an entity, as a store is asked for it.
  func plan(_ entity: String) throws -> FetchPlan {
    FetchPlan(layout: try XCTUnwrap(coordinator.layout.entity(named: entity)))
  }
}

extension XCTestCase {
  /// Runs a test with two fresh stores in one coordinator: every pair of kinds in either order.
  @MainActor
  func eachPairOfStores(
    model: @autoclosure () -> ManagedObjectModel = TestModel.pets(),
    _ body: @MainActor (PairOfStores) async throws -> Void
  ) async throws {
    let kinds: [StoreType] = [.inMemory, .sqlite]
    for (first, second) in kinds.flatMap({ first in kinds.map { (first, $0) } }) {
      let folder = try makeFolder()
      defer { try? FileManager.default.removeItem(at: folder) }
      func describe(_ type: StoreType, _ name: String) -> PersistentStoreDescription {
        type == .inMemory
          ? .inMemory() : PersistentStoreDescription(url: folder.appendingPathComponent(name))
      }
      let container = try PersistentContainer(
        name: "Pets", managedObjectModel: model(),
        descriptions: [describe(first, "First.sqlite"), describe(second, "Second.sqlite")])
      try container.loadPersistentStores()
      let stores = container.persistentStoreCoordinator.persistentStores
      XCTAssertEqual(stores.map(\.type), [first, second])
      guard stores.count == 2 else { continue }
      do {
        try await body(PairOfStores(container: container, first: stores[0], second: stores[1]))
      } catch {
        XCTFail("on \(first.rawValue) and \(second.rawValue): \(error)")
      }
      for opened in container.persistentStoreCoordinator.persistentStores {
        try container.persistentStoreCoordinator.remove(opened)
      }
    }
  }

  /// Makes an empty folder; the caller deletes it.
  func makeFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("stores-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// What the sqlite3 shell answers about a store's file.
  @discardableResult
  func sqlite3(_ file: URL, _ sql: String) throws -> String {
    let shell = "/usr/bin/sqlite3"
    guard FileManager.default.isExecutableFile(atPath: shell) else {
      throw XCTSkip("the sqlite3 shell is not installed")
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: shell)
    process.arguments = [file.path, sql]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  /// The error that the body throws.
  func errorOf<Result>(line: UInt = #line, _ body: () throws -> Result) -> ObjectGraphError? {
    do {
      _ = try body()
      XCTFail("nothing was thrown", line: line)
    } catch let error as ObjectGraphError {
      return error
    } catch {
      XCTFail("\(error)", line: line)
    }
    return nil
  }
}
