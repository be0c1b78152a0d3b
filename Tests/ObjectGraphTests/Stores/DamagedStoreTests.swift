import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Two stores at once whose tables another program filled with hostile values: everything read or
/// saved is an error or a right answer, and never ends the process.
///
/// `CAMPAIGN=full swift test --filter DamagedStoreTests` damages 20,000 pairs.
@MainActor
final class DamagedStoreTests: XCTestCase {
  private static let names = ["A.sqlite", "B.sqlite"]

  private static let hostileValues = [
    "9223372036854775807", "-9223372036854775808", "-1", "0", "281474976710656", "1e308", "-1e308",
    "9e999", "0.5", "'text'", "''", "x'00ff'", "zeroblob(200)", "x'026e6f7468696e67'", "NULL",
  ]

  /// A pair of stores with objects of every kind.
  private func makeStores(in folder: URL) throws {
    let container = try open(folder)
    let context = container.viewContext
    for (index, store) in container.persistentStoreCoordinator.persistentStores.enumerated() {
      func added<Object: ManagedObject>(_ object: Object) -> Object {
        context.assign(object, to: store)
        return object
      }
      let gadgets = (0..<3).map { number in
        let gadget = added(number == 0 ? BigGadget(context: context) : Gadget(context: context))
        gadget.code = "g\(index)\(number)"
        gadget.title = "Gadget \(number)"
        gadget.photo = Data(repeating: 7, count: number == 1 ? 200_000 : 10)
        return gadget
      }
      gadgets[0].friends = [gadgets[1], gadgets[2]]
      for number in 0..<3 {
        let part = added(Part(context: context))
        (part.code, part.weight) = ("p\(index)\(number)", Int32(number))
        gadgets[0].parts.append(part)
        let mark = added(Mark(context: context))
        mark.code = "m\(index)\(number)"
        gadgets[number].marks.append(mark)
      }
    }
    try context.save()
    try container.closeStores()
  }

  private func open(_ folder: URL) throws -> PersistentContainer {
    let container = try PersistentContainer(
      name: "Gadgets", managedObjectModel: GadgetModel.make(),
      descriptions: Self.names.map {
        PersistentStoreDescription(url: folder.appendingPathComponent($0))
      })
    try container.loadPersistentStores()
    return container
  }

  /// The columns of all tables, as "table.column".
  private func columns(of file: URL) throws -> [(table: String, column: String)] {
    try sqlite3(
      file,
      """
      SELECT m.name || '.' || c.name FROM sqlite_master m, pragma_table_info(m.name) c
      WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' ORDER BY 1
      """
    ).split(separator: "\n").map { line in
      let parts = line.split(separator: ".").map(String.init)
      return (parts[0], parts[1])
    }
  }

