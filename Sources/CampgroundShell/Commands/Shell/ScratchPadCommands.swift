import Campground
import CommandKit
import Rendering

extension Command where Context == Session {
  /// The commands about the scratch pad.
  @CommandList<Session>
  static var aboutScratchPad: [Self] {
    Command(
      "begin", synonyms: ["transaction", "try out"],
      "Open a scratch pad, which collects changes until you save",
      .flag("recover", "bring back the commands of a pad lost in a crash"), .commandText,
      details: """
        Without a scratch pad each command saves its changes at once. In one, commands wait in a \
        list: you see their results, and nobody else does. New reservations have codes like R-new1 \
        until you save. A script has to close the pad it opens. At a terminal a pad is kept in a \
        file beside the store until it is saved or dropped, so that it survives a crash.
        """,
      examples: ["begin"], isAboutSession: true
    ) { session, isRecovering, text in
      guard session.desk.scratchPad == nil else {
        throw Diagnostic(
          "a scratch pad is already open", hint: "close it with save or rollback", file: text.file,
          at: text.range)
      }
      if isRecovering { return try session.recover(text) }
      session.desk.begin()
      return .message(
        "Opened a scratch pad: save keeps your changes, rollback drops them",
        record: [("open", .boolean(true))])
    }

    Command(
      "pending", synonyms: ["unsaved", "uncommitted"], "List the commands in the scratch pad",
      .commandText,
      isAboutSession: true, answering: .data
    ) { session, text in
      .table(
        session.table(of: try session.openPad(text, "each command is saved at once")),
        empty: "Nothing to save")
    }

    Command(
      "save", synonyms: ["commit", "apply"], "Save the scratch pad and close it", .commandText,
      details: """
        The commands run again, in order, on the store as it is by then, all or none. If someone \
        else has changed the store so that a command no longer works or its result differs from \
        what you saw, nothing is saved and the answer names that command. From then on you see the \
        current result: save again accepts it, undo drops a command.
        """,
      isAboutSession: true
    ) { session, text in try session.savePad(text) }

    Command(
      "rollback", synonyms: ["discard", "abort", "drop changes"],
      "Drop the scratch pad and all its changes", .commandText, isAboutSession: true
    ) { session, text in
      let pad = try session.openPad(text, "each command is saved at once")
      let (work, count) = (pad.unsavedWork, pad.commands.count)
      session.desk.rollback()
      let message =
        if work.count > 0 {
          "Dropped \(work)"
        } else if count > 0 {
          "Dropped \(count) \(count == 1 ? "command" : "commands")"
        } else {
          "Closed the scratch pad: nothing changed"
        }
      return .message(message, record: Session.record(of: work))
    }

    Command(
      "redo", synonyms: ["again", "reapply"], "Redo the last undone command", .commandText,
      isAboutSession: true
    ) {
      session, text in
      _ = try session.openPad(text, "redo repeats what was undone in one")
      guard let name = try session.desk.redo() else { throw Session.nothing("to redo", text) }
      session.warnOfChanges(from: 0)
      return .message("Redid: \(name)", record: [("redid", .text(name))])
    }
  }
}

extension Session {
  /// The commands of a scratch pad, in order.
  func table(of pad: ScratchPad) -> ResultTable {
    ResultTable(
      columns: [.number("number"), .init("command"), .init("problem")],
      rows: pad.commands.enumerated().map { place, pending in
        [
          Cell(place + 1), .text(pending.name),
          Cell(pending.problem ?? pending.change.map(sentence)),
        ]
      })
  }

  fileprivate func savePad(_ text: CommandText) throws -> Answer {
    let pad = try openPad(text, "each command is saved at once")
    let names = pad.commands.map(\.name)
    let saved: SavedWork
    do {
      guard let done = try desk.save() else { return .nothing }
      saved = done
    } catch let error as UnsavedCommandError {
      throw refusal(error, names, text)
    }
    var lines = [
      saved.work.count == 0
        ? "Closed the scratch pad: nothing changed" : "Saved \(saved.work)"
    ]
    lines += saved.codes.prefix(Self.mostCodes).map { "\($0.placeholder) is now \($0.final)" }
    if saved.codes.count > Self.mostCodes {
      lines.append("… and \(saved.codes.count - Self.mostCodes) more")
    }
    return .message(
      lines.joined(separator: "\n"),
      record: Self.record(of: saved.work) + [("codes", .list(saved.codes.map(Self.cell)))])
  }

  /// Why the scratch pad was not saved: the error, at its place in the command that failed.
  private func refusal(
    _ error: UnsavedCommandError, _ names: [String], _ text: CommandText
  ) -> Diagnostic {
    let undo = error.position == names.count ? "undo" : "undo \(error.position)"
    var diagnostic = Diagnostic(error.reason, about: text)
    if let reason = error.reason as? CampgroundError, reason.code == .changedMeanwhile,
      let change = reason.change
    {
      diagnostic.message = sentence(about: change) + "\n  \(error.position) · \(error.command)"
      for (place, pending) in (desk.scratchPad?.commands ?? []).enumerated()
      where place + 1 > error.position {
        guard let other = pending.change.map(sentence) ?? pending.problem else { continue }
        diagnostic.message += "\n\(other)\n  \(place + 1) · \(pending.name)"
      }
      diagnostic.hint =
        "nothing was saved; save again to accept the current values; \(undo) drops the command"
    } else {
      diagnostic.hint = "nothing was saved; \(undo) drops this command, rollback drops them all"
    }
    return diagnostic
  }

  /// Drops the scratch pad, if one is open.
  ///
  /// - Returns: the work dropped; nil if no pad was open.
  @discardableResult
  package func dropScratchPad() -> UnsavedWork? {
    defer { keepUnsavedCommands() }
    return desk.rollback()
  }

  /// The open scratch pad.
  ///
  /// - Throws: a diagnostic with the given reason if none is open.
  func openPad(
    _ text: CommandText, _ reason: String,
    hint: String = "begin opens one, for changes that are saved or dropped together"
  ) throws(Diagnostic) -> ScratchPad {
    if let pad = desk.scratchPad { return pad }
    throw Diagnostic(
      "no scratch pad is open: \(reason)", hint: hint,
      file: text.file, at: text.range)
  }

  static func nothing(_ what: String, _ text: CommandText) -> Diagnostic {
    Diagnostic("the scratch pad has nothing \(what)", file: text.file, at: text.range)
  }

  // MARK: Records

  /// The largest number of new codes listed for people.
  private static let mostCodes = 20

  fileprivate static func record(of work: UnsavedWork) -> Answer.Record {
    [
      ("added", .integer(Int64(work.added))), ("changed", .integer(Int64(work.changed))),
      ("deleted", .integer(Int64(work.deleted))),
    ]
  }

  private static func cell(_ code: SavedWork.Code) -> Cell {
    .object([("was", .text(code.placeholder)), ("is", .text(code.final))])
  }
}
