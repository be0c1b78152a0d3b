import Foundation
import XCTest

@testable import ObjectModel

/// Model files and stores that Apple's tools wrote.
enum Fixtures {
  /// The folder of all of them.
  ///
  /// - Throws: `XCTSkip` when OBJECTGRAPH_FIXTURES does not name it.
  static func folder() throws -> URL {
    guard let path = ProcessInfo.processInfo.environment["OBJECTGRAPH_FIXTURES"] else {
      throw XCTSkip("OBJECTGRAPH_FIXTURES is not set")
    }
    return URL(fileURLWithPath: path, isDirectory: true)
  }

  /// The `contents` files of all versions of all models, in order.
  static func modelFiles() throws -> [URL] {
    let models = try folder().appendingPathComponent("models", isDirectory: true)
    let found = FileManager.default.enumerator(at: models, includingPropertiesForKeys: nil)
    let files = (found?.allObjects ?? []).compactMap { $0 as? URL }
      .filter { $0.lastPathComponent == "contents" }
    return files.sorted { $0.path < $1.path }
  }

  /// The model that a store carries.
  static func model(inStore name: String) throws -> ManagedObjectModel {
    let store = try folder().appendingPathComponent("stores/\(name).sqlite")
    return try ManagedObjectModel(archivedInStore: archive(in: store))
  }

  /// The content of `Z_MODELCACHE`, read by the sqlite3 shell from a copy of the store.
  private static func archive(in store: URL) throws -> Data {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent(UUID().uuidString, isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: store.path + suffix) {
      let copy = folder.appendingPathComponent("store" + suffix)
      try Data(contentsOf: URL(fileURLWithPath: store.path + suffix)).write(to: copy)
    }
    let output = folder.appendingPathComponent("out")
    try Data().write(to: output)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "sqlite3", folder.appendingPathComponent("store").path,
      "select hex(Z_CONTENT) from Z_MODELCACHE",
    ]
    process.standardOutput = try FileHandle(forWritingTo: output)
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus == 127 { throw XCTSkip("the sqlite3 shell is not installed") }
    let digits = try Array(Data(contentsOf: output)).filter { $0 > 0x20 }
    return Data(
      stride(from: 0, to: digits.count - 1, by: 2).compactMap {
        UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
      })
  }
}
