import Foundation
import TestSupport
import XCTest

/// Settings in a file and settings that write down what was asked of them.
final class SettingsTests: XCTestCase {
  private func makeFile() throws -> (TemporaryFolder, URL) {
    let folder = try temporaryFolder("settings")
    return (folder, folder.file("Settings.plist"))
  }

  func testWhatWasSetIsThereAfterALaunch() throws {
    let (folder, file) = try makeFile()
    let values: [String: SettingValue] = [
      "name": "Ann", "visits": 3, "isMember": true, "isGuest": false, "weight": .double(61.5),
      "since": .date(Date(timeIntervalSinceReferenceDate: 800_000_000)), "one": 1, "yes": "true",
      "key": .data(Data([0, 255])), "empty": "",
    ]
    let settings = try SettingsFile(file)
    for (key, value) in values { try settings.set(value, forKey: key) }
    let again = try SettingsFile(file)
    for (key, value) in values { XCTAssertEqual(again.value(forKey: key), value, key) }
    XCTAssertEqual(again.string(forKey: "name"), "Ann")
    XCTAssertEqual(again.integer(forKey: "visits"), 3)
    XCTAssertEqual(again.double(forKey: "weight"), 61.5)
    XCTAssertTrue(again.bool(forKey: "isMember"))
    XCTAssertEqual(again.date(forKey: "since")?.timeIntervalSinceReferenceDate, 800_000_000)
    withExtendedLifetime(folder) {}
  }

  func testAValueThatWasTakenAwayStaysAway() throws {
    let (folder, file) = try makeFile()
    let settings = try SettingsFile(file)
    try settings.set("Ann", forKey: "name")
    try settings.set(nil, forKey: "name")
    XCTAssertNil(try SettingsFile(file).value(forKey: "name"))
    withExtendedLifetime(folder) {}
  }

  func testWhatIsMissingOrOfAnotherTypeReadsAsEmpty() throws {
    let settings = RecordingSettings(["name": "Ann"])
    XCTAssertNil(settings.string(forKey: "nickname"))
    XCTAssertEqual(settings.integer(forKey: "name"), 0)
    XCTAssertEqual(settings.double(forKey: "name"), 0)
    XCTAssertFalse(settings.bool(forKey: "name"))
    XCTAssertNil(settings.date(forKey: "name"))
  }

  func testARefusedWriteLeavesTheOldValue() throws {
    let settings = try SettingsFile(URL(fileURLWithPath: "/dev/null/Settings.plist"))
    XCTAssertThrowsError(try settings.set("Ann", forKey: "name"))
    XCTAssertNil(settings.value(forKey: "name"))
  }

  func testADamagedFileIsAnError() throws {
    let (folder, file) = try makeFile()
    try Data("bplist00garbage".utf8).write(to: file)
    XCTAssertThrowsError(try SettingsFile(file))
    withExtendedLifetime(folder) {}
  }

  func testTheRecordHasEveryCallInOrder() throws {
    let settings = RecordingSettings(["name": "Ann"])
    XCTAssertEqual(settings.string(forKey: "name"), "Ann")
    try settings.set(2, forKey: "visits")
    try settings.set(nil, forKey: "name")
    XCTAssertNil(settings.string(forKey: "name"))
    settings.failWrites(with: CancellationError())
    XCTAssertThrowsError(try settings.set("Bob", forKey: "name"))
    XCTAssertEqual(
      settings.calls,
      [.read("name"), .wrote("visits", 2), .wrote("name", nil), .read("name")])
    XCTAssertEqual(settings.writes, [.wrote("visits", 2), .wrote("name", nil)])
  }
}
