import Campground
import CommandKit
import Foundation
import Rendering
import TestSupport
import XCTest

@testable import CampgroundShell

/// A session in UTC whose answers are kept.
@MainActor
struct TestShell {
  let session: Session
  private let output = CollectedText()
  private let noted = CollectedText()

  /// What was written beside the answers.
  var notes: String { noted.text }

  private final class CollectedText: AnswerDestination {
    var text = ""

    func write(_ text: String) throws(Diagnostic) {
      self.text += text
    }
  }

  /// Opens a session; several on one stack are several clerks.
  ///
  /// - Parameter who: the clerk's name; nil for no name.
  init(
    _ stack: TestStoreStack, format: OutputFormat = .jsonl, clock: (any CampgroundClock)? = nil,
    by who: String? = nil
  ) {
    session = Session(
      stack: stack, output: output, notes: noted, format: format, clock: clock ?? stack.clock,
      timeZone: .gmt)
    session.desk.actor = who
  }

  /// Runs commands and gives what they printed.
  @discardableResult
  func run(_ text: String) throws -> String {
    output.text = ""
    noted.text = ""
    var script = ScriptReader(text)
    while let command = try script.next() { try session.run(command) }
    return output.text
  }

  /// Runs commands, and gives their answer without its row of headings.
  func rows(_ text: String) throws -> String {
    String(try run(text).drop { $0 != "\n" }.dropFirst())
  }

  /// Runs commands of which one has to fail, and gives its diagnostic.
  func failure(
    _ text: String, file: StaticString = #filePath, line: UInt = #line
  ) throws -> Diagnostic {
    do {
      let output = try run(text)
      XCTFail("no error, but \(output)", file: file, line: line)
      return Diagnostic("")
    } catch let diagnostic as Diagnostic {
      return diagnostic
    }
  }
}
