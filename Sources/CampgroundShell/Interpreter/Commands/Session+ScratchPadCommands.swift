import Campground
import Rendering

/// The commands about the scratch pad.
extension Session {
  func begin(_ command: ParsedCommand) throws(Diagnostic) -> Answer {
    guard pad == nil else {
      throw Diagnostic(
        "a scratch pad is open already", hint: "save or rollback closes it",
        file: command.text.file, at: command.text.range)
    }
    openScratchPad()
    return .message(
      "Opened a scratch pad: save keeps what you change from now on, rollback drops it",
      record: [("isOpen", .boolean(true))])
  }

  func save(_ command: ParsedCommand) throws -> Answer {
    let pad = try openPad(command, "each command is saved at once")
    let choice = command[.choice].flatMap { ScratchPad.Choice(rawValue: $0) }
    let hadWork = pad.hasUnsavedWork
    let saved = try saved(pad, choice, command)
    let nothing = hadWork ? "what is there now is kept" : "nothing was changed"
    var lines = [
      saved.work.count == 0 ? "Closed the scratch pad: \(nothing)" : "Saved \(saved.work)"
    ]
    lines += saved.codes.prefix(Self.mostCodes).map { "\($0.provisional) is now \($0.final)" }
    if saved.codes.count > Self.mostCodes {
      lines.append("… and \(saved.codes.count - Self.mostCodes) more")
    }
    return .message(
      lines.joined(separator: "\n"),
      record: Self.record(of: saved.work) + [("codes", .list(saved.codes.map(Self.cell)))])
  }

  private func saved(
    _ pad: ScratchPad, _ choice: ScratchPad.Choice?, _ command: ParsedCommand
  ) throws -> SavedWork {
    do {
      return try saveScratchPad(pad, choice)
    } catch CampgroundError.changedMeanwhile(let conflicts) {
      throw CampgroundError.changedMeanwhile(conflicts)
    } catch let error as CampgroundError {
      // What takes one more command is worth more than what takes all of them back.
      let repair: String? = if case .defaultTaken = error { error.repair } else { nil }
      throw Diagnostic(
        "\(error)",
        hint: "nothing was saved; " + (repair.map { $0 + "; " } ?? "")
          + "undo takes your commands back one by one, rollback all of them",
        file: command.text.file, at: command.text.range)
    }
  }

  func rollback(_ command: ParsedCommand) throws -> Answer {
    let pad = try openPad(command, "each command is saved at once")
    let work = pad.unsavedWork
    dropScratchPad()
    return .message(
      work.count == 0 ? "Closed the scratch pad: nothing was changed" : "Dropped \(work)",
      record: Self.record(of: work))
  }

  func undo(_ command: ParsedCommand) throws -> Answer {
    let pad = try openPad(
      command, "what is saved is not undone",
      hint: "\"checkin CODE undo\" takes a check-in of today back, \"checkout CODE undo\" a "
        + "check-out; begin opens a pad, for changes that are saved or dropped together")
    guard let name = try pad.undo() else { throw nothing("to undo", command) }
    leaveUndoneCampground()
    return .message("Undid: \(name)", record: [("undid", .text(name))])
  }

  func redo(_ command: ParsedCommand) throws -> Answer {
    let pad = try openPad(command, "what is saved is not undone")
    guard let name = try pad.redo() else { throw nothing("to redo", command) }
    return .message("Redid: \(name)", record: [("redid", .text(name))])
  }

  /// The open scratch pad.
  ///
  /// - Throws: a diagnostic that gives the reason why it needs one.
  private func openPad(
    _ command: ParsedCommand, _ reason: String,
    hint: String = "begin opens one, for changes that are saved or dropped together"
  ) throws(Diagnostic) -> ScratchPad {
    if let pad { return pad }
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
    .object([("was", .text(code.provisional)), ("is", .text(code.final))])
  }
}
