import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// The order and the sections of results, kept for the next time.
@MainActor
final class SectionCacheTests: XCTestCase {
  private var file = URL(fileURLWithPath: "/")
  private var caches = URL(fileURLWithPath: "/")

  override func setUp() async throws {
    let folder = try temporaryFolder("sections")
    file = folder.file("teams.sqlite")
    caches = folder.file("caches")
    setenv("XDG_CACHE_HOME", caches.path, 1)
    let program = try Program(file)
    for (name, zone, wins) in [
      ("Ghana", "Africa", 2), ("Mali", "Africa", 1), ("Peru", "America", 3),
      ("Chile", "America", 0),
    ] {
      let team = Team(context: program.context)
      (team.teamName, team.qualifyingZone, team.wins) = (name, zone, Int32(wins))
    }
    try program.context.save()
    try program.close()
  }

  override func tearDown() async throws { unsetenv("XDG_CACHE_HOME") }

  /// A program that opens the store, shows the teams by zone, and ends.
  @MainActor
  private final class Program {
    let container: PersistentContainer
    var context: ManagedObjectContext { container.viewContext }

    init(_ file: URL, isReadOnly: Bool = false, pragmas: [String: String] = [:]) throws {
      let description = PersistentStoreDescription(url: file)
      description.isReadOnly = isReadOnly
      description.pragmas = pragmas
      container = try PersistentContainer(
        name: "Teams", managedObjectModel: Team.makeModel(), descriptions: [description])
      try container.loadPersistentStores()
    }

    func request(_ format: String, batchSize: Int) throws -> FetchRequest<Team> {
      let request = Team.fetchRequest()
      request.fetchBatchSize = batchSize
      request.predicate = try FetchPredicate(format: format)
      request.sortDescriptors = [
        FetchSortDescriptor(key: "qualifyingZone", ascending: true),
        FetchSortDescriptor(key: "wins", ascending: false),
      ]
      return request
    }

    func controller(
      _ format: String = "wins >= 0", batchSize: Int = 20
    ) throws -> FetchedResultsController<Team> {
      FetchedResultsController(
        fetchRequest: try request(format, batchSize: batchSize), managedObjectContext: context,
        sectionNameKeyPath: "qualifyingZone", cacheName: "teams")
    }

    /// What is shown, such as "Africa: Ghana, Mali; …", and how often teams were looked for.
    func open(
      _ controller: FetchedResultsController<Team>
    ) throws -> (shown: String, searches: Int) {
      let (_, report) = try container.persistentStoreCoordinator.measure {
        try controller.performFetch()
      }
      let searches = report.statements.filter { $0.sql.contains("FROM ZTEAM") }.count
      let sections = (controller.sections ?? []).map { section in
        let names = (section.objects as? [Team] ?? []).compactMap(\.teamName)
        return "\(section.name): \(names.joined(separator: ", "))"
      }
      return (sections.joined(separator: "; "), searches)
    }

    func close() throws {
      let coordinator = container.persistentStoreCoordinator
      for store in coordinator.persistentStores { try coordinator.remove(store) }
    }
  }

  private let all = "Africa: Ghana, Mali; America: Peru, Chile"

  /// Opens the list in a program of its own, and expects what it shows, and whether it had to look.
  private func assertShown(
    _ expected: String, isKept: Bool, _ format: String = "wins >= 0", batchSize: Int = 20,
    line: UInt = #line
  ) throws {
    let program = try Program(file)
    let (shown, searches) = try program.open(
      program.controller(format, batchSize: batchSize))
    XCTAssertEqual(shown, expected, line: line)
    XCTAssertEqual(searches == 0, isKept, "\(searches) statements look for teams", line: line)
    try program.close()
  }

  private var keptFiles: [String] {
    (FileManager.default.subpaths(atPath: caches.path) ?? []).filter { path in
      var isFolder: ObjCBool = false
      let full = caches.appendingPathComponent(path).path
      return FileManager.default.fileExists(atPath: full, isDirectory: &isFolder)
        && !isFolder.boolValue
    }
  }

