import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// What is left of a store when the process that migrates it is killed, or finds the disk full.
///
/// `OBJECTGRAPH_MIGRATION_KILLS=50` kills that often; the suite kills a few times.
@MainActor
final class KilledMigrationTests: MigrationTestCase {
  private static let variable = "OBJECTGRAPH_KILLED_MIGRATION"
  private static let limitVariable = "OBJECTGRAPH_FILE_LIMIT"
  private static let rows = 4_000

  private nonisolated static func photos(isNew: Bool) -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription(isNew ? "Picture" : "Photo", renamingIdentifier: "Photo") {
        AttributeDescription(isNew ? "caption" : "title", .string, renamingIdentifier: "title")
        AttributeDescription("bytes", .binaryData, allowsExternalBinaryDataStorage: true)
        AttributeDescription("preview", .binaryData, allowsExternalBinaryDataStorage: true)
        RelationshipDescription(
          "next", toOne: isNew ? "Picture" : "Photo", inverse: "previous")
        RelationshipDescription(
          "previous", toOne: isNew ? "Picture" : "Photo", inverse: "next")
        isNew ? [AttributeDescription("stars", .integer16, default: .integer(1))] : []
      }
    }
  }

  /// The version after that has no previews, whose files go.
  private nonisolated static func last() -> ManagedObjectModel {
    let model = photos(isNew: true)
    let picture = model.entities[0]
    picture.properties = picture.properties.filter { $0.name != "preview" }
    return model
  }

  private nonisolated static func large(_ number: Int) -> Data {
    Data(repeating: UInt8(number), count: 120_000 + number)
  }

  private func makePhotos() throws {
    try make(Self.photos(isNew: false)) { context in
      var last: ManagedObject?
      for number in 1...Self.rows {
        let photo = try insert(
          "Photo", ["title": "photo \(number)", "previous": last], into: context)
        if number <= 5 {
          try photo.setValue(Self.large(number), forKey: "bytes")
          try photo.setValue(Self.large(number + 100), forKey: "preview")
        }
        last = photo
      }
    }
  }

  private func migration(of url: URL) -> StoreMigration {
    let description = PersistentStoreDescription(url: url)
    description.modelVersions = [
      Self.photos(isNew: false), Self.photos(isNew: true), Self.last(),
    ]
    return StoreMigration(of: description, to: Self.last())
  }

  /// The process that is killed, or may write small files only.
  func testTheMigratorItself() async throws {
    let variables = ProcessInfo.processInfo.environment
    guard let path = variables[Self.variable] else {
      throw XCTSkip("it runs in a process of its own, which another test starts and kills")
    }
    if let limit = variables[Self.limitVariable].flatMap({ UInt($0) }) {
      signal(SIGXFSZ, SIG_IGN)
      var limits = rlimit(rlim_cur: limit, rlim_max: limit)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limits)
    }
    FileHandle.standardError.write(Data("!".utf8))
    do {
      try migration(of: URL(fileURLWithPath: path)).run()
      FileHandle.standardError.write(Data("+".utf8))
    } catch {
      FileHandle.standardError.write(Data("-\(error)".utf8))
    }
  }

  func testAKilledMigrationLeavesTheOldStoreOrTheNewOne() async throws {
    let times = Campaign.rounds(2, full: 50)
    var generator = SeededGenerator(seed: UInt64(times))
    try makePhotos()
    let original = folder.appendingPathComponent("original")
    try copyStore(from: folder, to: original)
    // How long one takes tells only where to aim.
    let start = ContinuousClock.now
    try startMigrator().process.waitUntilExit()
    let duration = ContinuousClock.now - start
    try assertMigrated()
    for number in 0..<times {
      try copyStore(from: original, to: folder)
      let (process, output) = try startMigrator()
      _ = output.fileHandleForReading.availableData
      let aim = duration * Double.random(in: 0...1, using: &generator)
      try await Task.sleep(for: aim)
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      let isNew = try sqlite3(file, "SELECT count(*) FROM sqlite_master WHERE name = 'ZPICTURE'")
      XCTAssertEqual(try sqlite3(file, "PRAGMA integrity_check"), "ok", "\(number)")
      XCTAssertEqual(
        try sqlite3(file, "SELECT count(*) FROM \(isNew == "1" ? "ZPICTURE" : "ZPHOTO")"),
        "\(Self.rows)", "\(number)")
      // Whoever comes next migrates what is not migrated, and tidies up.
      try migration(of: file).run()
      try assertMigrated()
    }
  }

  func testAFullDiskLeavesTheStoreAsItWas() async throws {
    try makePhotos()
    let before = try Data(contentsOf: file)
    for limit in [before.count / 4, before.count * 9 / 10] {
      let (process, output) = try startMigrator([Self.limitVariable: "\(limit)"])
      let text = String(
        decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      XCTAssertTrue(text.contains("-"), text)
      XCTAssertFalse(text.contains("+"), text)
      XCTAssertEqual(try Data(contentsOf: file), before)
      XCTAssertEqual(try siblings(), [])
    }
    try migration(of: file).run()
    try assertMigrated()
  }

  // MARK: Support

  private func startMigrator(
    _ variables: [String: String] = [:]
  ) throws -> (process: Process, output: Pipe) {
    let process = Process()
    process.executableURL = URL(
      fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    process.arguments = ["ObjectGraphTests.KilledMigrationTests/testTheMigratorItself"]
    process.environment = ProcessInfo.processInfo.environment
      .merging([Self.variable: file.path]) { $1 }.merging(variables) { $1 }
    let output = Pipe()
    process.standardOutput = FileHandle.nullDevice
    process.standardError = output
    try process.run()
    return (process, output)
  }

  private func copyStore(from source: URL, to target: URL) throws {
    let manager = FileManager.default
    try? manager.createDirectory(at: target, withIntermediateDirectories: true)
    for name in try manager.contentsOfDirectory(atPath: target.path)
    where name.contains("Store") { try manager.removeItem(at: target.appendingPathComponent(name)) }
    for name in try manager.contentsOfDirectory(atPath: source.path) where name.contains("Store") {
      try manager.copyItem(
        at: source.appendingPathComponent(name), to: target.appendingPathComponent(name))
    }
  }

  private func siblings() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.contains("migration") || $0.hasPrefix("..") }
  }

  /// All rows, with their links and large values, no previews, and no file that nobody needs.
  private func assertMigrated() throws {
    XCTAssertEqual(
      try sqlite3(
        file,
        """
        SELECT count(*), count(ZNEXT), count(ZPREVIOUS), sum(ZSTARS),
        sum(ZCAPTION LIKE 'photo %'), count(ZBYTES) FROM ZPICTURE
        """),
      "\(Self.rows)|\(Self.rows - 1)|\(Self.rows - 1)|\(Self.rows)|\(Self.rows)|5")
    let container = try open(Self.last())
    let request = FetchRequest<ManagedObject>(entityName: "Picture")
    request.predicate = try FetchPredicate(format: "bytes != nil")
    for picture in try container.viewContext.fetch(request) {
      let caption = try picture.value(forKey: "caption") as? String ?? ""
      let number = Int(caption.split(separator: " ").last ?? "") ?? 0
      XCTAssertEqual(try picture.value(forKey: "bytes") as? Data, Self.large(number), caption)
    }
    try close(container)
    // Whoever opens the store removes what nobody needs any more.
    XCTAssertEqual(try siblings(), [])
    let files = try FileManager.default.contentsOfDirectory(
      atPath: folder.appendingPathComponent(".Store_SUPPORT/_EXTERNAL_DATA").path)
    XCTAssertEqual(files.count, 5)
  }
}
