import XCTest

@testable import CommandKit

final class LexerTests: XCTestCase {
  private func tokens(_ line: String) -> [Token] {
    var lexer = Lexer()
    let commands = lexer.feed(line)
    XCTAssertNil(lexer.open, line)
    XCTAssertLessThanOrEqual(commands.count, 1, line)
    return commands.first?.tokens ?? []
  }

  private func texts(_ line: String) -> [String] { tokens(line).map(\.text) }

  func testWordsNumbersAndPlaces() {
    let tokens = tokens("  reserve 15 for Rivera  from 2026-07-01 -2.5")
    XCTAssertEqual(
      tokens.map(\.text), ["reserve", "15", "for", "Rivera", "from", "2026-07-01", "-2.5"])
    XCTAssertEqual(
      tokens.map(\.kind), [.word, .number, .word, .word, .word, .word, .number])
    XCTAssertEqual(tokens.map(\.range.start.column), [3, 11, 14, 18, 26, 31, 42])
    XCTAssertEqual(tokens[6].range.end.column, 46)
  }

  func testQuotesKeepSpacesAndResolveEscapes() {
    XCTAssertEqual(texts(#"add "Ada B." 'it is' "#), ["add", "Ada B.", "it is"])
    XCTAssertEqual(texts(#""a\"b\\c\n\t\u{E9}\'""#), ["a\"b\\c\n\té'"])
    XCTAssertEqual(texts(#"'a"b' "a'b""#), ["a\"b", "a'b"])
    XCTAssertEqual(tokens(#""sort""#).map(\.kind), [.quoted])
    XCTAssertEqual(texts(#"a"b c"d"#), ["ab cd"])
    XCTAssertEqual(texts(#""""#), [""])
  }

  func testAnApostropheAfterALetterIsPartOfTheWord() {
    XCTAssertEqual(texts("camper add O'Brien"), ["camper", "add", "O'Brien"])
    XCTAssertEqual(texts("a=='x y'"), ["a==x y"])
    XCTAssertEqual(texts("José's 5' 'x'"), ["José's", "5'", "x"])
  }

  func testBadEscapesAreNotedWithTheirPlace() {
    let token = tokens(#"add "C:\dir""#)[1]
    XCTAssertEqual(token.text, #"C:\dir"#)
    XCTAssertEqual(token.badEscape?.range, SourceRange(line: 1, column: 8, length: 2))
    for text in [#""\u{110000}""#, #""\u{}""#, #""\u{D800}""#, #""\u{12""#, #""\u{fffffffff}""#] {
      XCTAssertNotNil(tokens(text).first?.badEscape, text)
    }
    XCTAssertNotNil(tokens(#""\u12""#).first?.badEscape)
  }

  func testCommentsBeginOnlyAtATokensStart() {
    XCTAssertEqual(texts("site list # all of them; really"), ["site", "list"])
    XCTAssertEqual(texts("add B#1 '#2'"), ["add", "B#1", "#2"])
    XCTAssertEqual(texts("# nothing"), [])
  }

  func testSemicolonsSeparateCommandsOutsideQuotesAndBrackets() {
    var lexer = Lexer()
    let commands = lexer.feed("a 1; b ';' ;; fetch X where y IN {1;2}")
    XCTAssertEqual(
      commands.map { $0.tokens.map(\.text) },
      [["a", "1"], ["b", ";"], ["fetch", "X", "where", "y", "IN", "{1;2}"]])
    XCTAssertEqual(commands.map(\.source.text), ["a 1", "b ';'", "fetch X where y IN {1;2}"])
    XCTAssertEqual(commands[2].range.start.column, 15)
  }

  func testVariablesAndDotCommands() {
    XCTAssertEqual(tokens("show $r $5 $").map(\.kind), [.word, .variable, .word, .word])
    XCTAssertEqual(texts("show $r"), ["show", "r"])
    XCTAssertEqual(tokens(".help .x").map(\.kind), [.word, .word])
    XCTAssertEqual(tokens("./a").map(\.kind), [.word])
  }

  func testCommandsContinueWhileSomethingIsOpen() throws {
    var lexer = Lexer()
    XCTAssertEqual(lexer.feed("camper add \"Johnny"), [])
    XCTAssertEqual(lexer.open, OpenConstruct("\"", at: SourcePosition(line: 1, column: 12)))
    let commands = lexer.feed("Appleseed\" phone 1")
    XCTAssertNil(lexer.open)
    XCTAssertEqual(commands.first?.tokens[2].text, "Johnny\nAppleseed")
    XCTAssertEqual(commands.first?.tokens[3].range, SourceRange(line: 2, column: 12, length: 5))

    XCTAssertEqual(lexer.feed("reserve 15 \\"), [])
    XCTAssertEqual(lexer.open?.character, "\\")
    XCTAssertEqual(
      lexer.feed("for Ada").first?.tokens.map(\.text), ["reserve", "15", "for", "Ada"])

    XCTAssertEqual(lexer.feed("count X where (a == 1"), [])
    XCTAssertEqual(lexer.open, OpenConstruct("(", at: SourcePosition(line: 5, column: 15)))
    XCTAssertEqual(lexer.feed("  OR b == 2)").count, 1)

    XCTAssertEqual(lexer.feed("camper add \"Johnny \\"), [])
    XCTAssertEqual(lexer.feed("Appleseed\"").first?.tokens[2].text, "Johnny Appleseed")
  }

  func testDiscardingForgetsWhatWasBegun() {
    var lexer = Lexer()
    _ = lexer.feed("camper add \"Ada (")
    lexer.discard()
    XCTAssertNil(lexer.open)
    XCTAssertNil(lexer.begunCommand)
    let command = lexer.feed("camper list").first
    XCTAssertEqual(command?.tokens.map(\.text), ["camper", "list"])
    XCTAssertEqual(command?.range.start, SourcePosition(line: 2, column: 1))
  }

  func testWhatIsOpenAtTheEndIsAFaultWhereItWasOpened() {
    func fault(_ lines: [String]) -> Diagnostic? {
      var lexer = Lexer(file: "a.camp")
      for line in lines { _ = lexer.feed(line) }
      do throws(Diagnostic) {
        try lexer.finish()
        return nil
      } catch {
        XCTAssertNil(lexer.open)
        return error
      }
    }
    let quote = fault(["a", "b", "c \"d", "e", ""])
    XCTAssertEqual(quote?.line, 3)
    XCTAssertEqual(quote?.column, 3)
    XCTAssertEqual(quote?.sourceLine, "c \"d")
    XCTAssertEqual(fault(["a [b"])?.column, 3)
    XCTAssertEqual(fault(["a \\"])?.column, 3)
    XCTAssertNil(fault(["a ) ]"]))
  }

  func testRawTextIsExactlyWhatWasWritten() {
    var lexer = Lexer()
    let line = #"fetch Camper where  name == "O\"B" AND  x IN {'a', "b"}  # done"#
    let command = lexer.feed(line)[0]
    XCTAssertEqual(
      command.raw(3..<command.tokens.count).text, #"name == "O\"B" AND  x IN {'a', "b"}"#)
    XCTAssertEqual(command.source.text, String(line.dropLast(8)))
  }

  func testRawTextOfSeveralLinesBlanksCommentsAndMarks() {
    var lexer = Lexer()
    _ = lexer.feed("count X where (a == 1 # first")
    let command = lexer.feed("  OR b == 2)")[0]
    let raw = command.raw(3..<command.tokens.count)
    XCTAssertEqual(raw.text, "(a == 1        \n  OR b == 2)")
    // The offset of "b" in the raw text: 15 characters, the line break, and 5 more.
    XCTAssertEqual(raw.range(ofOffset: 21, length: 1), SourceRange(line: 2, column: 6, length: 1))
    _ = lexer.feed("count X where a \\")
    let continued = lexer.feed("== 1")[0]
    XCTAssertEqual(continued.raw(3..<6).text, "a  \n== 1")
  }

  func testALongOpenQuoteIsReadInLinearTime() {
    var lexer = Lexer()
    _ = lexer.feed("a \"")
    for _ in 0..<20_000 {
      _ = lexer.feed("some text \\\" that never ends")
    }
    XCTAssertEqual(lexer.open?.position.column, 3)
  }
}
