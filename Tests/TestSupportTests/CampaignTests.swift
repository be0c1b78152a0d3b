import Foundation
import TestSupport
import XCTest

/// `Tests/README.md` tells how large each campaign is.
final class CampaignTests: XCTestCase {
  private static let tests = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()

  /// A campaign's file, without its extension, and its sizes in the suite and in full.
  private struct Entry: Hashable {
    let file: String
    let suite: Int
    let full: Int
  }

  private func number(_ text: Substring) -> Int? {
    Int(text.filter { $0 != "," && $0 != "_" })
  }

  /// The campaigns that the sources have.
  private func declared() throws -> Set<Entry> {
    let pattern = /Campaign\.(?:rounds|seeds)\(([0-9_]+), full: ([0-9_]+)\)/
    var found: Set<Entry> = []
    let files = FileManager.default.enumerator(at: Self.tests, includingPropertiesForKeys: nil)
    for case let file as URL in try XCTUnwrap(files) where file.pathExtension == "swift" {
      for match in try String(contentsOf: file, encoding: .utf8).matches(of: pattern) {
        found.insert(
          Entry(
            file: file.deletingPathExtension().lastPathComponent,
            suite: try XCTUnwrap(number(match.1)), full: try XCTUnwrap(number(match.2))))
      }
    }
    return found
  }

  func testTheTableListsEveryCampaignWithItsSizes() throws {
    let text = try String(
      contentsOf: Self.tests.appendingPathComponent("README.md"), encoding: .utf8)
    let rows = text.matches(of: /\n\| ([A-Za-z]+) \|[^|\n]*\| ([0-9,]+) \| ([0-9,]+) \|/)
    let listed = try rows.map {
      Entry(
        file: String($0.1), suite: try XCTUnwrap(number($0.2)), full: try XCTUnwrap(number($0.3)))
    }
    XCTAssertEqual(Set(listed), try declared())
    XCTAssertEqual(listed.count, Set(listed).count, "listed twice")
    XCTAssertFalse(listed.isEmpty)
  }
}
