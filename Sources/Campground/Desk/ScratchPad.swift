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
  public private(set) var commands: [UnsavedCommand] = []

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

  /// The number of changes by the commands.
  public var unsavedWork: UnsavedWork { UnsavedWork(in: managedObjectContext) }

  /// Shows what others have written to the store since; the changes of the commands stay as shown.
  public func refresh() {
    managedObjectContext.refreshCleanObjects()
  }

  // MARK: Adding

  /// Performs a command in the pad and adds it to the commands, unless it changed nothing.
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
    commands.append(command)
  }

  /// See `Desk.recover(_:at:after:shown:_:)`.
  func recover(_ command: UnsavedCommand) {
    append(command)
    showAgain(at: commands.count - 1)
    if hasPart { showAgain() }
  }

  // MARK: Undoing

  /// See `Desk.undo(_:)`.
  func undo(_ position: Int? = nil) throws -> String? {
    let place = (position ?? commands.count) - 1
    guard commands.indices.contains(place) else { return nil }
    let name = commands[place].name
    try orNothing {
      undone.append((place, commands.remove(at: place)))
      showAgain()
    }
    return name
  }

  /// See `Desk.redo()`.
  func redo() throws -> String? {
    guard let name = undone.last?.command.name else { return nil }
    try orNothing {
      guard let (place, command) = undone.popLast() else { return }
      commands.insert(command, at: place)
      showAgain()
      if let fault = commands[place].fault { throw fault }
    }
    return name
  }

  /// Runs work that shows the commands again; if it fails or is interrupted, the pad is restored.
  private func orNothing(_ body: () throws -> Void) throws {
    let before = (managedObjectContext, commands, undone, placeholders, hasPart)
    do {
      try body()
      try desk.storeStack.persistentStoreCoordinator.checkInterruption()
    } catch {
      (managedObjectContext, commands, undone, placeholders, hasPart) = before
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
      for place in commands.indices where !hasPart && !broken.contains(commands[place].id) {
        showAgain(at: place)
        if hasPart { broken.insert(commands[place].id) }
      }
    } while hasPart
  }

  private func showAgain(at place: Int) {
    let journal = CommandJournal(placeholders: commands[place].placeholders)
    let shown = commands[place].outcome
    commands[place].fault = nil
    do {
      try desk.run(
        commands[place], in: managedObjectContext, savingTo: .pad, journal, repeating: true,
        commands[place].body)
      commands[place].change = shown.isEmpty ? nil : journal.outcome.difference(from: shown)
      commands[place].outcome = journal.outcome
    } catch {
      commands[place].fault = error
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
    let progress = PadProgress()
    var codes: [SavedWork.Code] = []
    let mark = SavedPad(context: context)
    mark.identifier = identifier
    mark.savedAt = desk.clock.now
    for (place, command) in commands.enumerated() {
      let journal = CommandJournal(savingPad: progress)
      do {
        var named = command
        named.name = PlaceholderNumbers.replaced(in: command.name, by: progress.numbers)
        try desk.run(named, in: context, savingTo: .store, journal, repeating: true, command.body)
        for (letter, shown) in command.outcome.created.sorted(by: { $0.key < $1.key }) {
          for (placeholder, number) in zip(shown, journal.outcome.created[letter] ?? []) {
            progress.numbers[letter, default: [:]][placeholder] = number
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
            .refused,
            "someone changed the currency to \(now.code) meanwhile; these amounts are in "
              + currency.code, fix: .advice("enter the amounts again in \(now.code)"))
        }
        if let change = journal.outcome.difference(
          from: command.outcome, numbers: progress.numbers)
        {
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
