import Campground
import CommandKit
import TestSupport
import XCTest

@testable import CampgroundShell

/// A session on a fresh campground in memory, at noon UTC of 2026-06-15, whose answers are JSON
/// lines unless a test chooses another form.
@MainActor
class SessionTestCase: XCTestCase {
  private(set) var stack: TestStoreStack!
  private var shell: TestShell!

  var session: Session { shell.session }

  /// What was written beside the answers.
  var notes: String { shell.notes }

  override func setUp() async throws {
    stack = try TestStoreStack()
    shell = TestShell(stack)
  }

  /// Runs commands and gives what they printed.
  @discardableResult
  func run(_ text: String) throws -> String { try shell.run(text) }

  /// Something that happened some days ago, from which on days can be closed.
  func begin(daysAgo days: Int) throws {
    let before = TestStoreStack.noon.addingTimeInterval(-86_400 * Double(days))
    // The first change makes the campground.
    try TestShell(stack, clock: FixedClock(before))
      .run("class add Opening; class delete Opening")
  }

  /// Runs commands, and gives their last answer without its row of headings.
  func rows(_ text: String) throws -> String { try shell.rows(text) }

  /// Runs commands of which one has to fail, and gives its diagnostic.
  func failure(
    _ text: String, file: StaticString = #filePath, line: UInt = #line
  ) throws -> Diagnostic {
    try shell.failure(text, file: file, line: line)
  }
}