  // MARK: Being used

  func testAnUnchangedStoreIsNotSearchedAgain() async throws {
    try assertShown(all, isKept: false)
    try assertShown(all, isKept: true)
    try assertShown(all, isKept: true)
  }

  func testAnUnchangedStoreIsKnownAgainAfterACheckpoint() async throws {
    try assertShown(all, isKept: false)
    _ = try StoreShell.run("PRAGMA wal_checkpoint(TRUNCATE)", in: file)
    try assertShown(all, isKept: true)
  }

  func testWithoutABatchSizeTheObjectsAreReadAndTheSectionsKept() async throws {
    try assertShown(all, isKept: false, batchSize: 0)
    // One statement for the objects themselves.
    let program = try Program(file)
    let (shown, searches) = try program.open(try program.controller(batchSize: 0))
    XCTAssertEqual(shown, all)
    XCTAssertEqual(searches, 1)
  }

  func testSectionsOfAFunctionAreKeptToo() async throws {
    for isKept in [false, true] {
      let program = try Program(file)
      var calls = 0
      let controller = FetchedResultsController(
        fetchRequest: try program.request("TRUEPREDICATE", batchSize: 20),
        managedObjectContext: program.context, cacheName: "by letter"
      ) { (team: Team) in
        calls += 1
        return String((team.qualifyingZone ?? "").prefix(2))
      }
      try controller.performFetch()
      XCTAssertEqual(calls, isKept ? 0 : 4)
      XCTAssertEqual(controller.sections?.map(\.name), ["Af", "Am"])
      XCTAssertEqual(controller.sections?.map(\.numberOfObjects), [2, 2])
      try program.close()
    }
  }

  func testAStoreThatMayNotBeWrittenUsesWhatWasKept() async throws {
    try assertShown(all, isKept: false)
    let reader = try Program(file, isReadOnly: true)
    let (shown, searches) = try reader.open(try reader.controller())
    XCTAssertEqual(shown, all)
    XCTAssertEqual(searches, 0)
  }

  func testAStoreOnAFullDiskIsFetchedAndNothingIsKept() async throws {
    // As many pages as it has, so that there is room for nothing more.
    let pages = try StoreShell.run("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA page_count", in: file)
      .split(separator: "\n").last.map(String.init)
    let program = try Program(file, pragmas: ["max_page_count": try XCTUnwrap(pages)])
    XCTAssertEqual(try program.open(try program.controller()).shown, all)
    XCTAssertEqual(keptFiles, [])
    try program.close()
  }

  // MARK: Not being used

  func testWhateverAnotherProgramChangesIsNoticed() async throws {
    let changes = [
      (
        "UPDATE ZTEAM SET ZWINS = 5 WHERE ZTEAMNAME = 'Mali'",
        "Africa: Mali, Ghana; America: Peru, Chile"
      ),
      (
        "UPDATE ZTEAM SET ZQUALIFYINGZONE = 'Asia' WHERE ZTEAMNAME = 'Chile'",
        "Africa: Mali, Ghana; America: Peru; Asia: Chile"
      ),
      ("DELETE FROM ZTEAM WHERE ZTEAMNAME = 'Mali'", "Africa: Ghana; America: Peru; Asia: Chile"),
      (
        "INSERT INTO ZTEAM (Z_PK, Z_ENT, Z_OPT, ZTEAMNAME, ZQUALIFYINGZONE, ZWINS) "
          + "SELECT 99, Z_ENT, 1, 'Wenderland', 'Internets', 9 FROM ZTEAM LIMIT 1",
        "Africa: Ghana; America: Peru; Asia: Chile; Internets: Wenderland"
      ),
    ]
    try assertShown(all, isKept: false)
    for (sql, expected) in changes {
      _ = try StoreShell.run(sql, in: file)
      try assertShown(expected, isKept: false)
      try assertShown(expected, isKept: true)
    }
  }

