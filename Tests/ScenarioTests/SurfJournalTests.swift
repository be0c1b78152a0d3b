import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// SurfJournal: a diary of 5,000 surf sessions that comes with the application, entries that are
/// edited in a scratch pad, and an export that nobody waits for.
@MainActor
final class SurfJournalTests: XCTestCase {
  private func launch(in folder: TemporaryFolder) throws -> SurfJournal {
    ManagedObjectClasses.register(JournalEntry.self)
    return try SurfJournal(
      folder: folder.url, bundledModel: Fixtures.url("models/SurfJournalModel.xcdatamodeld"),
      bundledStores: Fixtures.url("stores/SurfJournal"))
  }

  private func launched() throws -> SurfJournal {
    try launch(in: temporaryFolder("surf"))
  }

  func testTheSeededStoreIsInstalledWithWhatIsStillInItsLog() async throws {
    let journal = try launched()
    XCTAssertEqual(try journal.entries.count, 5000)
    // What the sqlite3 shell says of the file.
    let request = JournalEntry.sortedFetchRequest
    let all = try journal.mainContext.fetch(request)
    XCTAssertEqual(all.reduce(0) { $0 + Int($1.rating) }, 15006)
    XCTAssertEqual(all.count { $0.location == "C Street" }, 546)
    XCTAssertEqual(Set(all.compactMap(\.date)).count, 5000)
    let newest = try XCTUnwrap(all.first)
    XCTAssertEqual(newest.location, "Bells Beach")
    XCTAssertEqual([newest.height, newest.period, newest.wind], ["6.2", "16", "14.5"])
  }

  func testTheSecondLaunchKeepsWhatWasWritten() async throws {
    let folder = try temporaryFolder("surf")
    let first = try launch(in: folder)
    let entry = try XCTUnwrap(first.entries.first)
    try first.edit(entry) { $0.location = "Nazaré" }
    try first.close()
    let second = try launch(in: folder)
    XCTAssertEqual(try second.entries.count, 5000)
    XCTAssertEqual(try second.entries.first?.location, "Nazaré")
  }

  func testAnEditedEntryThatIsSavedIsSeenInTheListAndInTheStore() async throws {
    let journal = try launched()
    let entry = try XCTUnwrap(journal.entries.first)
    try journal.edit(entry) { scratch in
      scratch.rating = 5
      scratch.wind = "0"
      XCTAssertEqual(entry.rating, 2, "the list shows nothing before it is saved")
    }
    XCTAssertEqual(entry.rating, 5)
    XCTAssertFalse(journal.mainContext.hasChanges)
    let line = try XCTUnwrap(journal.exportedLines().dropFirst().first)
    XCTAssertEqual(line, "2014-08-29T14:02:09Z,6.2,16,0,Bells Beach,5")
  }

  func testACancelledEditLeavesTheEntryAsItWas() async throws {
    let journal = try launched()
    let entry = try XCTUnwrap(journal.entries.first)
    try journal.edit(entry, isCancelled: true) { $0.rating = 5 }
    XCTAssertEqual(entry.rating, 2)
    XCTAssertFalse(journal.mainContext.hasChanges)
    journal.mainContext.refreshAllObjects()
    XCTAssertEqual(entry.rating, 2)
  }

  func testANewEntryThatIsSavedIsListedFirst() async throws {
    let journal = try launched()
    try journal.add { entry in
      entry.date = Date(timeIntervalSinceReferenceDate: 500_000_000)
      entry.location = "Hossegor, France"
    }
    XCTAssertEqual(try journal.entries.count, 5001)
    XCTAssertEqual(try journal.entries.first?.location, "Hossegor, France")
    XCTAssertEqual(try journal.entries.first?.objectID.isTemporaryID, false)
    let lines = try journal.exportedLines()
    XCTAssertEqual(lines[1], "2016-11-05T00:53:20Z,,,,\"Hossegor, France\",0")
    XCTAssertEqual(lines.count, 5002)
  }

