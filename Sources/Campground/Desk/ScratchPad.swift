import Foundation
import ObjectGraph

/// Commands that are shown as if they were done, and saved as a whole: see `Desk.begin()`.
///
/// Nothing of them is in the store, or seen by others, before the save. A context shows what they
/// come to; the save does not write that, but runs them again on what the store has by then.
@MainActor
public final class ScratchPad {
  private unowned let desk: Desk

  /// Shows what the commands come to.
  public private(set) var managedObjectContext: ManagedObjectContext

  /// Whether the context has a part of a command that was interrupted.
  private var hasPart = false

  /// The commands in their order.
  private var list: [UnsavedCommand] = []

  /// The commands that were undone, with their places, the last one last.
  private var undone: [(place: Int, command: UnsavedCommand)] = []

  private(set) var lastID = 0

  /// Tells the pad from all others; the store keeps it of those that were saved.
  public let identifier: UUID

  /// The placeholders that were given for numbers so far.
  public private(set) var placeholders = PlaceholderNumbers()

  init(of desk: Desk, _ identifier: UUID) {
    self.desk = desk
    self.identifier = identifier
    managedObjectContext = Self.emptyContext(on: desk.storeStack)
  }

  private static func emptyContext(on stack: StoreStack) -> ManagedObjectContext {
    let context = stack.mainContext.makeChild()
    context.name = "scratch pad"
    return context
  }

  /// What a list shows of a command.
  public struct Command: Sendable, Hashable, Identifiable {
    /// Tells it from the others of the pad, also when those before it are undone.
    public let id: Int

    /// What people call it.
    public let name: String

    /// Why it does not work any more; nil while it does.
    public let problem: String?

    /// What somebody else changed, so that it came to something else when it was shown again last;
    /// nil where it did not.
    public let change: MeanwhileChange?

    /// The placeholders that were given for numbers before it.
    public let placeholders: PlaceholderNumbers

    /// What it comes to, as it was shown last.
    public let outcome: CommandOutcome
  }

  /// The commands in their order.
  public var commands: [Command] {
    list.map { command in
      Command(
        id: command.id, name: command.name, problem: command.problem.map { "\($0)" },
        change: command.change, placeholders: command.placeholders, outcome: command.outcome)
    }
  }

  /// How much the commands change.
  public var unsavedWork: UnsavedWork { UnsavedWork(in: managedObjectContext) }

  /// Shows what somebody else wrote to the store meanwhile; what the commands changed stays as it
  /// was shown.
  public func refresh() {
    managedObjectContext.refreshCleanObjects()
  }

  // MARK: Adding

  /// Carries out a command in the pad and adds it to the list, unless it changed nothing.
  func add<Result>(
    _ command: UnsavedCommand, _ body: @MainActor (Services) throws -> Result
  ) throws -> Result {
    if hasPart { try orNothing { showAgain() } }
    var command = command
    command.placeholders = placeholders
    let journal = CommandJournal(placeholders: placeholders)
    let result: Result
    do {
      result = try desk.run(
        command, in: managedObjectContext, savingTo: .pad, journal, repeating: false, body)
    } catch {
      hasPart = !journal.outcome.isEmpty
      // What is interrupted cannot be shown again before the next command.
      if hasPart { try? orNothing { showAgain() } }
      throw error
    }
    guard !journal.outcome.isEmpty else { return result }
    command.outcome = journal.outcome
    placeholders = journal.placeholders
    append(command)
    undone = []
    return result
  }

  private func append(_ command: UnsavedCommand) {
    var command = command
    lastID += 1
    command.id = lastID
    list.append(command)
  }

  /// See `Desk.recover(_:at:after:shown:_:)`.
  func recover(_ command: UnsavedCommand) {
    append(command)
    showAgain(at: list.count - 1)
    if hasPart { showAgain() }
  }

  // MARK: Taking back

  /// See `Desk.undo(_:)`.
  func undo(_ position: Int? = nil) throws -> String? {
    let place = (position ?? list.count) - 1
    guard list.indices.contains(place) else { return nil }
    let name = list[place].name
    try orNothing {
      undone.append((place, list.remove(at: place)))
      showAgain()
    }
    return name
  }

