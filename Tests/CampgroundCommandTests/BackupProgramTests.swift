import Foundation
import TestSupport
import XCTest

/// Backups, restores and checks with the whole program: other processes, full disks, signals.
final class BackupProgramTests: ProgramTestCase {
  private let store = "data/campground/campground.sqlite"

  private func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: program.folder.appendingPathComponent(name).path)
  }

  private func everything() -> [String] {
    ((try? FileManager.default.subpathsOfDirectory(atPath: program.folder.path)) ?? []).sorted()
  }

  /// Everything but SQLite's own files.
  private func files() -> [String] {
    everything().filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
  }

  func testFilesAndFoldersOfBackupsAreTheOwnersAlone() throws {
    try run("camper add Ada", "backup")
    let folder = program.folder.appendingPathComponent("data/campground/backups")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    XCTAssertEqual(names.count, 1)
    func mode(_ url: URL) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    }
    XCTAssertEqual(try mode(folder), 0o700)
    XCTAssertEqual(try mode(folder.appendingPathComponent(names[0])), 0o600)
  }

  func testABackupThatFindsTheDiskFullLeavesNothing() throws {
    try run("camper add Ada")
    let before = files()
    let refused = try program.runCommandLine(
      "trap '' XFSZ; ulimit -f 400; campground -c 'backup copy.sqlite'")
    XCTAssertNotEqual(refused.status, 0)
    XCTAssertTrue(refused.output.contains("copy.sqlite"), refused.output)
    XCTAssertEqual(files(), before)
    try run("backup copy.sqlite")
  }

  func testWhereNothingCanBeWrittenABackupSaysSo() throws {
    try run("camper add Ada")
    let folder = program.folder.appendingPathComponent("locked")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.path)
    defer {
      try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
    }
    guard geteuid() != 0 else { throw XCTSkip("root can write everywhere") }
    let refused = try program.run("-c", "backup locked/copy.sqlite")
    XCTAssertEqual(refused.status, 73)
    XCTAssertTrue(refused.errors.contains("locked/copy.sqlite cannot be created"), refused.errors)
  }

  func testBackupsAreWholeWhileOthersWrite() throws {
    try run("campsite add 15")
    let writers = try (1...3).map { writer in
      try program.start(
        ["-f", "-"],
        input: (1...8).map { "camper add \"Camper \(writer)-\($0)\"" }.joined(separator: "\n"))
    }
    for number in 1...3 { try run("backup copy-\(number).sqlite") }
    for writer in writers { XCTAssertEqual(writer.outcome.status, 0) }
    for number in 1...3 {
      XCTAssertFalse(exists("copy-\(number).sqlite-wal"))
      let checked = try program.run("--store", "copy-\(number).sqlite", "--readonly", "-c", "check")
      XCTAssertEqual(checked.status, 0, checked.errors)
    }
  }

  func testARestoreIsSeenByAShellThatStaysOpen() throws {
    try run("camper add Ada", "backup copy.sqlite", "camper add Ben")
    let desk = try open()
    desk.give("camper list", expecting: "Ben")
    let restored = try program.run("--yes", "-c", "restore copy.sqlite")
    XCTAssertEqual(restored.status, 0, restored.errors)
    desk.give("count Camper", expecting: "the store was restored from a backup", "1")
    desk.give("camper add Cora", expecting: "Added camper Cora")
    leave(desk)
    let list = try run("camper list")
    XCTAssertTrue(list.contains("Ada") && list.contains("Cora") && !list.contains("Ben"), list)
  }

  func testARestoreWaitsForNobodysScratchPad() throws {
    try run("camper add Ada", "backup copy.sqlite")
    let copy = program.folder.appendingPathComponent("copy.sqlite").path
    let desk = try open()
    desk.give("begin", expecting: "Opened a scratch pad", prompt: "> ")
    desk.give("camper add Ben", expecting: "Added camper Ben", prompt: "> ")
    let refused = try program.run("--yes", "-c", "restore copy.sqlite")
    XCTAssertEqual(refused.status, 75)
    XCTAssertTrue(refused.errors.contains("a scratch pad is open at another desk"), refused.errors)
    desk.give("restore \(copy)", expecting: "a scratch pad is open", prompt: "> ")
    desk.give("backup", expecting: "not in the backup", "Backed up", prompt: "> ")
    desk.give("rollback", expecting: "Dropped")
    desk.type("restore \(copy)\r")
    desk.wait(for: "Replace everything in the store? [y/N]")
    desk.type("n\r")
    desk.wait(for: "Nothing changed")
    desk.wait(for: "campground> ")
    leave(desk)
    XCTAssertEqual(try program.run("--yes", "-c", "restore copy.sqlite").status, 0)
  }

  func testARestoreThatIsInterruptedOrKilledChangesNothing() throws {
    try run("camper add Ada", "backup copy.sqlite", "camper add Ben")
    for attempt in 0..<4 {
      let running = try program.start(["--yes", "-c", "restore copy.sqlite"])
      usleep(useconds_t(attempt) * 15_000)
      running.kill()
      _ = running.outcome
      let checked = try program.run("-c", "check", "-c", "count Camper")
      XCTAssertEqual(checked.status, 0, checked.errors)
      let count = checked.output.split(separator: "\n").last
      XCTAssertTrue(count == "1" || count == "2", checked.output)
    }
  }
}
