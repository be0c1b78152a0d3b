import Foundation
import XCTest

/// What people read is written as people of the trade speak.
final class WordsTests: XCTestCase {
  /// What no one at a front desk says, as regular expressions of whole words.
  private static let foreign = [
    // Turns of phrase
    "whoever", "upon", "anew", "leaves? to do", "goes on upon",
    "comes? again", "what became of", "slip of the finger", "to the good", "in its order",
    "stands? in the place of", "behind the point", "cannot be put together", "may be any of",
    "tells (?:who|which|what|how|the codes)", "is no (?:number|relationship|step|amount|date)",
    "is none of the", "is of no", "lies? (?:at loop|before the first)", "has not come",
    "(?:waits?|counts?|lets? it) no more", "there is nobody", "nobody of", "who there is",
    "at present", "in another way", "is never good", "takes? it all the same",
    "writes? what", "name (?:a day|somebody|the amount)",
    // Stays
    "(?:is|are|be|was|were|not) over(?! (?:the|a|to|no|several|\\d))", "given up",
    "giv(?:es?|en|ing) back",
    "calls? (?:it |them )?off", "called off", "let by the", "is not let", "lets? (?:it|nobody)",
    "were to (?:arrive|leave)", "was to (?:arrive|leave)", "the guest having",
    // Money
    "cut anew", "beside it", "kept in all", "kept of", "what is kept", "to pay by",
    "to be given back", "on the bill beside", "is left of", "owes nothing",
    "told on arrival", "that is not refundable", "what is not refundable", "taken off the bill",
  ]

  func testNoMessageSpeaksInForeignPhrases() throws {
    let expression = try NSRegularExpression(
      pattern: "\\b(?:" + Self.foreign.joined(separator: "|") + ")\\b",
      options: .caseInsensitive)
    var found: [String] = []
    var count = 0
    for (path, source) in try Self.sources() {
      for literal in StringLiterals(of: source).literals {
        count += 1
        let text = literal.text
        let whole = NSRange(text.startIndex..., in: text)
        for match in expression.matches(in: text, range: whole) {
          let phrase = (text as NSString).substring(with: match.range)
          found.append(
            "\(path):\(literal.line(at: match.range.location)): \"\(phrase)\" in \"\(text)\"")
        }
      }
    }
    XCTAssertGreaterThan(count, 5000, "the sources were not found, or not read")
    XCTAssertEqual(found, [], "\n" + found.joined(separator: "\n"))
  }

  func testLiteralsAreFoundWithTheirLines() {
    let source = ##"""
      // "not this"
      let a = "one " /* "nor this" */
        + "two \(map { "inner \($0)" }) three"
      let b = #"raw \(x) "quoted" \#(y)"#
      let c = """
        first
        second \
        third
        """
      """##
    let literals = StringLiterals(of: source).literals
    XCTAssertEqual(
      literals.map { $0.text.split(separator: " ").joined(separator: " ") },
      [
        "one two … three", "inner …", "raw \\(x) \"quoted\" …", "\n first\n second third\n",
      ])
    XCTAssertEqual(literals[0].line(at: 0), 2)
    XCTAssertEqual(literals[0].line(at: 5), 3)
    XCTAssertEqual(literals[3].line(at: 4), 6)
  }

  // MARK: Sources

  /// The sources of the package by their paths in it.
  private static func sources() throws -> [(path: String, source: String)] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let folder = root.appendingPathComponent("Sources")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return try paths.sorted()
      .filter { $0.hasSuffix(".swift") }
      .map { path in
        let file = folder.appendingPathComponent(path)
        return ("Sources/" + path, try String(contentsOf: file, encoding: .utf8))
      }
  }
}