  /// See `Desk.redo()`.
  func redo() throws -> String? {
    guard let name = undone.last?.command.name else { return nil }
    try orNothing {
      guard let (place, command) = undone.popLast() else { return }
      list.insert(command, at: place)
      showAgain()
      if let problem = list[place].problem { throw problem }
    }
    return name
  }

  /// Runs what shows the commands again; where it fails or is interrupted, the pad is as before.
  private func orNothing(_ body: () throws -> Void) throws {
    let before = (managedObjectContext, list, undone, placeholders, hasPart)
    do {
      try body()
      try desk.storeStack.persistentStoreCoordinator.checkInterruption()
    } catch {
      (managedObjectContext, list, undone, placeholders, hasPart) = before
      throw error
    }
  }

  /// Does all commands again in a context of its own, and notes which do not work any more, or come
  /// to something else than was shown.
  private func showAgain() {
    // Of these a part works; they are left out of the next round.
    var broken: Set<Int> = []
    repeat {
      hasPart = false
      managedObjectContext = Self.emptyContext(on: desk.storeStack)
      for place in list.indices where !hasPart && !broken.contains(list[place].id) {
        showAgain(at: place)
        if hasPart { broken.insert(list[place].id) }
      }
    } while hasPart
  }

  private func showAgain(at place: Int) {
    let journal = CommandJournal(placeholders: list[place].placeholders)
    let shown = list[place].outcome
    list[place].problem = nil
    do {
      try desk.run(
        list[place], in: managedObjectContext, savingTo: .pad, journal, repeating: true,
        list[place].body)
      list[place].change = shown.isEmpty ? nil : journal.outcome.difference(from: shown)
      list[place].outcome = journal.outcome
    } catch {
      list[place].problem = error
      hasPart = !journal.outcome.isEmpty
    }
    placeholders = journal.placeholders
  }

  // MARK: Saving

  /// See `Desk.save()`.
  func save() throws -> SavedWork {
    let work = unsavedWork
    do {
      return SavedWork(
        work: work,
        codes: try desk.storeStack.write { context in
          // Sound: the transaction runs on this thread, the main one, while the caller waits for
          // it.
          nonisolated(unsafe) let context = context
          return try MainActor.assumeIsolated { try self.repeatAll(in: context) }
        })
    } catch let error as UnsavedCommandError {
      if !desk.storeStack.persistentStoreCoordinator.isInterrupted {
        try orNothing {
          _ = try desk.storeStack.refreshAfterForeignChanges()
          showAgain()
        }
      }
      throw error
    }
  }

  /// Does all commands again in a write transaction.
  ///
  /// - Returns: the codes that the store gave.
  private func repeatAll(in context: ManagedObjectContext) throws -> [SavedWork.Code] {
    var numbers: [String: [Int64: Int64]] = [:]
    var codes: [SavedWork.Code] = []
    var newCampers: Set<Int64> = []
    let mark = SavedPad(context: context)
    mark.identifier = identifier
    mark.savedAt = desk.clock.now
    for (place, command) in list.enumerated() {
      let journal = CommandJournal(numbers: numbers, newCampers: newCampers)
      defer { newCampers = journal.newCampers }
      do {
        var named = command
        named.name = PlaceholderNumbers.replaced(in: command.name, by: numbers)
        try desk.run(named, in: context, savingTo: .store, journal, repeating: true, command.body)
        for (letter, shown) in command.outcome.created.sorted(by: { $0.key < $1.key }) {
          for (placeholder, number) in zip(shown, journal.outcome.created[letter] ?? []) {
            numbers[letter, default: [:]][placeholder] = number
            codes.append(
              SavedWork.Code(
                placeholder: PlaceholderNumbers.code(letter, placeholder),
                final: PlaceholderNumbers.code(letter, number)))
          }
        }
        if let currency = command.outcome.currency, let now = journal.outcome.currency,
          now != currency
        {
          throw CampgroundError(
            .currencyChanged,
            "someone changed the currency to \(now.code) meanwhile; these amounts are in "
              + currency.code, fix: .advice("enter the amounts again in \(now.code)"))
        }
        if let change = journal.outcome.difference(from: command.outcome, numbers: numbers) {
          throw CampgroundError(
            .changedMeanwhile, about: [.change(change)], "\(change)",
            fix: .advice("save again to accept it as it is now"))
        }
      } catch {
        throw UnsavedCommandError(position: place + 1, command: command.name, reason: error)
      }
    }
    return codes
  }
}