  func testAChangeOfARelatedObjectIsNoticed() async throws {
    let program = try Program(file)
    let coach = Coach(context: program.context)
    coach.name = "Anna"
    coach.teams = Set(try program.context.fetch(program.request("wins > 1", batchSize: 0)))
    try program.context.save()
    try assertShown("Africa: Ghana; America: Peru", isKept: false, "coach.name == 'Anna'")
    try assertShown("Africa: Ghana; America: Peru", isKept: true, "coach.name == 'Anna'")
    coach.name = "Berta"
    try program.context.save()
    try assertShown("", isKept: false, "coach.name == 'Anna'")
  }

  func testWhatASaveUndidChangesNothing() async throws {
    try assertShown(all, isKept: false)
    _ = try StoreShell.run("BEGIN; DELETE FROM ZTEAM; ROLLBACK", in: file)
    try assertShown(all, isKept: true)
  }

  func testATableThatWasMadeAnewIsNotTakenForTheOldOne() async throws {
    try assertShown(all, isKept: false)
    _ = try StoreShell.run(
      "CREATE TABLE OTHER AS SELECT * FROM ZTEAM WHERE ZTEAMNAME != 'Mali'; DROP TABLE ZTEAM; "
        + "ALTER TABLE OTHER RENAME TO ZTEAM", in: file)
    try assertShown("Africa: Ghana; America: Peru, Chile", isKept: false)
    _ = try StoreShell.run("UPDATE ZTEAM SET ZWINS = 4 WHERE ZTEAMNAME = 'Chile'", in: file)
    try assertShown("Africa: Ghana; America: Chile, Peru", isKept: false)
  }

  func testAnotherRequestOfTheSameNameIsFetched() async throws {
    try assertShown(all, isKept: false)
    try assertShown("Africa: Ghana; America: Peru", isKept: false, "wins >= 2")
    try assertShown("Africa: Ghana; America: Peru", isKept: true, "wins >= 2")
    try assertShown(all, isKept: false)
  }

  func testUnsavedChangesAreNeitherKeptNorLost() async throws {
    try assertShown(all, isKept: false)
    let program = try Program(file)
    let team = Team(context: program.context)
    (team.teamName, team.qualifyingZone, team.wins) = ("Togo", "Africa", 9)
    XCTAssertEqual(
      try program.open(try program.controller()).shown,
      "Africa: Togo, Ghana, Mali; America: Peru, Chile")
    try assertShown(all, isKept: true)
  }

  func testUnsavedChangesOfAParentAreNeitherKeptNorLost() async throws {
    try assertShown(all, isKept: false)
    let program = try Program(file)
    let team = Team(context: program.context)
    (team.teamName, team.qualifyingZone, team.wins) = ("Togo", "Africa", 9)
    let child = program.context.makeChild()
    let controller = FetchedResultsController(
      fetchRequest: try program.request("wins >= 0", batchSize: 20), managedObjectContext: child,
      sectionNameKeyPath: "qualifyingZone", cacheName: "teams")
    XCTAssertEqual(
      try program.open(controller).shown, "Africa: Togo, Ghana, Mali; America: Peru, Chile")
    try assertShown(all, isKept: true)
  }

  func testResultsThatChangeByThemselvesAreNotKept() async throws {
    for format in ["now() > CAST(1000, \"NSDate\")", "random() < 2"] {
      try assertShown(all, isKept: false, format)
      try assertShown(all, isKept: false, format)
    }
    XCTAssertEqual(keptFiles, [])
  }

  func testAFileThatIsDamagedIsMadeAnew() async throws {
    try assertShown(all, isKept: false)
    let kept = caches.appendingPathComponent(try XCTUnwrap(keptFiles.first))
    let whole = try Data(contentsOf: kept)
    for damaged in [Data(), whole.prefix(whole.count / 2), Data(repeating: 7, count: 100)] {
      try damaged.write(to: kept)
      try assertShown(all, isKept: false)
      try assertShown(all, isKept: true)
    }
  }

