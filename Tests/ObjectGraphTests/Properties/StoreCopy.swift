import Foundation
import ObjectGraph
import ObjectModel
import XCTest

/// A folder with a SQLite store that the test looks at with the sqlite3 shell.
struct StoreCopy {
  let folder: URL
  var file: URL { folder.appendingPathComponent("Store.sqlite") }

  /// An empty folder.
  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("types-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// A copy of a store that Core Data wrote.
  init(fixture: String) throws {
    guard let root = ProcessInfo.processInfo.environment["OBJECTGRAPH_FIXTURES"] else {
      throw XCTSkip("OBJECTGRAPH_FIXTURES is not set")
    }
    try self.init()
    for suffix in ["", "-wal", "-shm"] {
      let source = "\(root)/stores/\(fixture).sqlite\(suffix)"
      guard FileManager.default.fileExists(atPath: source) else { continue }
      try FileManager.default.copyItem(atPath: source, toPath: file.path + suffix)
    }
  }

  /// The store with the given model, or with the one that it carries.
  @MainActor
  func container(_ model: ManagedObjectModel? = nil) throws -> PersistentContainer {
    let container = try PersistentContainer(
      name: "Store", managedObjectModel: model ?? carriedModel(),
      descriptions: [PersistentStoreDescription(url: file)])
    try container.loadPersistentStores()
    return container
  }

  private func carriedModel() throws -> ManagedObjectModel {
    let digits = Array(try shell("SELECT hex(Z_CONTENT) FROM Z_MODELCACHE").utf8)
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16)
    }
    return try ManagedObjectModel(archivedInStore: Data(bytes))
  }

  func remove() {
    try? FileManager.default.removeItem(at: folder)
  }

  /// What the sqlite3 shell answers.
  func shell(_ sql: String) throws -> String {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3") else {
      throw XCTSkip("the sqlite3 shell is not installed")
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/sqlite3")
    process.arguments = [file.path, sql]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  /// The names of the files beside the store.
  var externalFiles: Set<String> {
    let folder = externalFolder.path
    return Set((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
  }

  var externalFolder: URL {
    folder.appendingPathComponent(".Store_SUPPORT/_EXTERNAL_DATA")
  }
}

extension PersistentContainer {
  func closeStores() throws {
    for store in persistentStoreCoordinator.persistentStores {
      try persistentStoreCoordinator.remove(store)
    }
  }
}

extension ManagedObjectContext {
  /// Forgets everything and fetches an object anew.
  func reread<Object: ManagedObject>(_ object: Object) throws -> Object {
    let id = object.objectID
    reset()
    return try XCTUnwrap(try existingObject(with: id) as? Object)
  }
}
