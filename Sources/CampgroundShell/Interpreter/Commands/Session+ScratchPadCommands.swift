import Campground
import CommandKit
import Rendering

/// The commands about the scratch pad.
extension Session {
  func begin(_ command: ParsedCommand) throws(Diagnostic) -> Answer {
    guard desk.scratchPad == nil else {
      throw Diagnostic(
        "a scratch pad is open already", hint: "save or rollback closes it",
        file: command.text.file, at: command.text.range)
    }
    if command.has(.recover) { return try recover(command) }
    desk.begin()
    return .message(
      "Opened a scratch pad: save keeps what you change from now on, rollback drops it",
      record: [("isOpen", .boolean(true))])
  }

  func save(_ command: ParsedCommand) throws -> Answer {
    let pad = try openPad(command, "each command is saved at once")
    let names = pad.commands.map(\.name)
    let saved: SavedWork
    do {
      guard let done = try desk.save() else { return .nothing }
      saved = done
    } catch let error as UnsavedCommandError {
      throw refusal(error, names, command)
    }
    var lines = [
      saved.work.count == 0
        ? "Closed the scratch pad: nothing was changed" : "Saved \(saved.work)"
    ]
    lines += saved.codes.prefix(Self.mostCodes).map { "\($0.placeholder) is now \($0.final)" }
    if saved.codes.count > Self.mostCodes {
      lines.append("… and \(saved.codes.count - Self.mostCodes) more")
    }
    return .message(
      lines.joined(separator: "\n"),
      record: Self.record(of: saved.work) + [("codes", .list(saved.codes.map(Self.cell)))])
  }

  /// Why the pad was not saved: what a command ran into, at its place in the command.
  private func refusal(
    _ error: UnsavedCommandError, _ names: [String], _ command: ParsedCommand
  ) -> Diagnostic {
    let undo = error.position == names.count ? "undo" : "undo \(error.position)"
    var diagnostic = Diagnostic(error.reason, about: command.text)
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
        "nothing was saved; save again saves it as it is now, \(undo) drops the command"
    } else {
      diagnostic.hint = "nothing was saved; \(undo) drops this command, rollback all of them"
    }
    return diagnostic
  }

  func rollback(_ command: ParsedCommand) throws -> Answer {
    let pad = try openPad(command, "each command is saved at once")
    let (work, count) = (pad.unsavedWork, pad.commands.count)
    desk.rollback()
    let message =
      if work.count > 0 {
        "Dropped \(work)"
      } else if count > 0 {
        "Dropped \(count) \(count == 1 ? "command" : "commands")"
      } else {
        "Closed the scratch pad: nothing was changed"
      }
    return .message(message, record: Self.record(of: work))
  }

  func undo(_ command: ParsedCommand) throws -> Answer {
    let pad = try openPad(
      command, "what is saved is not undone",
      hint: "\"checkin CODE undo\" takes a check-in of today back, \"checkout CODE undo\" a "
        + "check-out; begin opens a pad, for changes that are saved or dropped together")
    let count = pad.commands.count
    guard count > 0 else { throw nothing("to undo", command) }
    let position = command[.position] ?? count
    guard (1...count).contains(position) else {
      throw command.diagnostic(
        "there is no command \(position) in the scratch pad", hint: "\"pending\" lists them",
        at: ParameterKey<Int>.position)
    }
    let name = try desk.undo(position) ?? ""
    warnOfChanges(from: 0)
    return .message("Undid: \(name)", record: [("undid", .text(name))])
  }

  func redo(_ command: ParsedCommand) throws -> Answer {
    _ = try openPad(command, "what is saved is not undone")
    guard let name = try desk.redo() else { throw nothing("to redo", command) }
    warnOfChanges(from: 0)
    return .message("Redid: \(name)", record: [("redid", .text(name))])
  }

  func listPending(_ command: ParsedCommand) throws -> Answer {
    let pad = try openPad(command, "each command is saved at once")
    return .table(
      ResultTable(
        columns: [.init("number", alignment: .trailing), .init("command"), .init("problem")],
        rows: pad.commands.enumerated().map { place, pending in
          [
            .integer(Int64(place + 1)), .text(pending.name),
            Cell(pending.problem ?? pending.change.map(sentence)),
          ]
        }),
      empty: "Nothing waits to be saved")
  }

  /// Drops the scratch pad, if one is open.
  ///
  /// - Returns: how much it changed; nil where there was nothing to drop.
  @discardableResult
  package func dropScratchPad() -> UnsavedWork? {
    defer { keepUnsavedCommands() }
    return desk.rollback()
  }

  /// The open scratch pad.
  ///
  /// - Throws: a diagnostic that gives the reason why it needs one.
  private func openPad(
    _ command: ParsedCommand, _ reason: String,
    hint: String = "begin opens one, for changes that are saved or dropped together"
  ) throws(Diagnostic) -> ScratchPad {
    if let pad = desk.scratchPad { return pad }
    throw Diagnostic(
      "no scratch pad is open: \(reason)", hint: hint,
      file: command.text.file, at: command.text.range)
  }

  private func nothing(_ what: String, _ command: ParsedCommand) -> Diagnostic {
    Diagnostic(
      "there is nothing \(what) in the scratch pad", file: command.text.file,
      at: command.text.range)
  }

  // MARK: As records

  /// The most new codes that are listed for people.
  private static let mostCodes = 20

  private static func record(of work: UnsavedWork) -> Answer.Record {
    [
      ("added", .integer(Int64(work.added))), ("changed", .integer(Int64(work.changed))),
      ("deleted", .integer(Int64(work.deleted))),
    ]
  }

  private static func cell(_ code: SavedWork.Code) -> Cell {
    .object([("was", .text(code.placeholder)), ("is", .text(code.final))])
  }
}
