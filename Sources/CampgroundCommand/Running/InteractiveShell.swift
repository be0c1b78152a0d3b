import CampgroundShell
import CommandKit
import Foundation
import LineEditor

/// Reads commands from a person at a terminal until they leave.
@MainActor
struct InteractiveShell {
  let session: Session
  let reader: any LineReader
  let interrupter: Interrupter
  /// What has been typed of a command that goes on.
  let typed: TypedLines
  let report: (Diagnostic) -> Void
  let terminal: TerminalTraits

  /// The lines of an unfinished command, which completion has to see, too.
  final class TypedLines {
    var lines: [String] = []
  }

  func run() {
    // Who leaves a pad for good has dropped it.
    defer { session.dropScratchPad() }
    var lexer = Lexer()
    // Whether the last thing that the user heard is that leaving loses work.
    var isWarned = false
    while true {
      let input: LineInput
      do {
        input = try reader.readLine(prompt: lexer.open?.prompt ?? prompt)
      } catch {
        report(Diagnostic("\(error)", exitStatus: .inputOutput))
        if case LineReaderError.readFailed = error { return }
        continue
      }
      switch input {
      case .line(let line):
        typed.lines.append(line)
        let commands = lexer.feed(line)
        if lexer.open == nil {
          reader.remember(typed.lines.joined(separator: "\n"))
          typed.lines = []
        }
        interrupter.run { runAll(commands) }
        if session.isOver {
          guard mustStay(&isWarned) else { return }
          session.isOver = false
        } else if !commands.isEmpty {
          isWarned = false
        }
      case .interrupted:
        lexer.discard()
        typed.lines = []
      case .endOfInput:
        guard mustStay(&isWarned) else { return }
        lexer.discard()
        typed.lines = []
      }
    }
  }

  /// Lets the session ask at the terminal; whatever is not yes is no.
  func asksBeforeChanges() {
    session.ask = { question in
      guard case .line(let answer)? = try? reader.readAnswer(prompt: question + " [y/N] ") else {
        return false
      }
      switch answer.lowercased().filter({ !$0.isWhitespace }) {
      case "y", "yes": return true
      case "", "n", "no": break
      default: refuse(answer, "was taken as \"no\"")
      }
      return false
    }
  }

  /// Tells a person who types a command where a question waits for an answer that it is not run, and
  /// keeps it within reach.
  private func refuse(_ answer: String, _ outcome: String) {
    reader.remember(answer)
    report(
      Diagnostic(
        "\"\(answer)\" answered the question: it \(outcome), and was not run as a command",
        hint: "press the up arrow to get it back", severity: .warning))
  }

  /// Lets the session ask which of several things is meant; whatever is no number of the list is none.
  func asksForChoices() {
    session.choose = { question, choices in
      let list = choices.enumerated().map { "  \($0 + 1)  \($1)\n" }.joined()
      reader.show("\(question)\n\(list)")
      let prompt = "Which one? [1-\(choices.count)] "
      guard case .line(let answer)? = try? reader.readAnswer(prompt: prompt) else { return nil }
      let word = answer.filter { !$0.isWhitespace }
      if let number = Int(word), choices.indices.contains(number - 1) { return choices[number - 1] }
      if !word.isEmpty { refuse(answer, "was not one of the numbers") }
      return nil
    }
  }

  /// The prompt shows that there is unsaved work.
  private var prompt: String { session.hasUnsavedWork ? "campground*> " : "campground> " }

  /// Warns a user who is about to leave unsaved work, once.
  ///
  /// - Returns: whether that was the first time.
  private func mustStay(_ isWarned: inout Bool) -> Bool {
    guard session.hasUnsavedWork, !isWarned else { return false }
    isWarned = true
    report(
      Diagnostic(
        "the scratch pad is not saved",
        hint: "save it, or leave again to drop it", severity: .warning))
    return true
  }

  /// The commands of one line; what follows an error on the line is not run.
  private func runAll(_ commands: [CommandText]) {
    // The terminal may have got another size while the line was typed.
    session.rendering.width = terminal.width(STDOUT_FILENO)
    if reader.isInteractive { session.mostRows = terminal.rowsOfList(STDOUT_FILENO) }
    for command in commands where !session.isOver {
      do {
        try session.run(command)
      } catch {
        report(error)
        return
      }
    }
  }

  /// What the completion key offers.
  static func candidates(
    _ context: LineEditorContext, after earlier: [String], in session: Session
  ) -> [Completion] {
    let list = Completer(session.grammar, in: session)
      .complete(context.textBeforeCursor, after: earlier)
    return list.candidates.map { candidate in
      Completion(
        list.goesOn(candidate) ? candidate : candidate + " ", displayText: candidate,
        replacing: list.replacedCount)
    }
  }
}
