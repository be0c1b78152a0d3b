import Campground
import CampgroundDemo
import CampgroundShell
import CommandKit
import Foundation
import ObjectGraph
import Rendering
import TestSupport
import XCTest

@testable import CampgroundCommand

/// Replays a spec against a fresh campground in memory, at 2026-07-01T09:00 UTC, on a terminal of
/// 80 columns without colours.
@MainActor
final class SpecReplay {
  private let file: URL
  private let spec: SpecFile
  private let program: SealedProgram
  private let output = TextDestination()
  private var session: Session
  private var lexer = Lexer()

  /// Collects the text of answers.
  private final class TextDestination: AnswerDestination {
    var text = ""

    func write(_ text: String) throws(Diagnostic) {
      self.text += text
    }
  }

  /// 2026-07-01T09:00:00Z.
  static let morning = CalendarDate(dayNumber: 9_312).midnightUTC.addingTimeInterval(32_400)

  init(_ file: URL) throws {
    self.file = file
    let name = file.lastPathComponent
    spec = try SpecFile(String(contentsOf: file, encoding: .utf8), file: name)
    program = try SealedProgram()
    session = try Self.freshSession(output, at: Self.morning)
  }

  static func freshSession(
    _ output: any AnswerDestination, at now: Date, on stack: CampgroundStack? = nil
  ) throws -> Session {
    let session = Session(
      stack: try stack ?? CampgroundStack(store: .inMemory()), output: output, notes: output,
      format: .box,
      rendering: Renderer.Options(width: 80), clock: FixedClock(now),
      timeZone: TimeZone(identifier: "UTC") ?? .gmt)
    // The same answers on every machine, whatever is installed there.
    session.pdfConverter = CommandPDFConverter(path: "")
    return session
  }

  private func start(at now: Date, on stack: CampgroundStack? = nil) throws {
    try? session.stack.close()
    session = try Self.freshSession(output, at: now, on: stack)
    lexer = Lexer()
  }

  /// Opens the demo: the short one, made once for all tests.
  private func startDemo(_ options: CommandLineOptions, _ words: [String]) throws {
    XCTAssertEqual(options.demo, .init(isShort: true), "\(words) takes too long to make")
    XCTAssertEqual(options.now?.date, SharedDemo.day, "\(words) is of another day")
    let now = try XCTUnwrap(options.now?.instant(in: Demo.timeZone), "\(words) gives no --now")
    try start(at: now, on: SharedDemo.stack(in: program.folder))
  }

  /// Runs all steps, and fails for each that differs, or writes what came out into the file when
  /// `CAMPGROUND_SPECS` says so.
  func run() throws {
    defer { program.remove() }
    let home = FileManager.default.currentDirectoryPath
    defer { _ = FileManager.default.changeCurrentDirectoryPath(home) }
    _ = FileManager.default.changeCurrentDirectoryPath(program.folder.path)
    var outputs: [Int: SpecFile.Output] = [:]
    for (index, step) in spec.steps.enumerated() {
      outputs[index] = try perform(step.action)
    }
    let mode = ProcessInfo.processInfo.environment["CAMPGROUND_SPECS"]
    if mode == "overwrite" {
      try spec.rewritten(with: outputs).write(to: file, atomically: true, encoding: .utf8)
      return
    }
    for (index, step) in spec.steps.enumerated() {
      guard let output = outputs[index], let mismatch = spec.mismatch(step, output) else {
        continue
      }
      XCTFail(mismatch)
    }
  }

  private func perform(_ action: SpecStep.Action) throws -> SpecFile.Output? {
    switch action {
    case .reset:
      try start(at: Self.morning)
      return nil
    case .open(let words):
      var parser = ArgumentParser(words)
      let options = try parser.parse()
      if options.demo != nil {
        try startDemo(options, words)
        return nil
      }
      try start(at: XCTUnwrap(options.now?.instant(in: .gmt), "\(words) gives no --now"))
      XCTAssertTrue(options.isInMemory, "\(words) would change the reader's own store")
      return nil
    case .file(let name, let content):
      let target = program.folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try content.write(to: target, atomically: true, encoding: .utf8)
      return nil
    case .book(let name, let stays):
      try makeBook(program.folder.appendingPathComponent(name), stays)
      return nil
    case .command(let text):
      output.text = ""
      run(text)
      return SpecFile.Output(output.text)
    case .console(let line, _):
      let outcome = try program.runCommandLine(line)
      return SpecFile.Output(outcome.output, status: Int(outcome.status))
    }
  }

  private func makeBook(_ file: URL, _ stays: [[String]]) throws {
    let book = try BookStore(at: file)
    for stay in stays {
      // From three in the afternoon to eleven in the morning.
      let arrival = try CalendarDate(parsing: stay[3]).midnightUTC
      let nights = try Double(XCTUnwrap(Int(stay[4]), "\(stay)"))
      try book.reservation(
        from: arrival.addingTimeInterval(15 * 3_600),
        to: arrival.addingTimeInterval(nights * 86_400 + 11 * 3_600),
        of: book.camper(stay[0], phone: stay[1]), on: book.site(Int16(stay[2])))
    }
    try book.close()
  }

  private func run(_ text: String) {
    do {
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        for command in lexer.feed(String(line)) { try session.run(command) }
      }
      try lexer.finish()
    } catch {
      output.text += DiagnosticRenderer().render(error) + "\n"
    }
  }
}