  func testACancelledNewEntryLeavesNoTrace() async throws {
    let journal = try launched()
    let before = try journal.exportedLines()
    try journal.add(isCancelled: true) { entry in
      entry.date = Date(timeIntervalSinceReferenceDate: 500_000_000)
      entry.location = "Hossegor"
    }
    XCTAssertFalse(journal.mainContext.hasChanges)
    XCTAssertTrue(journal.mainContext.insertedObjects.isEmpty)
    XCTAssertEqual(try journal.entries.count, 5000)
    try journal.mainContext.save()
    XCTAssertEqual(try journal.exportedLines(), before)
  }

  func testTheExportHasEveryEntryAsTheStoreHasIt() async throws {
    let journal = try launched()
    let lines = try journal.exportedLines()
    XCTAssertEqual(lines.first, "date,height,period,wind,location,rating")
    let shell = "/usr/bin/sqlite3"
    guard FileManager.default.isExecutableFile(atPath: shell) else {
      throw XCTSkip("the sqlite3 shell is not installed")
    }
    let program = try SealedProgram()
    defer { program.remove() }
    let answer = try program.runCommandLine(
      """
      \(shell) '\(journal.storeURL.path)' "SELECT \
      strftime('%Y-%m-%dT%H:%M:%SZ', CAST(ZDATE + 978307200 AS INTEGER), 'unixepoch') \
      || ',' || ZHEIGHT || ',' || ZPERIOD || ',' || ZWIND || ',' || ZLOCATION || ',' || ZRATING \
      FROM ZJOURNALENTRY ORDER BY ZDATE DESC"
      """)
    XCTAssertEqual(answer.status, 0, answer.output)
    let rows = answer.output.split(separator: "\n").map(String.init)
    XCTAssertEqual(rows.count, 5000)
    let difference = zip(lines.dropFirst(), rows).first { $0 != $1 }
    XCTAssertNil(difference.map { "\($0) instead of \($1)" })
    XCTAssertEqual(lines.count, 5001)
  }

  func testTheListAnswersWhileTheExportGoesOn() async throws {
    let journal = try launched()
    let export = journal.startExport(pausing: true)
    var batches = 0
    for await lines in export.progress {
      batches += 1
      XCTAssertEqual(lines, batches * SurfJournal.batchSize)
      // The export is in the middle of its work, and waits there until the list has answered.
      XCTAssertEqual(try journal.entries.count, 5000)
      let entry = try XCTUnwrap(journal.entries.last)
      try journal.edit(entry) { $0.wind = "\(batches)" }
      export.goOn()
    }
    XCTAssertEqual(batches, 5000 / SurfJournal.batchSize)
    let lines = try await export.lines()
    XCTAssertEqual(lines.count, 5001)
    XCTAssertEqual(try journal.entries.last?.wind, "\(batches)")
  }
}

/// The application: its store, the list of entries, the two ways to write one, and the export.
@MainActor
private final class SurfJournal {
  nonisolated static let batchSize = 500

  let storeURL: URL
  private let container: PersistentContainer

  /// Brings the store along at the first launch, with its sidecars.
  init(folder: URL, bundledModel: URL, bundledStores: URL) throws {
    let name = "SurfJournalModel.sqlite"
    storeURL = folder.appendingPathComponent(name)
    if !FileManager.default.fileExists(atPath: storeURL.path) {
      for suffix in ["", "-wal", "-shm"] {
        let source = bundledStores.appendingPathComponent(name).path + suffix
        // What a bundle holds may be read-only; a copy by content is not.
        try Data(contentsOf: URL(fileURLWithPath: source))
          .write(to: URL(fileURLWithPath: storeURL.path + suffix))
      }
    }
    container = try PersistentContainer(
      name: "SurfJournal", managedObjectModel: ManagedObjectModel(contentsOf: bundledModel),
      descriptions: [PersistentStoreDescription(url: storeURL)])
    try container.loadPersistentStores()
  }

  func close() throws {
    for store in container.persistentStoreCoordinator.persistentStores {
      try container.persistentStoreCoordinator.remove(store)
    }
  }

