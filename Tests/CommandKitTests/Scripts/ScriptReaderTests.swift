import CommandKit
import XCTest

@testable import CommandKit

final class ScriptReaderTests: XCTestCase {
  private func commands(_ text: String) throws -> [CommandText] {
    var reader = ScriptReader(text, file: "a.camp")
    var commands: [CommandText] = []
    while let command = try reader.next() {
      commands.append(command)
    }
    return commands
  }

  func testCommandsCarryFileAndLine() throws {
    let commands = try commands(
      "#!/usr/bin/env campground -f\n\ncamper list # all\r\nuse A; use \"B\n C\"\nreserve \\\n 15")
    XCTAssertEqual(
      commands.map { $0.tokens.map(\.text) },
      [["camper", "list"], ["use", "A"], ["use", "B\n C"], ["reserve", "15"]])
    XCTAssertEqual(commands.map(\.range.start.line), [3, 4, 4, 6])
    XCTAssertEqual(commands.map(\.range.end.line), [3, 4, 5, 7])
    XCTAssertEqual(Set(commands.map(\.file)), ["a.camp"])
    XCTAssertEqual(commands[2].line(5), " C\"")
  }

  func testOnlyTheFirstLineMayNameAProgram() throws {
    XCTAssertEqual(try commands("\u{FEFF}#!x\na").count, 1)
    XCTAssertEqual(try commands("\u{FEFF}a")[0].tokens[0].text, "a")
    XCTAssertEqual(try commands(""), [])
  }

  func testAnOpenQuoteAtTheEndIsAFaultWhereItOpened() throws {
    var reader = ScriptReader("camper list\ncamper add \"Ada\ncamper list\n", file: "a.camp")
    XCTAssertNotNil(try reader.next())
    XCTAssertThrowsError(try reader.next()) { error in
      XCTAssertEqual(
        (error as? Diagnostic).map(DiagnosticRenderer().render),
        """
        a.camp:2:12: error: the quote " opened here is never closed
        camper add "Ada
                   ^
        hint: close it with "; write \\" for a " inside the text
        """)
    }
    XCTAssertNil(try reader.next())
  }

  func testTextThatIsNotUTF8IsRefusedWithItsPlace() {
    XCTAssertThrowsError(
      try ScriptReader(Data([0x61, 0x0A, 0xC3, 0xA9, 0xFF]), file: "a.camp")
    ) { error in
      let diagnostic = error as? Diagnostic
      XCTAssertEqual(diagnostic?.line, 2)
      XCTAssertEqual(diagnostic?.column, 2)
    }
  }

  func testLinesAreTakenOnlyAsTheyAreNeeded() throws {
    var given = 0
    var reader = ScriptReader(file: nil) { () throws(Diagnostic) -> String? in
      given += 1
      return "camper list"
    }
    _ = try reader.next()
    XCTAssertEqual(given, 1)
  }
}
