import Campground
import CommandKit
import Foundation

/// Recovers a scratch pad after a crash.
extension Session {
  /// Keeps the commands of scratch pads in a file beside the store from now on, unless the store is
  /// in
  /// memory.
  package func keepScratchPads() {
    unsavedFile = storePath.map { UnsavedFile(beside: $0) }
  }

  /// The number of commands in the scratch pad left behind; nil if there is none.
  package var commandsLeftBehind: Int? { leftover?.content?.entries.count }

  /// The unsaved scratch pad left behind by a crash.
  private var leftover: UnsavedFile.Leftover? {
    guard let storePath else { return nil }
    while let found = UnsavedFile.leftover(beside: storePath) {
      guard let content = found.content, (try? desk.isSaved(content.identifier)) == true else {
        return found
      }
      // The shell saved the pad, but ended before it removed the file.
      guard found.remove() else { return nil }
    }
    return nil
  }

  private var storePath: String? {
    stack.persistentStoreCoordinator.persistentStores.first
      .flatMap { $0.type == .sqlite ? $0.url.path : nil }
  }

  /// A command with what is needed to parse it again.
  func unsavedEntry(of command: CommandText) throws -> UnsavedFile.Entry {
    UnsavedFile.Entry(
      text: command.source.text, today: "\(try today())", campground: desk.chosenCampground,
      variables: variables,
      placeholders: desk.scratchPad?.placeholders ?? PlaceholderNumbers())
  }

  /// Writes the commands of the scratch pad to the file, or removes the file if there are none.
  ///
  /// - Returns: whether the file contains them.
  @discardableResult
  func keepUnsavedCommands() -> Bool {
    guard let unsavedFile else { return false }
    let commands = desk.scratchPad?.commands ?? []
    let entries = commands.compactMap { command -> UnsavedFile.Entry? in
      var entry = unsavedEntries[command.id]
      entry?.outcome = command.outcome
      return entry
    }
    guard keptEntries != entries else { return true }
    keptEntries = entries
    if desk.scratchPad == nil { unsavedEntries = [:] }
    do throws(Diagnostic) {
      try unsavedFile.write(
        UnsavedFile.Content(identifier: desk.scratchPad?.identifier ?? UUID(), entries: entries))
      return true
    } catch {
      warn(error)
      return false
    }
  }

  /// Opens a scratch pad with the commands of the one left behind.
  func recover(_ text: CommandText) throws(Diagnostic) -> Answer {
    guard let left = leftover else {
      throw Diagnostic(
        "there is no scratch pad to recover", hint: "open one with \"begin\"", file: text.file,
        at: text.range)
    }
    guard let content = left.content else {
      throw Diagnostic(
        "the scratch pad in \(left.path) cannot be read",
        hint: "check the commands in the file, then move it away", file: text.file, at: text.range,
        exitStatus: .inputOutput)
    }
    // A script that recovers a pad may crash as well.
    if unsavedFile == nil { keepScratchPads() }
    desk.begin(as: content.identifier)
    for entry in content.entries {
      desk.recover(
        entry.text, at: entry.campground, after: entry.placeholders, shown: entry.outcome
      ) { [self] _ in
        var script = ScriptReader(entry.text)
        guard let text = try script.next() else { return }
        _ = try answerAgain(parse(text, as: entry))
      }
      if let last = desk.scratchPad?.commands.last { unsavedEntries[last.id] = entry }
    }
    if keepUnsavedCommands() { _ = left.remove() }
    warnOfChanges(from: 0)
    let count = content.entries.count
    return .message(
      "Recovered \(count) \(count == 1 ? "command" : "commands"): save keeps them, rollback drops "
        + "them, pending lists them",
      record: [("recovered", .integer(Int64(count)))])
  }

  /// Parses a command with the variables and the date that it was given with.
  private func parse(
    _ text: CommandText, as entry: UnsavedFile.Entry
  ) throws -> ParsedCommand<Session> {
    let present = variables
    defer { (variables, dayOfTyping) = (present, nil) }
    variables = entry.variables
    dayOfTyping = try CalendarDate(parsing: entry.today)
    return try grammar.parse(text, in: self)
  }

  /// Warns of commands of the scratch pad, from a position on, that no longer work or whose outcome
  /// differs from what was shown.
  func warnOfChanges(from place: Int) {
    for (place, pending) in (desk.scratchPad?.commands ?? []).enumerated().dropFirst(place) {
      if let problem = pending.problem {
        warn(
          "\(pending.name): \(problem)",
          hint: "drop it with \"undo \(place + 1)\" to save the rest")
      } else if let change = pending.change {
        warn(
          "\(pending.name): \(sentence(about: change))",
          hint: "accept it with \"save\", or drop the command with \"undo \(place + 1)\"")
      }
    }
  }
}