  var mainContext: ManagedObjectContext { container.viewContext }

  /// The list, the newest session first.
  var entries: [JournalEntry] {
    get throws { try mainContext.fetch(JournalEntry.sortedFetchRequest) }
  }

  /// Shows an entry in the editor.
  func edit(
    _ entry: JournalEntry, isCancelled: Bool = false, _ change: (JournalEntry) throws -> Void
  ) throws {
    let editor = mainContext.makeChild()
    let scratch = try XCTUnwrap(editor.existingObject(with: entry.objectID) as? JournalEntry)
    try finish(editor, isCancelled, change, scratch)
  }

  /// Shows a new entry in the editor.
  func add(isCancelled: Bool = false, _ change: (JournalEntry) throws -> Void) throws {
    let editor = mainContext.makeChild()
    try finish(editor, isCancelled, change, JournalEntry(context: editor))
  }

  private func finish(
    _ editor: ManagedObjectContext, _ isCancelled: Bool,
    _ change: (JournalEntry) throws -> Void, _ scratch: JournalEntry
  ) throws {
    try change(scratch)
    guard !isCancelled else { return }
    try editor.save()
    try mainContext.save()
  }

  /// Exports on a queue of its own, and says how many entries it has after each batch.
  func startExport(pausing: Bool = false) -> Export {
    Export(on: container.newBackgroundContext(), pausing: pausing)
  }

  /// The whole export, waited for.
  func exportedLines() throws -> [String] {
    try container.newBackgroundContext().performAndWait { context in
      try Export.write(from: context, afterBatch: { _ in })
    }
  }
}

/// An export that runs on its own.
private struct Export: Sendable {
  /// How many entries were written, after each batch.
  let progress: AsyncStream<Int>
  private let gate = DispatchSemaphore(value: 0)
  private let work: Task<[String], any Error>

  /// - Parameter pausing: whether it waits after each batch for `goOn()`.
  init(on background: BackgroundContext, pausing: Bool) {
    let (progress, continuation) = AsyncStream<Int>.makeStream()
    self.progress = progress
    work = Task { [gate] in
      defer { continuation.finish() }
      return try await background.perform { context in
        try Self.write(from: context) { count in
          continuation.yield(count)
          if pausing { gate.wait() }
        }
      }
    }
  }

  func goOn() { gate.signal() }

  func lines() async throws -> [String] { try await work.value }

  /// Comma-separated values of all entries, a header first.
  static func write(
    from context: ManagedObjectContext, afterBatch: (Int) -> Void
  ) throws -> [String] {
    var lines = ["date,height,period,wind,location,rating"]
    let request = JournalEntry.sortedFetchRequest
    request.fetchLimit = SurfJournal.batchSize
    while true {
      request.fetchOffset = lines.count - 1
      let batch = try context.fetch(request)
      guard !batch.isEmpty else { return lines }
      lines += batch.map(\.commaSeparated)
      afterBatch(lines.count - 1)
    }
  }
}

private final class JournalEntry: ManagedObject {
  @Managed("date") var date: Date?
  @Managed("height") var height: String?
  @Managed("location") var location: String?
  @Managed("period") var period: String?
  @Managed("rating") var rating: Int16
  @Managed("wind") var wind: String?

  static var sortedFetchRequest: FetchRequest<JournalEntry> {
    let request = FetchRequest<JournalEntry>(entityName: "JournalEntry")
    request.sortDescriptors = [FetchSortDescriptor(key: "date", ascending: false)]
    return request
  }

  var commaSeparated: String {
    let seconds = date.map { $0.timeIntervalSince1970.rounded(.down) }
    let day = seconds.map { Date(timeIntervalSince1970: $0).ISO8601Format() }
    return [day, height, period, wind, location, "\(rating)"].map(quoted).joined(separator: ",")
  }

  private func quoted(_ field: String?) -> String {
    guard let field else { return "" }
    guard field.contains(where: { ",\"\n".contains($0) }) else { return field }
    return "\"" + field.replacingOccurrences(of: "\"", with: "\"\"") + "\""
  }
}
