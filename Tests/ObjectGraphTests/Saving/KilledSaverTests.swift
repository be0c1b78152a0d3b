import Foundation
import ObjectGraph
import XCTest

/// What a process leaves that is killed while it saves large values.
@MainActor
final class KilledSaverTests: XCTestCase {
  private static let variable = "OBJECTGRAPH_KILLED_STORE"

  private static func photo(_ number: Int, isOld: Bool) -> Data {
    Data(repeating: UInt8(number % 100) + (isOld ? 100 : 0), count: 150_000 + number)
  }

  /// The process that is killed: each save inserts one row, changes one and deletes one.
  func testTheSaverItself() async throws {
    guard let path = ProcessInfo.processInfo.environment[Self.variable] else {
      throw XCTSkip("it runs in a process of its own, which another test starts and kills")
    }
    let container = try PersistentContainer(
      name: "Store", managedObjectModel: ThingModel.make(),
      descriptions: [PersistentStoreDescription(url: URL(fileURLWithPath: path))])
    try container.loadPersistentStores()
    let context = container.viewContext
    var kept: [Thing] = []
    for number in 1...100_000 {
      if let last = kept.last { last.photo = Self.photo(number - 1, isOld: true) }
      if kept.count == 2 { context.delete(kept.removeFirst()) }
      kept.append(context.thing("\(number)"))
      kept.last?.photo = Self.photo(number, isOld: false)
      try context.save()
      FileHandle.standardError.write(Data("!".utf8))
    }
  }

  func testAKilledSaverLeavesWholeRowsAndExactlyTheirFiles() async throws {
    for saves in [1, 2, 3, 5, 8, 13] {
      let store = try StoreCopy()
      defer { store.remove() }
      try killSaver(of: store, afterSaves: saves)

      let container = try store.container(ThingModel.make())
      let things = try container.viewContext.fetch(Thing.fetchRequest())
      let found = things.compactMap { thing in Int(thing.name).map { ($0, thing.photo) } }
        .sorted { $0.0 < $1.0 }
      let last = try XCTUnwrap(found.last?.0)
      XCTAssertGreaterThanOrEqual(last, saves)
      XCTAssertEqual(found.map(\.0), last == 1 ? [1] : [last - 1, last])
      for (number, photo) in found {
        XCTAssertEqual(photo, Self.photo(number, isOld: number < last))
      }
      XCTAssertEqual(store.externalFiles.count, found.count)
      XCTAssertEqual(try store.shell("PRAGMA integrity_check"), "ok")
      try container.closeStores()
    }
  }

  /// Runs the saver and kills it during the save after those.
  private func killSaver(of store: StoreCopy, afterSaves saves: Int) throws {
    let path = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = ["ObjectGraphTests.KilledSaverTests/testTheSaverItself"]
    process.environment = ProcessInfo.processInfo.environment
      .merging([Self.variable: store.file.path]) { $1 }
    let output = Pipe()
    process.standardOutput = FileHandle.nullDevice
    process.standardError = output
    try process.run()
    var seen = 0
    while seen < saves {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { break }
      seen += data.count { $0 == UInt8(ascii: "!") }
    }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    XCTAssertGreaterThanOrEqual(seen, saves)
    XCTAssertEqual(process.terminationStatus, SIGKILL)
  }
}
