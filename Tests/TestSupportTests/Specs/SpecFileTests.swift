import TestSupport
import XCTest

final class SpecFileTests: XCTestCase {
  private let story = """
    # Booking

    Prose with a `campground> ` that is not a command.

    ```campground
    campground> reserve 15 for Rivera \\
    ...> from 2026-07-01 nights 3
    Reserved R-1 · site 15

    campground> camper list
    campground> bad
    error: unknown command "bad"
    ```

    ```text file=sites.csv
    site,type
    15,tent
    ```

    ```swift
    campground> not a command
    ```

    ```campground reset
    campground*> camper list
    ```

    ```console
    $ campground -f x.camp
    x.camp:1:1: error: unknown command "bad"
    ? 65
    $ campground --version
    campground [..]
    ```

    ```book file=book.sqlite
    Ada, 555-1234, 15, 2026-07-01, 3
    ```
    """

  func testStepsCarryTheirLinesAndExpectations() throws {
    let spec = try SpecFile(story, file: "Booking.md")
    XCTAssertEqual(
      spec.steps.map(\.action),
      [
        .command("reserve 15 for Rivera \\\nfrom 2026-07-01 nights 3"), .command("camper list"),
        .command("bad"), .file("sites.csv", content: "site,type\n15,tent\n"), .reset,
        .command("camper list"), .console("campground -f x.camp", status: 65),
        .console("campground --version", status: 0),
        .book("book.sqlite", stays: [["Ada", "555-1234", "15", "2026-07-01", "3"]]),
      ])
    XCTAssertEqual(spec.steps.map(\.line), [6, 10, 11, 15, 24, 25, 29, 32, 36])
    XCTAssertEqual(spec.steps[0].expected, ["Reserved R-1 · site 15", ""])
    XCTAssertEqual(spec.steps[1].expected, [])
    XCTAssertEqual(spec.steps[6].expected, ["x.camp:1:1: error: unknown command \"bad\""])
  }

  func testABlockThatBeginsWithTheCommandLineOpensTheShellWithItsOptions() throws {
    let spec = try SpecFile(
      """
      ```campground
      $ swift run campground --in-memory --now 2026-02-28T23:59
      campground> camper list
      No campers yet
      ```
      """, file: "README.md")
    XCTAssertEqual(
      spec.steps.map(\.action),
      [.open(["--in-memory", "--now", "2026-02-28T23:59"]), .command("camper list")])
    XCTAssertEqual(spec.steps.map(\.line), [2, 3])
    XCTAssertEqual(
      try spec.rewritten(with: [1: .init("Ada")]),
      "```campground\n$ swift run campground --in-memory --now 2026-02-28T23:59\n"
        + "campground> camper list\nAda\n```")
  }

  func testMismatchNamesFileAndLineAndShowsBoth() throws {
    let spec = try SpecFile(story, file: "Booking.md")
    XCTAssertNil(spec.mismatch(spec.steps[0], .init("Reserved R-1 · site 15\n")))
    XCTAssertEqual(
      spec.mismatch(spec.steps[2], .init("error: no\n")),
      "Booking.md:12: output differs\n- error: unknown command \"bad\"\n+ error: no")
    XCTAssertEqual(
      spec.mismatch(
        spec.steps[6], .init("x.camp:1:1: error: unknown command \"bad\"", status: 64))?
        .hasPrefix("Booking.md:29: exit status 64, not 65"), true)
    XCTAssertNotNil(spec.mismatch(spec.steps[1], .init("surprise")))
  }

  func testElisions() {
    func matches(_ expected: [String], _ actual: [String]) -> Bool {
      SpecMatcher.firstMismatch(expected, actual) == nil
    }
    XCTAssertTrue(matches(["a", "...", "d"], ["a", "b", "c", "d"]))
    XCTAssertTrue(matches(["a", "...", "d"], ["a", "d"]))
    XCTAssertTrue(matches(["..."], []))
    XCTAssertTrue(matches(["...", "x", "...", "y"], ["x", "z", "x", "y"]))
    XCTAssertFalse(matches(["a", "...", "d"], ["a", "b"]))
    XCTAssertFalse(matches([], ["a"]))
    XCTAssertTrue(matches(["took [..] ms, [..]"], ["took 12 ms, fine"]))
    XCTAssertTrue(matches(["[..]b"], ["abab"]))
    XCTAssertFalse(matches(["took [..] ms"], ["took 12 s"]))
    XCTAssertTrue(matches(["a  ", ""], ["a"]))
    XCTAssertFalse(matches(["", "a"], ["a"]))
    XCTAssertEqual(SpecMatcher.firstMismatch(["a", "b"], ["a", "c"]), 1)
    XCTAssertEqual(SpecMatcher.firstMismatch(["a"], ["a", "c"]), 1)
  }

