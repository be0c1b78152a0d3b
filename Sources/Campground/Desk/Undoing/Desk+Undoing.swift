import Foundation
import ObjectGraph

/// Undoing saved commands, from the values that their events keep.
///
///     if let last = try desk.lastCommand() { print(try desk.undoCommand(last.number).done) }
///
/// Changed objects get their former values back, deleted ones are restored and added ones deleted; a
/// booked stay is canceled, with nothing kept; and ledger lines are reversed. A command whose objects
/// have been changed since is refused, with the name of the later one.
extension Desk {
  /// The last command of this person at this campground whose business day is open, on whichever
  /// desk; nil for none.
  public func lastCommand() throws -> DoneCommand? { try doneCommands(limit: 1).first }

  /// The last commands of this person at this campground, the latest first, with what undoing each
  /// would do. Nothing is changed.
  ///
  /// The cost is that of undoing them.
  ///
  /// - Parameter limit: the largest number of commands.
  public func undoableCommands(limit: Int = 20) throws -> [DoneCommand] {
    try doneCommands(limit: limit).map { command in
      var command = command
      do {
        try perform("undo list", as: RunningCommand(isUndo: true)) { services in
          try self.together { throw Rehearsal(done: try self.undo(command.number)) }
        }
      } catch let rehearsal as Rehearsal {
        command.done = rehearsal.done
      } catch let refusal as UndoRefusal {
        command.problem = refusal.why
      }
      return command
    }
  }

  /// Undoes a command: all of it, or nothing.
  ///
  /// - Parameter number: the number of one of its events.
  /// - Returns: The command, with a sentence for each thing that was undone.
  /// - Throws: `CampgroundError.unknown` where there is no such event; `.refused`, which says what
  ///   cannot be undone and why.
  public func undoCommand(_ number: Int64) throws -> DoneCommand {
    var command = try doneCommand(number)
    do {
      command.done = try perform("undo \(command.code)", as: RunningCommand(isUndo: true)) { _ in
        try self.together { try self.undo(command.number) }
      }
      return command
    } catch let refusal as UndoRefusal {
      throw refusal.error(about: command.command.map { "\"\($0)\"" } ?? command.code)
    }
  }

  /// The command that an event belongs to.
  ///
  /// - Throws: `CampgroundError.unknown`; `.refused` for an event without its command.
  public func doneCommand(_ number: Int64) throws -> DoneCommand {
    let event = try services.event(number)
    guard let first = event.firstEvent else {
      throw UndoRefusal(
        why: "it was done with an earlier version, which did not keep what it changed",
        fix: .advice("\"audit\" shows the old value; the same command changes it back")
      ).error(about: event.code)
    }
    return note(DoneCommand(first))
  }

  private func doneCommands(limit: Int) throws -> [DoneCommand] {
    let scope = services.scope
    return try scope.doneCommands(by: scope.author.name, limit: limit, in: managedObjectContext)
      .map { note(DoneCommand($0)) }
  }

  private func note(_ command: DoneCommand) -> DoneCommand {
    var command = command
    command.isOfThisDesk = ownCommands.contains(command.number)
    return command
  }

  /// Ends the transaction, so that none of its changes are kept.
  private struct Rehearsal: Error {
    let done: [String]
  }

  /// Undoes a command in the running transaction, and records that.
  ///
  /// - Throws: `UndoRefusal`, also for an error of a service.
  private func undo(_ number: Int64) throws -> [String] {
    do {
      guard let first = try services.event(number).firstEvent else { return [] }
      let (code, campground) = (first.code, first.campground)
      if let later = first.undoneBy, first.commandEvents.allSatisfy({ $0.undoneBy != nil }) {
        throw UndoRefusal(why: "it was undone by \(later.citation)", fix: nil)
      }
      if first.kind?.isUndoing == true {
        throw UndoRefusal(
          why: "it undid another command", fix: .advice("give that command again"))
      }
      let scope = services.scope
      let undone: Event = try scope.write { scratch in
        let event = Event(
          .undone, at: campground, scope.clock.now, by: scope.author, in: scratch)
        (event.noun, event.name) = ("command", code)
        return event
      }
      let undoing = Undoing(services, first)
      let done = try undoing.run()
      guard !done.isEmpty else {
        throw UndoRefusal(
          why: "everything it changed has been changed or deleted since",
          fix: .advice("\"audit\" shows who changed it since"))
      }
      try scope.change { scratch in
        let undone = try scratch.current(undone)
        for event in undoing.events { try scratch.current(event).undoneBy = undone }
      }
      return done
    } catch let error as CampgroundError {
      throw UndoRefusal(about: error.about, why: "\(error)", fix: error.fix)
    } catch let error as ObjectGraphError where error.code == .managedObjectConstraintMerge {
      let noun = error.entityName.map { ObjectLabel.noun(ofEntity: $0) } ?? "object"
      throw UndoRefusal(
        why: "another \(noun) has taken its place",
        fix: .advice("\"audit\" shows what came since; undo or change that first"))
    }
  }
}

extension Services {
  /// The event with a number.
  ///
  /// - Throws: `CampgroundError.unknown`.
  fileprivate func event(_ number: Int64) throws -> Event {
    let found = try managedObjectContext.fetch(
      FetchRequest<Event>(where: "number == %@", number, limit: 1)
    ).first
    if let found { return found }
    throw CampgroundError(
      .unknown, about: [.named("event", "E-\(number)")], "there is no event E-\(number)",
      fix: .advice("\"undo list\" and \"audit\" show the numbers"))
  }
}
