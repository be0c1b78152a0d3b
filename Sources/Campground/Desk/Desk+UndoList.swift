import ObjectGraph

/// What `Desk.undoLast()` would do about a command.
public struct UndoableCommand: Sendable, Hashable {
  /// The command as people call it.
  public let name: String
  /// A sentence for each thing that would be undone; empty where it cannot be.
  public internal(set) var done: [String] = []
  /// Why it cannot be undone, as one sentence without a period; nil where it can be.
  public internal(set) var problem: String?
}

extension Desk {
  /// The commands of this session that changed something, the latest first, with what undoing them
  /// one after the other would do. Nothing is changed.
  ///
  /// A command that cannot be undone is in the way of those before it. The cost is that of undoing
  /// them all.
  public func undoableCommands() throws -> [UndoableCommand] {
    let known = doneWorks
    guard !known.isEmpty else { return [] }
    defer { doneWorks = known }
    do {
      try perform("undo list") { _ in
        try self.together { throw Rehearsal(commands: try self.rehearseUndoing(known)) }
      }
    } catch let rehearsal as Rehearsal {
      return rehearsal.commands
    }
    return []
  }

  /// Ends the transaction, so that none of its changes are kept.
  private struct Rehearsal: Error {
    let commands: [UndoableCommand]
  }

  private func rehearseUndoing(_ works: [DoneWork]) throws -> [UndoableCommand] {
    var commands: [UndoableCommand] = []
    var obstacle: Int?
    for (place, work) in works.reversed().enumerated() {
      var command = UndoableCommand(name: work.name)
      if let obstacle {
        command.problem = "command \(obstacle) is in the way"
      } else {
        do {
          command.done = try undo(work)
        } catch let refusal as UndoRefusal {
          (command.problem, obstacle) = (refusal.why, place + 1)
        }
      }
      commands.append(command)
    }
    return commands
  }
}
