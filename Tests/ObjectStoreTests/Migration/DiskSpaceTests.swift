import Foundation
import ObjectModel
import TestSupport
import XCTest

@testable import ObjectStore

/// What a migration needs on disks of which the test says what they are.
final class DiskSpaceTests: XCTestCase {
  private var folder = URL(fileURLWithPath: "/")
  private var path: String { folder.appendingPathComponent("a.sqlite").path }

  override func setUpWithError() throws {
    folder = try temporaryFolder().url
    try Data(count: 900_000).write(to: URL(fileURLWithPath: path))
    try Data(count: 100_000).write(to: URL(fileURLWithPath: path + "-wal"))
  }

  private func space(
    steps: Int = 1, isTrial: Bool = false, backup: String? = nil
  ) -> DiskSpace {
    DiskSpace(path: path, backupPath: backup, stepCount: steps, isTrial: isTrial)
  }

  /// Every folder below `/far` is on a disk of its own.
  private func disk(free: Int64 = 0, far: Int64 = 0) -> DiskSpace.Disk {
    DiskSpace.Disk(
      number: { $0.hasPrefix("/far") ? 2 : 1 }, free: { $0.hasPrefix("/far") ? far : free })
  }

  private func needs(_ space: DiskSpace) -> [Int64] { space.needs(disk()).map(\.bytes) }

  func testTheDiskOfAFolderSaysHowMuchIsFree() throws {
    let disk = DiskSpace.Disk()
    XCTAssertGreaterThan(try XCTUnwrap(disk.free(folder.path)), 0)
    XCTAssertNotNil(disk.number(folder.path))
    XCTAssertNil(disk.free(folder.path + "/none"))
    XCTAssertNil(disk.number(folder.path + "/none"))
  }

  func testTheNewContentIsNeededTwiceToPutItInTheStoresPlace() {
    XCTAssertEqual(needs(space()), [2_000_000])
    XCTAssertEqual(needs(space(steps: 5)), [2_000_000])
  }

  func testADryRunNeedsWhatTheStepsMake() {
    XCTAssertEqual(needs(space(isTrial: true)), [1_000_000])
    XCTAssertEqual(needs(space(steps: 5, isTrial: true)), [2_000_000])
    XCTAssertEqual(needs(space(isTrial: true, backup: "/far/b")), [1_000_000])
  }

  func testACopyCountsWhereItGoesWithItsFiles() throws {
    let files = ExternalFolder(storePath: path)
    try files.prepare()
    try files.write(Data(count: 500_000), named: "x")
    let near = folder.appendingPathComponent("b.sqlite").path
    XCTAssertEqual(needs(space(backup: near)), [3_500_000])
    XCTAssertEqual(needs(space(backup: "/far/b.sqlite")), [2_000_000, 1_500_000])
  }

  func testTooLittleSpaceIsReportedInNumbersThatDiffer() throws {
    XCTAssertNoThrow(try space().check(disk(free: 2_000_000)))
    for (free, text) in [
      (1_999_999, "needs 2 MB of disk space, but only 1.9 MB is free"),
      (640, "needs 2 MB of disk space, but only 640 bytes is free"),
    ] as [(Int64, String)] {
      XCTAssertThrowsError(try space().check(disk(free: free))) { error in
        let error = error as? ObjectGraphError
        XCTAssertEqual(error?.code, .fileWriteOutOfSpace)
        XCTAssertEqual(error?.message, "migrating \(path) \(text)")
      }
    }
    XCTAssertThrowsError(
      try space(backup: "/far/b").check(disk(free: 2_000_000, far: 5_000))
    ) { error in
      XCTAssertEqual(
        (error as? ObjectGraphError)?.message,
        "the copy /far/b needs 1 MB of disk space, but only 5 KB is free")
    }
  }

  func testBytesAreRoundedToTenthsOfAUnit() {
    for (bytes, up, down) in [
      (0, "0 bytes", "0 bytes"), (1, "1 byte", "1 byte"), (999, "999 bytes", "999 bytes"),
      (1_000, "1 KB", "1 KB"), (1_049, "1.1 KB", "1 KB"), (999_960, "1 MB", "999.9 KB"),
      (12_340_000, "12.4 MB", "12.3 MB"), (5_000_000_000, "5 GB", "5 GB"),
      (7_210_000_000_000_000, "7210 TB", "7210 TB"),
    ] as [(Int64, String, String)] {
      XCTAssertEqual(DiskSpace.text(bytes, .up), up)
      XCTAssertEqual(DiskSpace.text(bytes, .down), down)
    }
  }
}