  func testDamageOfAnyColumnIsAnErrorOrARightAnswer() async throws {
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let original = folder.appendingPathComponent("original")
    try FileManager.default.createDirectory(at: original, withIntermediateDirectories: true)
    try makeStores(in: original)
    let columns = try columns(of: original.appendingPathComponent(Self.names[0]))
    XCTAssertGreaterThan(columns.count, 30)
    for seed in Campaign.seeds(200, full: 20_000) {
      let copy = folder.appendingPathComponent("\(seed)")
      try FileManager.default.copyItem(at: original, to: copy)
      defer { try? FileManager.default.removeItem(at: copy) }
      var random = SeededGenerator(seed: seed)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        guard let (table, column) = columns.randomElement(using: &random),
          let value = Self.hostileValues.randomElement(using: &random)
        else { continue }
        let file = copy.appendingPathComponent(Self.names[Int.random(in: 0...1, using: &random)])
        let rows = Bool.random(using: &random) ? "" : " WHERE rowid = 1"
        // What the file itself refuses is not damaged.
        _ = try sqlite3(file, "UPDATE OR IGNORE \(table) SET \(column) = \(value)\(rows)")
      }
      // The line of a process that ended here names the seed.
      print("damage \(seed)")
      use(copy, &random)
    }
  }

  /// Reads and changes everything in two stores; errors are what is expected of damage.
  private func use(_ folder: URL, _ random: inout SeededGenerator) {
    guard let container = try? open(folder) else { return }
    defer { try? container.closeStores() }
    let context = container.viewContext
    func fetched<Object: ManagedObject>(_ type: Object.Type, _ entity: String) -> [Object] {
      let request = FetchRequest<Object>(entityName: entity)
      request.sortDescriptors = [FetchSortDescriptor(key: "code", ascending: true)]
      _ = try? context.count(for: request)
      return (try? context.fetch(request)) ?? []
    }
    func save() {
      do { try context.save() } catch { context.rollback() }
    }
    let gadgets = fetched(Gadget.self, "Gadget")
    let parts = fetched(Part.self, "Part")
    let marks = fetched(Mark.self, "Mark")
    for gadget in gadgets {
      _ = [gadget.title, gadget.loudTitle, gadget.address?.city, gadget.mood].compactMap { $0 }
      _ = (gadget.color, gadget.photo?.count, gadget.partCount, gadget.weightOfParts)
      _ = (gadget.parts.count, gadget.marks.map(\.code), gadget.friends.count)
      _ = gadget.friendOf.map(\.code)
    }
    _ = parts.map { ($0.weight, $0.whole?.title, $0.wholeTitle) as Any }
    _ = marks.map { $0.bearers.map(\.code) }
    let grouped = FetchRequest<[String: any Sendable]>(entityName: "Part")
    grouped.propertiesToFetch = ["weight", "whole"]
    _ = try? context.fetch(grouped)
    for gadget in gadgets {
      gadget.title = "Changed"
      save()
      if let part = parts.randomElement(using: &random), !part.isDeleted {
        gadget.parts.append(part)
        save()
      }
      if let mark = marks.randomElement(using: &random), !mark.isDeleted {
        gadget.marks.insert(mark, at: 0)
        save()
      }
    }
    for mark in marks {
      mark.code += "!"
      save()
    }
    for object in ([gadgets.first, parts.last, marks.first] as [ManagedObject?]).compactMap({ $0 })
    where !object.isDeleted {
      context.delete(object)
      save()
    }
    let part = Part(context: context)
    part.whole = gadgets.last.flatMap { $0.isDeleted ? nil : $0 }
    save()
    context.refreshAllObjects()
    _ = fetched(Gadget.self, "Gadget").map { $0.parts.map(\.code) }
  }

  func testARowOfTheGreatestVersionIsSavedAgainAndAgain() async throws {
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try makeStores(in: folder)
    let file = folder.appendingPathComponent(Self.names[0])
    XCTAssertEqual(try sqlite3(file, "UPDATE ZPART SET Z_OPT = 9223372036854775807"), "")
    let container = try open(folder)
    let part = try XCTUnwrap(
      try container.viewContext.fetch(FetchRequest<Part>(entityName: "Part")).first {
        $0.code == "p00"
      })
    for weight in [7, 8] as [Int32] {
      part.weight = weight
      try container.viewContext.save()
    }
    try container.closeStores()
    XCTAssertEqual(
      try sqlite3(file, "SELECT ZWEIGHT, Z_OPT FROM ZPART WHERE ZCODE = 'p00'"), "8|2")
  }

  func testNothingIsAddedBehindAMemberWithTheGreatestOrderKey() async throws {
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try makeStores(in: folder)
    let file = folder.appendingPathComponent(Self.names[0])
    let column = try sqlite3(
      file, "SELECT name FROM pragma_table_info('ZPART') WHERE name LIKE 'Z_FOK%'")
    XCTAssertEqual(
      try sqlite3(
        file, "UPDATE ZPART SET \(column) = 9223372036854775807 WHERE ZCODE = 'p01'"), "")
    let container = try open(folder)
    let context = container.viewContext
    let gadget = try XCTUnwrap(
      try context.fetch(FetchRequest<Gadget>(entityName: "Gadget")).first { $0.code == "g00" })
    XCTAssertEqual(gadget.parts.map(\.code), ["p00", "p02", "p01"])
    // Another attribute of the member is changed as usual.
    let last = try XCTUnwrap(gadget.parts.last)
    last.weight = 9
    try context.save()
    let part = Part(context: context)
    context.assign(part, to: container.persistentStoreCoordinator.persistentStores[0])
    gadget.parts.append(part)
    XCTAssertThrowsError(try context.save()) { error in
      let error = error as? ObjectGraphError
      XCTAssertEqual(error?.code, .persistentStoreOperation)
      XCTAssertNotNil(error?.repair)
    }
    // As the message says: what is removed and added again gets a new key.
    context.rollback()
    gadget.parts.remove(last)
    try context.save()
    gadget.parts.append(last)
    try context.save()
    let new = Part(context: context)
    context.assign(new, to: container.persistentStoreCoordinator.persistentStores[0])
    gadget.parts.append(new)
    try context.save()
    XCTAssertEqual(gadget.parts.map(\.code), ["p00", "p02", "p01", ""])
    try container.closeStores()
  }

  func testAKeyBeyondTheRangeOfAStoreIsAnErrorOfAnyStore() async throws {
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try makeStores(in: folder)
    let file = folder.appendingPathComponent(Self.names[1])
    let join = try sqlite3(
      file,
      """
      SELECT m.name || '.' || c.name FROM sqlite_master m, pragma_table_info(m.name) c
      WHERE m.type = 'table' AND c.name LIKE 'Z%MARKS%' AND m.name LIKE 'Z\\_%' ESCAPE '\\'
      """)
    let (table, column) = try XCTUnwrap(
      join.split(separator: "\n").first.map { $0.split(separator: ".") }.map { ($0[0], $0[1]) })
    _ = try sqlite3(file, "UPDATE OR IGNORE \(table) SET \(column) = 9223372036854775807")
    let container = try open(folder)
    let context = container.viewContext
    for gadget in try context.fetch(FetchRequest<Gadget>(entityName: "Gadget")) {
      _ = gadget.marks.count
    }
    XCTAssertEqual(context.errors.first?.code, .persistentStoreOperation)
    XCTAssertTrue(context.errors.first?.message.contains("beyond 2^48 - 1") ?? false)
    try container.closeStores()
  }
}