  func testAFileWithImpossibleNumbersIsMadeAnew() async throws {
    func keys(_ numbers: [Int64]) -> Data { numbers.withUnsafeBytes { Data($0) } }
    let damages: [[String: Any]] = [
      ["sectionCounts": [-1, 5]], ["sectionCounts": [Int.max, Int.max]],
      ["keys": keys([1, 2, 3, .max])], ["keys": keys([1, 2, 3, 0])], ["commonNumber": 0],
      ["commonNumber": 99], ["commonNumber": Int.max],
    ]
    for damage in damages {
      try assertShown(all, isKept: false)
      let kept = caches.appendingPathComponent(try XCTUnwrap(keptFiles.first))
      let content = try PropertyListSerialization.propertyList(
        from: Data(contentsOf: kept), format: nil)
      let whole = try XCTUnwrap(content as? [String: Any])
      try PropertyListSerialization.data(
        fromPropertyList: whole.merging(damage) { $1 }, format: .binary, options: 0
      ).write(to: kept)
      try assertShown(all, isKept: false)
      FetchedResultsController<Team>.deleteCache(withName: nil)
    }
  }

  func testFilesAndTheirFolderAreTheirOwnersAlone() async throws {
    let former = umask(0o022)
    defer { umask(former) }
    // A folder that others may read is closed to them first.
    try FileManager.default.createDirectory(at: caches, withIntermediateDirectories: true)
    try assertShown(all, isKept: false)
    let kept = caches.appendingPathComponent(try XCTUnwrap(keptFiles.first))
    func permissions(_ url: URL) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    }
    XCTAssertEqual(try permissions(kept), 0o600)
    XCTAssertEqual(try permissions(kept.deletingLastPathComponent()), 0o700)
    let folder = kept.deletingLastPathComponent()
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
    try FileManager.default.removeItem(at: kept)
    try assertShown(all, isKept: false)
    XCTAssertEqual(try permissions(folder), 0o700)
  }

  func testAStoreInMemoryKeepsNothing() async throws {
    let stage = try TeamStage()
    let controller = FetchedResultsController(
      fetchRequest: stage.controller(batchSize: 20).fetchRequest,
      managedObjectContext: stage.context, sectionNameKeyPath: "qualifyingZone", cacheName: "teams")
    try controller.performFetch()
    XCTAssertEqual(keptFiles, [])
  }

  // MARK: Being removed

  func testACacheIsRemovedByItsName() async throws {
    try assertShown(all, isKept: false)
    let name = keptFiles
    XCTAssertEqual(name.count, 1)
    FetchedResultsController<Team>.deleteCache(withName: "others")
    XCTAssertEqual(keptFiles, name)
    FetchedResultsController<Team>.deleteCache(withName: "teams")
    XCTAssertEqual(keptFiles, [])
    try assertShown(all, isKept: false)
    FetchedResultsController<Team>.deleteCache(withName: nil)
    XCTAssertEqual(keptFiles, [])
    try assertShown(all, isKept: false)
  }

  func testAStoreOfWhichNothingIsKeptHasNoTriggers() async throws {
    let program = try Program(file)
    let controller = FetchedResultsController(
      fetchRequest: try program.request("wins >= 0", batchSize: 20),
      managedObjectContext: program.context, sectionNameKeyPath: "qualifyingZone")
    try controller.performFetch()
    let count = "SELECT count(*) FROM sqlite_master WHERE type = 'trigger'"
    XCTAssertEqual(try StoreShell.run(count, in: file), "0")
    try assertShown(all, isKept: false)
    // Two tables, three events.
    XCTAssertEqual(try StoreShell.run(count, in: file), "6")
  }
}
