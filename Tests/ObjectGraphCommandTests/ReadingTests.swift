import Foundation
import TestSupport
import XCTest

@testable import ObjectGraphCommand

/// Tests that reading a store neither creates nor changes files beside it.
final class ReadingTests: ToolTestCase {
  /// The contents of the stores' files, by name.
  private func everything() throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for name in try files() {
      contents[name] = try Data(contentsOf: folder.appendingPathComponent(name))
    }
    return contents
  }

  private func readAll(_ store: String, _ entity: String, at line: UInt = #line) throws {
    let before = try everything()
    for command in [
      "inspect \(store)", "inspect \(store) \(entity)", "fetch \(store) \(entity) limit 1",
      "count \(store) \(entity)", "group \(store) \(entity) by SELF limit 1",
      "explain fetch \(store) \(entity)", "diff \(store) \(store)",
    ] {
      try run(command, at: line)
      XCTAssertEqual(try everything(), before, command, line: line)
    }
  }

  func testAClosedStoreGetsNoLog() throws {
    try makeBundle()
    try makeStore()
    XCTAssertEqual(try files(), ["Notes.sqlite"])
    try readAll("Notes.sqlite", "Note")
    try withDatabase("db.execute('PRAGMA journal_mode = DELETE')")
    try readAll("Notes.sqlite", "Note")
  }

  func testAFileThatAnotherProgramChangesIsNoticed() throws {
    try makeBundle()
    try makeStore()
    let path = folder.appendingPathComponent("Notes.sqlite").path
    let state = FileState(path)
    try run("count Notes.sqlite Note")
    XCTAssertFalse(state.isChanged)
    try withDatabase("db.execute('DELETE FROM ZNOTE'); db.commit()")
    XCTAssertTrue(state.isChanged)
    let later = FileState(path)
    try FileManager.default.removeItem(atPath: path)
    XCTAssertTrue(later.isChanged)
  }

  func testAPipeIsRefusedInsteadOfReadForever() throws {
    try makeBundle()
    try makeStore()
    XCTAssertEqual(mkfifo(folder.appendingPathComponent("pipe").path, 0o600), 0)
    for command in ["inspect pipe", "count pipe Note", "diff pipe pipe"] {
      XCTAssertTrue(try run(command, expecting: 66).contains("pipe"), command)
    }
    XCTAssertEqual(
      try run("count Notes.sqlite Note --model pipe", expecting: 66),
      "objectgraph: error: pipe is neither a file nor a folder\n"
        + "hint: name a model, or a store that contains it\n")
  }

  /// Leaves the store with a fourth note in its log, as a crashed program would.
  private func leaveLog() throws {
    try makeBundle()
    try makeStore()
    try withDatabase(
      """
      import os
      db.execute('PRAGMA journal_mode = WAL')
      db.execute("INSERT INTO ZNOTE (Z_PK, Z_ENT, Z_OPT, ZTITLE) VALUES (4, 1, 1, 'four')")
      db.commit()
      os._exit(0)
      """)
  }

  func testALogIsReadAndStays() throws {
    try leaveLog()
    XCTAssertEqual(try files(), ["Notes.sqlite", "Notes.sqlite-shm", "Notes.sqlite-wal"])
    XCTAssertEqual(try run("count Notes.sqlite Note"), "4\n")
    try readAll("Notes.sqlite", "Note")
  }

  func testALogWithoutItsIndexIsReadAndGetsNone() throws {
    try leaveLog()
    try FileManager.default.removeItem(at: folder.appendingPathComponent("Notes.sqlite-shm"))
    let before = try everything()
    for command in ["count Notes.sqlite Note", "count Notes.sqlite Note where 'title != nil'"] {
      XCTAssertEqual(try run(command), "4\n")
      XCTAssertEqual(try everything(), before)
    }
    XCTAssertTrue(try run("inspect Notes.sqlite --output csv").hasSuffix("Note,,4,4,2,0\n"))
    XCTAssertEqual(try everything(), before)
  }

  func testAnInterruptedReadLeavesNoCopy() throws {
    try leaveLog()
    // More than a pipe holds, so that the program waits for its reader.
    try withDatabase(
      """
      import os
      db.execute('UPDATE ZNOTE SET ZTITLE = ?', ['x' * 200_000])
      db.commit()
      os._exit(0)
      """)
    try FileManager.default.removeItem(at: folder.appendingPathComponent("Notes.sqlite-shm"))
    let answer = try Python.run(
      """
      import os, signal, subprocess, sys
      program, folder = sys.argv[1:]
      copies = os.path.join(folder, 'copies')
      os.mkdir(copies)
      for number in [signal.SIGINT, signal.SIGTERM]:
        reader = subprocess.Popen(
          [program, 'fetch', os.path.join(folder, 'Notes.sqlite'), 'Note'],
          stdout=subprocess.PIPE, env=dict(os.environ, TMPDIR=copies))
        reader.stdout.read(1)
        print(len(os.listdir(copies)), end=' ')
        reader.send_signal(number)
        print(reader.wait(), len(os.listdir(copies)))
      """,
      arguments: [SealedProgram.binaries.appendingPathComponent("objectgraph").path, folder.path])
    XCTAssertEqual(
      String(decoding: answer, as: UTF8.self), "1 130 0\n1 130 0\n",
      "copies before the signal, the exit status, and copies after it")
  }

  func testAStoreIsReadWhileSomebodyWrites() throws {
    try makeBundle()
    try makeStore()
    let answers = try withDatabase(
      """
      import subprocess
      def count():
        answer = subprocess.run(
          ['\(SealedProgram.binaries.path)/objectgraph', 'count', sys.argv[1], 'Note'],
          capture_output=True)
        print((answer.stdout + answer.stderr).decode(), end='')
      db.execute('PRAGMA journal_mode = WAL')
      insert = "INSERT INTO ZNOTE (Z_ENT, Z_OPT, ZTITLE) VALUES (1, 1, 'new')"
      db.execute(insert)
      count()
      db.commit()
      count()
      db.execute(insert)
      count()
      """)
    XCTAssertEqual(answers, "3\n4\n4\n", "what is not committed is not there")
    XCTAssertEqual(try run("count Notes.sqlite Note"), "5\n")
  }

  func testAStoreThatCannotBeWrittenIsRead() throws {
    try makeBundle()
    try makeStore()
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o400],
      ofItemAtPath: folder.appendingPathComponent("Notes.sqlite").path)
    XCTAssertEqual(try run("count Notes.sqlite Note"), "3\n")
  }

  // MARK: Core Data stores

  private static let stores = [
    "Bookmarks/Bookmarks_V1", "Bookmarks/Bookmarks_V2", "Messaging/store2-24-1",
    "Messaging/store2-60-0", "Moody/Moody1", "Moody/Moody3", "SampleModel/SampleModel_V1",
    "SurfJournal/SurfJournalModel", "bnr/TestModel", "wibosco/CoreDataMigration_Example_1",
    "wibosco/CoreDataMigration_Example_2", "wibosco/CoreDataMigration_Example_3",
  ]

  /// Counts the objects of each entity from its rows' entity numbers.
  private static let counting = """
    import sqlite3, sys
    db = sqlite3.connect(sys.argv[1])
    kinds = {e: (n, s) for e, n, s in db.execute('SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY')}
    def table(e): return 'Z' + kinds[e][0].upper() if kinds[e][1] == 0 else table(kinds[e][1])
    own = {e: db.execute(f'SELECT count(*) FROM {table(e)} WHERE Z_ENT = {e}').fetchone()[0]
           for e in kinds}
    def all(e): return own[e] + sum(all(k) for k in kinds if kinds[k][1] == e)
    for name, e in sorted((kinds[e][0], e) for e in kinds): print(name, own[e], all(e), sep=',')
    """

  private func fixtures() throws -> String {
    guard let root = ProcessInfo.processInfo.environment["OBJECTGRAPH_FIXTURES"] else {
      throw XCTSkip("OBJECTGRAPH_FIXTURES is not set")
    }
    return root
  }

  private func copy(_ store: String, suffixes: [String], to place: String) throws {
    for suffix in suffixes where FileManager.default.fileExists(atPath: store + suffix) {
      try FileManager.default.copyItem(atPath: store + suffix, toPath: place + suffix)
    }
  }

  func testStoresOfCoreDataAreCountedAsSQLCountsThemAndStayAsTheyAre() throws {
    let root = try fixtures()
    for (number, store) in Self.stores.enumerated() {
      let source = "\(root)/stores/\(store).sqlite"
      try copy(source, suffixes: ["", "-wal", "-shm"], to: "\(folder.path)/\(number).sqlite")
      try copy(source, suffixes: ["", "-wal"], to: "\(folder.path)/judged-\(number)")
      let before = try everything()
      let model =
        store.hasPrefix("Surf") ? "--model \(root)/models/SurfJournalModel.xcdatamodeld" : ""
      let page = try run("inspect \(number).sqlite \(model) --output csv")
      let counts = page.split(separator: "\n").dropFirst().map { row in
        let cells = row.split(separator: ",", omittingEmptySubsequences: false)
        return [cells[0], cells[2], cells[3]].joined(separator: ",") + "\n"
      }
      XCTAssertEqual(try everything(), before, store)
      let expected = try Python.run(
        Self.counting, arguments: ["\(folder.path)/judged-\(number)"])
      XCTAssertEqual(counts.sorted().joined(), String(decoding: expected, as: UTF8.self), store)
    }
  }

  func testASurfersDaysAreThoseThatSQLFinds() throws {
    let root = try fixtures()
    let file = folder.path + "/Surf.sqlite"
    try copy(
      "\(root)/stores/SurfJournal/SurfJournalModel.sqlite", suffixes: ["", "-wal"], to: file)
    let answer = try run(
      "group Surf.sqlite JournalEntry by 'rating count min height max period' "
        + "where 'location CONTAINS \"Bay\"' --output csv "
        + "--model \(root)/models/SurfJournalModel.xcdatamodeld")
    let expected = try Python.run(
      """
      import sqlite3, sys
      print('rating,count,min(height),max(period)')
      for row in sqlite3.connect(sys.argv[1]).execute('''
        SELECT ZRATING, count(*), min(ZHEIGHT), max(ZPERIOD) FROM ZJOURNALENTRY
        WHERE ZLOCATION LIKE '%Bay%' GROUP BY ZRATING ORDER BY ZRATING'''):
        print(*row, sep=',')
      """, arguments: [file])
    XCTAssertEqual(answer, String(decoding: expected, as: UTF8.self))
  }
}
