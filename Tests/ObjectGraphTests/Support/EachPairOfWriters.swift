import Foundation
import ObjectGraph
import XCTest

/// Two writers of one store that do not hear of each other.
struct PairOfWriters {
  let container: PersistentContainer
  /// Another coordinator's on a file, another context's in memory.
  let elsewhere: BackgroundContext
  let file: URL?

  /// All that the store holds, as an independent tool sees it where there is one.
  @MainActor
  func contents() throws -> String {
    let shell = "/usr/bin/sqlite3"
    guard let file, FileManager.default.isExecutableFile(atPath: shell) else {
      return try rows()
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: shell)
    process.arguments = [file.path, ".dump"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  private func rows() throws -> String {
    let store = try container.persistentStoreCoordinator.requireStore()
    return try store.model.entities.filter { $0.number == $0.rootNumber }.flatMap { root in
      try store.fetch(FetchPlan(layout: root)).map { row in
        let layout = store.model[row.entityNumber]
        let values = layout.properties.map { "\(row.value(of: $0))" }
        let partners = try layout.toManys.map { relationship in
          try store.destinations(of: relationship, source: row.key).map(\.key)
        }
        return "\(layout.name) \(row.key) \(row.version) \(values) \(partners)"
      }
    }.joined(separator: "\n")
  }
}

extension XCTestCase {
  /// Runs a test against a fresh store of every kind, with a second writer beside the container.
  @MainActor
  func eachPairOfWriters(
    model: @escaping () -> ManagedObjectModel = { TestModel.pets() },
    _ body: @MainActor (PairOfWriters) async throws -> Void
  ) async throws {
    try await eachStore(model: model()) { container in
      let store = try XCTUnwrap(container.persistentStoreCoordinator.persistentStores.first)
      guard store.type == .sqlite else {
        try await body(
          PairOfWriters(
            container: container, elsewhere: container.newBackgroundContext(), file: nil))
        return
      }
      let other = try PersistentContainer(
        name: "Other", managedObjectModel: model(),
        descriptions: [PersistentStoreDescription(url: store.url)])
      try other.loadPersistentStores()
      defer {
        for opened in other.persistentStoreCoordinator.persistentStores {
          try? other.persistentStoreCoordinator.remove(opened)
        }
      }
      try await body(
        PairOfWriters(
          container: container, elsewhere: other.newBackgroundContext(), file: store.url))
    }
  }
}
