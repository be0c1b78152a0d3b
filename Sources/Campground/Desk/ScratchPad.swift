import Foundation
import ObjectGraph

/// Commands that are shown as if they were done, and saved together; see `Desk.begin()`.
///
/// Before the save, nothing of them is in the store or visible to others. A context shows their
/// outcome; the save does not write that context, but runs the commands again on the current state
/// of the store.
@MainActor
public final class ScratchPad {
  private unowned let desk: Desk

  /// Shows the outcome of the commands.
  public private(set) var managedObjectContext: ManagedObjectContext

  /// Whether the context contains part of an interrupted command.
  private var hasPart = false

  /// The commands in order.
  private var list: [UnsavedCommand] = []

  /// The undone commands with their positions, the last one last.
  private var undone: [(place: Int, command: UnsavedCommand)] = []

  private(set) var lastID = 0

  /// The identifier of the pad, which the store keeps once the pad is saved.
  public let identifier: UUID

  /// The placeholder numbers given so far.
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

  /// A command as a list shows it.
  public struct Command: Sendable, Hashable, Identifiable {
    /// The identifier within the pad, which stays the same when earlier commands are undone.
    public let id: Int

    /// The command as people call it.
    public let name: String

    /// Why it no longer works; nil while it does.
    public let problem: String?

    /// What someone else changed, so that the outcome differed when it was last shown; nil if it
    /// did not.
    public let change: MeanwhileChange?

    /// The placeholder numbers given before it.
    public let placeholders: PlaceholderNumbers

    /// The outcome as last shown.
    public let outcome: CommandOutcome
  }

  /// The commands in order.
  public var commands: [Command] {
    list.map { command in
      Command(
        id: command.id, name: command.name, problem: command.problem.map { "\($0)" },
        change: command.change, placeholders: command.placeholders, outcome: command.outcome)
    }
  }

  /// The number of changes by the commands.
  public var unsavedWork: UnsavedWork { UnsavedWork(in: managedObjectContext) }

  /// Shows what others have written to the store since; the changes of the commands stay as shown.
  public func refresh() {
    managedObjectContext.refreshCleanObjects()
  }

  // MARK: Adding

  /// Performs a command in the pad and adds it to the list, unless it changed nothing.
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
      // After an interruption, the commands are shown again before the next command at the latest.
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

  // MARK: Undoing

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

  /// Runs work that shows the commands again; if it fails or is interrupted, the pad is restored.
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

  /// Repeats all commands in a fresh context, and records which no longer work or have another
  /// outcome than was shown.
  private func showAgain() {
    // These commands failed halfway; the next round leaves them out.
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

  /// Repeats all commands in a write transaction.
  ///
  /// - Returns: The codes that the store assigned.
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
