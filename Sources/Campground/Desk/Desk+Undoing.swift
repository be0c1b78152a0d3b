import Foundation
import ObjectGraph

extension Desk {
  /// Undoes the last command that was saved at once, using its events and the ledger lines it
  /// wrote: all of it or nothing. The next call undoes the command before.
  ///
  /// Added objects are deleted; a booked stay is canceled, with nothing kept; edited objects get
  /// their former values back; a check-in or check-out is undone; a canceled stay is reinstated; a
  /// moved or changed stay gets its former sites, dates and bill back; and ledger lines are
  /// reversed. What has been changed again since, other changes and deletions are refused: undo
  /// never takes an earlier command in their place.
  ///
  /// - Returns: The name of the command, and a sentence for each thing that was undone.
  /// - Throws: `CampgroundError.nothingToUndo`; `.notUndone`, which says what cannot be undone and
  ///   why.
  public func undoLast() throws -> (name: String, done: [String]) {
    guard let work = doneWorks.last else {
      throw CampgroundError(
        .nothingToUndo, "there is nothing to undo in this session",
        fix: .advice(
          "undo only covers commands given since the shell was opened; \"reverse\" reverses older "
            + "lines of a bill"))
    }
    // An undo cannot be undone itself, and a failed one leaves its command to be undone.
    let known = doneWorks
    do {
      let done = try perform("undo: \(work.name)") { _ in
        try self.together { try self.undo(work) }
      }
      doneWorks = Array(known.dropLast())
      return (work.name, done)
    } catch let refusal as UndoRefusal {
      doneWorks = known
      throw CampgroundError(
        .notUndone, about: refusal.about, "\"\(work.name)\" cannot be undone: \(refusal.why)",
        fix: refusal.fix)
    } catch {
      doneWorks = known
      throw error
    }
  }

  /// Undoes a command in the running transaction.
  ///
  /// - Throws: `UndoRefusal`, also for an error of a service.
  func undo(_ work: DoneWork) throws -> [String] {
    do {
      return try Undoing(services, work).run()
    } catch let error as CampgroundError {
      throw UndoRefusal(about: error.about, why: "\(error)", fix: error.fix)
    }
  }
}

/// Why a command cannot be undone.
struct UndoRefusal: Error {
  var about: [CampgroundError.Subject] = []
  /// The reason as one sentence without a period.
  let why: String
  /// How to correct what the command did; nil where the reason says it all.
  let fix: CampgroundError.Fix?
}
