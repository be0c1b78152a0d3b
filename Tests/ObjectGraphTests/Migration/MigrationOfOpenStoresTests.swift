import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Stores that somebody has open while they are migrated.
@MainActor
final class MigrationOfOpenStoresTests: MigrationTestCase {
  nonisolated private static func notes(_ more: String...) -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Note") {
        AttributeDescription("title", .string)
        more.map { AttributeDescription($0, .string) }
      }
    }
  }

  func testWhoHadTheStoreOpenIsToldWhenItReadsAndWhenItWrites() async throws {
    let old = try open(Self.notes())
    let context = old.viewContext
    let note = try insert("Note", ["title": "before"], into: context)
    try context.save()
    let reader = old.newBackgroundContext()
    XCTAssertEqual(
      try reader.performAndWait {
        try $0.count(for: FetchRequest<ManagedObject>(entityName: "Note"))
      },
      1)

    let new = try open(Self.notes("body"))
    XCTAssertEqual(try values("title", of: "Note", new), [.string("before")])

    XCTAssertEqual(
      errorOf { try all("Note", context) }?.code, .persistentStoreIncompatibleVersionHash)
    try note.setValue("after", forKey: "title")
    let error = try XCTUnwrap(errorOf { try context.save() })
    XCTAssertEqual(error.code, .persistentStoreIncompatibleVersionHash)
    XCTAssertTrue(context.hasChanges)
    XCTAssertEqual(
      errorOf {
        try reader.performAndWait {
          try $0.count(for: FetchRequest<ManagedObject>(entityName: "Note"))
        }
      }?.code, .persistentStoreIncompatibleVersionHash)
    XCTAssertEqual(
      errorOf {
        try context.execute(
          BatchDeleteRequest(fetchRequest: FetchRequest<ManagedObject>(entityName: "Note")))
      }?.code, .persistentStoreIncompatibleVersionHash)
    XCTAssertEqual(try sqlite3(file, "SELECT ZTITLE FROM ZNOTE"), "before")
  }

  func testAnIndexThatSomebodyMakesIsNoOtherVersion() async throws {
    let container = try open(Self.notes())
    try insert("Note", ["title": "a"], into: container.viewContext)
    try container.viewContext.save()
    try sqlite3(file, "CREATE INDEX extra ON ZNOTE (ZTITLE); ANALYZE")
    XCTAssertEqual(try values("title", of: "Note", container), [.string("a")])
    try insert("Note", ["title": "b"], into: container.viewContext)
    try container.viewContext.save()
    XCTAssertEqual(try sqlite3(file, "SELECT count(*) FROM ZNOTE"), "2")
  }

  func testAReaderSeesTheOldContentOrTheNewOneAndNeverAMixture() async throws {
    try make(Self.notes()) { context in
      for number in 1...200 { try insert("Note", ["title": "\(number)"], into: context) }
    }
    let old = try open(Self.notes())
    let coordinator = old.persistentStoreCoordinator
    let description = PersistentStoreDescription(url: file)
    let new = Self.notes("body")
    let isDone = Flag()
    let reading = Task.detached { () -> (Int, ObjectGraphError?) in
      var count = 0
      while true {
        let context = BackgroundContext(coordinator: coordinator)
        do {
          let found = try context.performAndWait {
            try $0.count(for: FetchRequest<ManagedObject>(entityName: "Note"))
          }
          guard found == 200 else { return (found, nil) }
          count += 1
          if count == 5 { isDone.set() }
        } catch let error as ObjectGraphError {
          return (count, error)
        }
      }
    }
    while !isDone.isSet { await Task.yield() }
    try StoreMigration(of: description, to: new).run()
    let (count, error) = try await reading.value
    XCTAssertGreaterThanOrEqual(count, 5)
    XCTAssertEqual(error?.code, .persistentStoreIncompatibleVersionHash)
  }

  func testWhoeverWantsToMigrateSecondFindsItDone() async throws {
    try make(Self.notes()) { context in
      for number in 1...500 { try insert("Note", ["title": "\(number)"], into: context) }
    }
    let url = file
    let outcomes: [Bool] = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<4 {
        group.addTask {
          let description = PersistentStoreDescription(url: url)
          return try StoreMigration(of: description, to: Self.notes("body")).run() != nil
        }
      }
      var outcomes: [Bool] = []
      for try await outcome in group { outcomes.append(outcome) }
      return outcomes
    }
    XCTAssertEqual(outcomes.filter { $0 }.count, 1)
    XCTAssertEqual(try sqlite3(file, "SELECT count(*) FROM ZNOTE"), "500")
  }

  func testAMigrationWaitsNoLongerThanItsTimeout() async throws {
    try make(Self.notes()) { try insert("Note", ["title": "a"], into: $0) }
    let other = try SealedWriter(file)
    defer { other.stop() }
    let error = try XCTUnwrap(
      errorOf { _ = try open(Self.notes("body")) { $0.timeout = 0.2 } })
    XCTAssertEqual(error.code, .persistentStoreTimeout)
    XCTAssertTrue(error.message.contains("migrated by another process"), error.message)
  }
}

/// Another process that holds the store's write lock.
private final class SealedWriter {
  private let process = Process()
  private let input = Pipe()

  init(_ file: URL) throws {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3") else {
      throw XCTSkip("the sqlite3 shell is not installed")
    }
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/sqlite3")
    process.arguments = [file.path]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    input.fileHandleForWriting.write(Data("BEGIN IMMEDIATE;\nSELECT 'locked';\n".utf8))
    _ = output.fileHandleForReading.availableData
  }

  func stop() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}

private final class Flag: Sendable {
  private let stream = NSLock()
  nonisolated(unsafe) private var value = false
  // Sound: reached under the lock alone.
  var isSet: Bool { stream.withLock { value } }
  func set() { stream.withLock { value = true } }
}
