import Campground
import CampgroundShell
import CommandKit
import Foundation
import LineEditor

/// Runs scripts one after another, up to the first error unless told to keep going.
@MainActor
struct BatchRun {
  /// What becomes of the changes.
  enum Saving {
    /// Each command saves its own, unless the script opens a scratch pad.
    case each
    /// All are saved at the end, or none.
    case together
    /// None is saved.
    case nothing
  }

  let session: Session
  let saving: Saving
  let interrupter: Interrupter
  let keepsGoing: Bool
  let report: (Diagnostic) -> Void

  /// The status of the first error, or success.
  private(set) var status = ExitStatus.success

  /// Whether to run the next command.
  private var goesOn: Bool {
    !session.isOver && status != .interrupted && (keepsGoing || status == .success)
  }

  /// Begins the batch: changes that are not saved one by one go to a scratch pad.
  func begin() {
    if saving != .each { session.desk.begin() }
  }

  /// Ends the batch: unsaved work of the scripts is dropped, which makes the batch fail unless it was
  /// to be saved here, or not at all.
  mutating func finish() {
    switch saving {
    case .together where status == .success && session.desk.scratchPad != nil:
      session.isOver = false
      run(ScriptReader("save", file: "--single-transaction"))
    case .nothing:
      guard let work = session.dropScratchPad() else { break }
      return report(
        Diagnostic("nothing was saved: dry run (\(work))", severity: .note, file: "campground"))
    case .each, .together: break
    }
    guard let work = session.dropScratchPad() else { return }
    let hasFailed = status != .success
    report(
      Diagnostic(
        "the scratch pad was not saved, \(work.count == 1 ? "its change is" : "its changes are") "
          + "dropped (\(work))",
        hint: hasFailed ? nil : "end it with save or rollback",
        severity: hasFailed ? .warning : .error, file: "campground"))
    if !hasFailed { status = .data }
  }

  mutating func run(_ script: ScriptReader) {
    var script = script
    while goesOn {
      do throws(Diagnostic) {
        guard let command = try script.next() else { return }
        let isInterrupted = try interrupter.run { () throws(Diagnostic) in
          try session.run(command)
        }
        // The interrupt came too late for this command, and must not hit the next one.
        guard !isInterrupted else {
          throw Diagnostic("interrupted", file: command.file, exitStatus: .interrupted)
        }
      } catch {
        report(error)
        if status == .success || error.exitStatus == .interrupted { status = error.exitStatus }
      }
    }
  }
}

extension ScriptReader {
  /// Reads standard input line by line as it arrives.
  static var standardInput: ScriptReader {
    let file = "<stdin>"
    let reader = PlainLineReader(descriptor: STDIN_FILENO)
    var hasFailed = false
    return ScriptReader(file: file) { () throws(Diagnostic) -> String? in
      guard !hasFailed else { return nil }
      do {
        guard case .line(let line) = try reader.readLine(prompt: "") else { return nil }
        return line
      } catch {
        if case LineReaderError.readFailed = error {
          hasFailed = true
          throw Diagnostic("\(error)", file: file, exitStatus: .inputOutput)
        }
        throw Diagnostic("\(error)", file: file)
      }
    }
  }

  /// Reads a whole file.
  ///
  /// - Throws: a diagnostic with status 66 when it cannot be read.
  static func file(_ path: String) throws(Diagnostic) -> ScriptReader {
    let data: Data
    do {
      data = try InputFile.content(of: path)
    } catch {
      throw Diagnostic(
        "the script \(error)", hint: "check the path", file: "campground", exitStatus: .noInput)
    }
    return try ScriptReader(data, file: path)
  }
}
