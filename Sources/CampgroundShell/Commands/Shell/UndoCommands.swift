import Campground
import CommandKit
import Rendering

/// What `undo` is to undo.
enum UndoTarget {
  /// A saved command, by the number of one of its events.
  case command(Int64)
  /// A command of the scratch pad, by its position from 1.
  case unsaved(Int)
}

extension ValueType where Context == Session, Value == UndoTarget {
  /// `E-12`, or the number of a command of the scratch pad.
  static var undoTarget: Self {
    ValueType("E-NUMBER", "the command, as undo list shows it; a number in a scratch pad") { text in
      let word = try text.word()
      let digits = word.uppercased().hasPrefix("E-") ? word.dropFirst(2) : nil
      if let number = digits.flatMap({ Int64($0) }), number > 0 { return .command(number) }
      if let position = Int(word), position > 0 { return .unsaved(position) }
      throw ValueFault(
        "\(word) names no command", hint: "\"undo list\" shows their numbers, such as E-12")
    }
  }
}

extension Command where Context == Session {
  /// The commands that undo others.
  @CommandList<Session>
  static var aboutUndoing: [Self] {
    Command(
      "undo", synonyms: ["mistake", "oops", "take back", "wrong"],
      "Undo your last command, or another one by its number",
      .optional("command", .undoTarget), .commandText,
      details: """
        Undoes your last command at this campground, on whichever desk; given again, the one \
        before. If it is from another session you are asked first, and a script has to name it. \
        Anyone's command can be undone by its number, which undo list and audit show. Changed \
        objects get their former values back, deleted ones return, added ones are deleted; a \
        booking is canceled without any charge, and folio lines are reversed. The answer says what \
        was undone, or why nothing was: its day is closed, the same object was changed since, or \
        money went out by card. In a scratch pad, undo drops the last command, or the one with a \
        number.
        """,
      refuses: "a command of another session without its number, in a script",
      examples: ["undo", "undo E-12"], isAboutSession: true
    ) { session, target, text in
      switch (target, session.desk.scratchPad) {
      case (.command, _?):
        throw ValueFault(
          "a scratch pad is open", hint: "close it with save or rollback first", at: "command")
      case (.command(let number), nil): return try session.undo(number, text)
      case (.unsaved(let position), _): return try session.undoUnsaved(position, text)
      case (nil, _?): return try session.undoUnsaved(nil, text)
      case (nil, nil): return try session.undoLast(text)
      }
    }
    // Undoing a check-in or check-out is an option of the command itself.
    .advising { words in
      ["checkin", "checkout", "group"].contains { words.hasPrefix($0) }
        ? "write \(words) undo" : nil
    }

    Command(
      "undo list", synonyms: ["undoable"],
      "List your last commands, which undo can undo",
      .option("limit", .integer(in: 1...100), "most commands to list, by default 20"),
      details: """
        The last command comes first, with what undo would do about it now, or why it cannot. \
        Commands that only read, those of closed days and those of other people are left out; audit \
        shows everyone's. In a scratch pad it lists the commands that wait in it.
        """,
      examples: ["undo list"], isAboutSession: true, answering: .data
    ) { session, limit in
      if let pad = session.desk.scratchPad {
        return .table(session.table(of: pad), empty: "Nothing to undo")
      }
      return .table(try session.undoTable(limit ?? 20), empty: "Nothing to undo")
    }
  }
}

extension Session {
  /// Undoes the last command of this person at this campground.
  fileprivate func undoLast(_ text: CommandText) throws -> Answer {
    guard let last = try desk.lastCommand() else {
      throw text.diagnostic(
        "there is nothing to undo",
        hint:
          "undo covers your own commands of days that are not closed; \"audit\" shows everyone's",
        at: text.range)
    }
    // Not even --yes stands for a number: who runs a script does not see what is undone.
    guard last.isOfThisDesk else {
      let sentence = "\(last.code) is \"\(last.name)\" of \(time(of: last))"
      guard let ask else {
        throw text.diagnostic(
          "your last command was given in another session: \(sentence)",
          hint: "\"undo \(last.code)\" undoes it", at: text.range)
      }
      guard ask("\(sentence). Undo it?") else { return .nothingChanged }
      return try undo(last.number, text)
    }
    return try undo(last.number, text)
  }

  private func time(of command: DoneCommand) -> String {
    "\(WallTime(command.happenedAt, in: zone))"
  }

  fileprivate func undo(_ number: Int64, _ text: CommandText) throws -> Answer {
    do {
      let command = try desk.undoCommand(number)
      return .message(
        "Undid: \(command.name)\n" + command.done.map { "  \($0)" }.joined(separator: "\n"),
        record: [
          ("event", .text(command.code)), ("undid", .text(command.name)),
          ("done", .list(command.done.map { .text($0) })),
        ])
    } catch let error as CampgroundError {
      throw text.diagnostic("\(error)", hint: error.hint, at: text.range)
    }
  }

  /// Undoes a command of the scratch pad, by default the last one.
  fileprivate func undoUnsaved(_ position: Int?, _ text: CommandText) throws -> Answer {
    let pad = try openPad(
      text, "saved commands have numbers like E-12", hint: "\"undo list\" shows them")
    let count = pad.commands.count
    guard count > 0 else { throw Session.nothing("to undo", text) }
    let position = position ?? count
    guard position <= count else {
      throw ValueFault(
        "the scratch pad has no command \(position)", hint: "\"pending\" lists them",
        at: "command")
    }
    let name = try desk.undo(position) ?? ""
    warnOfChanges(from: 0)
    return .message("Undid: \(name)", record: [("undid", .text(name))])
  }

  /// The last commands, with what undoing each would do.
  fileprivate func undoTable(_ limit: Int) throws -> ResultTable {
    ResultTable(
      columns: [.init("event")] + ["when", "command", "undo", "problem"].map { .init($0) },
      rows: try desk.undoableCommands(limit: limit).map { command in
        [
          .text(command.code), .text(time(of: command)), .text(command.name),
          command.problem == nil ? .text(command.done.joined(separator: "; ")) : .null,
          Cell(command.problem),
        ]
      })
  }
}