  func testRewritingReplacesOutputsInPlaceAndNothingElse() throws {
    let spec = try SpecFile(story, file: "Booking.md")
    let outputs: [Int: SpecFile.Output] = [
      0: .init("Reserved R-2\nand more\n"), 1: .init("Ada\n"), 2: .init(""),
      6: .init("fine"), 7: .init("campground 1.0"),
    ]
    let expected =
      story
      .replacingOccurrences(of: "Reserved R-1 · site 15", with: "Reserved R-2\nand more")
      .replacingOccurrences(
        of: "campground> camper list\ncampground> bad\nerror: unknown command \"bad\"",
        with: "campground> camper list\nAda\ncampground> bad"
      )
      .replacingOccurrences(
        of: "x.camp:1:1: error: unknown command \"bad\"\n? 65", with: "fine")
    let text = try spec.rewritten(with: outputs)
    XCTAssertEqual(text, expected)
    let again = try SpecFile(text, file: "Booking.md")
    for (index, output) in outputs {
      XCTAssertNil(again.mismatch(again.steps[index], output))
    }
  }

  func testRewritingKeepsLineEnds() throws {
    let text = "```campground\r\ncampground> a\r\nold\r\n```\r\n"
    let spec = try SpecFile(text, file: "a.md")
    XCTAssertEqual(
      try spec.rewritten(with: [0: .init("new")]), text.replacingOccurrences(of: "old", with: "new")
    )
    XCTAssertEqual(try spec.rewritten(with: [:]), text)
  }

  func testOutputsThatCouldNotBeReadBackAreRefused() throws {
    let spec = try SpecFile("```campground\ncampground> a\n```", file: "a.md")
    for line in ["```", "...", "campground> x", "...> x", "a [..]"] {
      XCTAssertThrowsError(try spec.rewritten(with: [0: .init(line)]), line)
    }
    let console = try SpecFile("```console\n$ a\n```", file: "a.md")
    for line in ["$ x", "? 1"] {
      XCTAssertThrowsError(try console.rewritten(with: [0: .init(line)]), line)
    }
    XCTAssertEqual(
      try console.rewritten(with: [0: .init("x", status: 3)]), "```console\n$ a\nx\n? 3\n```")
  }

  func testFaultsNameTheirLine() {
    func problem(_ text: String) -> String? {
      do {
        _ = try SpecFile(text, file: "a.md")
        return nil
      } catch {
        return "\(error)"
      }
    }
    XCTAssertEqual(
      problem("x\n```campground\ncampground> a\n"), "a.md:2: error: this block is never closed")
    XCTAssertEqual(
      problem("```campground\na\n```"),
      "a.md:2: error: output without a campground> command before it")
    XCTAssertEqual(
      problem("```campground\ncampground> a\nb\n...> c\n```"),
      "a.md:4: error: a continuation belongs right behind its command")
    XCTAssertEqual(
      problem("```console\na\n```"), "a.md:2: error: output without a $ command before it")
    XCTAssertEqual(
      problem("```text file=../a\n```"),
      "a.md:1: error: a file's name is a path inside the spec's folder")
    XCTAssertEqual(
      problem("```book file=a\nAda, 1, 2026-07-01\n```"),
      "a.md:2: error: a stay is a camper, a phone number, a site, the arrival, nights")
    XCTAssertEqual(
      problem("```campground rest\n```"),
      "a.md:1: error: after campground comes nothing or reset")
    XCTAssertNil(problem("````markdown\n```campground\nanything\n```\n````\n"))
  }
}
