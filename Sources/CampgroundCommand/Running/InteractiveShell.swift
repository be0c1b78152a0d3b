import CampgroundShell
import CommandKit
import Foundation
import LineEditor

/// Reads commands from a person at a terminal until they exit.
@MainActor
struct InteractiveShell {
  let session: Session
  let reader: any LineReader
  let interrupter: Interrupter
  /// The lines typed so far of an unfinished command.
  let typed: TypedLines
  let report: (Diagnostic) -> Void
  let terminal: TerminalTraits
  /// The employee at work, if the user said who it is.
  let worker: String?

  /// The lines of an unfinished command, which completion has to see as well.
  final class TypedLines {
    var lines: [String] = []
  }

  func run() {
    // A user who leaves despite the warning drops the scratch pad.
    defer { session.dropScratchPad() }
    var lexer = Lexer()
    // Whether the last message was that leaving loses work.
    var isWarned = false
    while true {
      let input: LineInput
      do {
        input =
          if let open = lexer.open {
            try reader.readLine(prompt: open.prompt)
          } else {
            try reader.readLine(prompt: prompt, status: status)
          }
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

  /// Lets the session ask questions at the terminal; anything but yes means no.
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

  /// Tells a person who typed a command in answer to a question that it was not run, and puts it in
  /// the history.
  private func refuse(_ answer: String, _ outcome: String) {
    reader.remember(answer)
    report(
      Diagnostic(
        "\"\(answer)\" answered the question: it \(outcome), and was not run as a command",
        hint: "press the up arrow to get it back", severity: .warning))
  }

  /// Lets the session ask which of several things is meant, with a list that narrows as the person
  /// types.
  func asksForChoices() {
    guard let openFullScreen = session.openFullScreen else { return asksForNumbers() }
    session.choose = { question, choices in
      reader.setTypedAside()
      guard let screen = try? openFullScreen() else { return nil }
      let place = Self.choice(question, choices, on: screen)
      screen.leave()
      if let place {
        reader.show("Chosen: \(choices[place])")
      } else {
        reader.dropTyped()
      }
      return place.map { choices[$0] }
    }
  }

  /// Lets the session ask for the values of a command, one by one.
  func asksForValues() {
    session.askForValue = { note, prompt in
      if !note.isEmpty { reader.show(note) }
      guard case .line(let line)? = try? reader.readAnswer(prompt: prompt) else { return nil }
      return line
    }
  }

  private static func choice(
    _ question: String, _ choices: [String], on screen: any FullScreen
  ) -> Int? {
    var list = ChoiceList(question, choices)
    while true {
      guard
        (try? screen.show(list.lines(width: screen.size.width, height: screen.size.height)))
          != nil
      else { return nil }
      for key in screen.keys(within: 0.2) {
        switch list.press(key) {
        case .open: continue
        case .chosen(let place): return place
        case .givenUp: return nil
        }
      }
    }
  }

  /// The same on a terminal that cannot draw; an answer that is not a number in the list chooses
  /// none.
  private func asksForNumbers() {
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

  /// What waits at the desk, beside the prompt.
  private var status: String {
    let text = session.status(of: worker)
    return text.isEmpty || !terminal.usesColor(STDERR_FILENO) ? text : "\u{1B}[2m\(text)\u{1B}[0m"
  }

  /// Warns a user who is about to leave unsaved work, once.
  ///
  /// - Returns: Whether the warning was shown now.
  private func mustStay(_ isWarned: inout Bool) -> Bool {
    guard session.hasUnsavedWork, !isWarned else { return false }
    isWarned = true
    report(
      Diagnostic(
        "the scratch pad is not saved",
        hint: "save it, or leave again to drop it", severity: .warning))
    return true
  }

  /// Runs the commands of one line, up to the first error.
  private func runAll(_ commands: [CommandText]) {
    // The terminal may have been resized while the line was typed.
    session.rendering.width = terminal.width(STDOUT_FILENO)
    for command in commands where !session.isOver {
      session.mostRows =
        session.showsPages ? Self.mostRowsInPages : terminal.rowsOfList(STDOUT_FILENO)
      do {
        try session.run(command)
      } catch {
        report(error)
        return
      }
    }
  }

  /// The most rows of a list that a pager gets.
  private static let mostRowsInPages = 1_000

  /// The candidates that the completion key offers.
  static func candidates(
    _ context: LineEditorContext, after earlier: [String], in session: Session
  ) -> [Completion] {
    let list = Completer(session.grammar, in: session)
      .complete(context.textBeforeCursor, after: earlier)
    let widest = list.candidates.map(\.count).max() ?? 0
    return list.candidates.map { candidate in
      let note = list.notes[candidate].map {
        String(repeating: " ", count: widest - candidate.count + 2) + $0
      }
      return Completion(
        list.goesOn(candidate) ? candidate : candidate + " ",
        displayText: candidate + (note ?? ""), replacing: list.replacedCount)
    }
  }
}
