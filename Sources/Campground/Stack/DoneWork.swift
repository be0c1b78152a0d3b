import ObjectGraph

/// What a command did, by the events and the lines of the ledger that it wrote, as far as it takes to
/// take it back.
final class DoneWork {
  /// What people call the command.
  let name: String

  /// The things that it added, stays aside.
  private(set) var added: [ManagedObjectID] = []

  /// The events that tell what it did, in their order.
  private(set) var events: [ManagedObjectID] = []

  /// What it made of stays that were there before, each once.
  private(set) var changes: [AgreedChange] = []

  /// The lines that it wrote, in their order.
  private(set) var lines: [ManagedObjectID] = []

  init(_ name: String) { self.name = name }

  var isEmpty: Bool { added.isEmpty && events.isEmpty && lines.isEmpty }

  /// Notes what it made of a stay, which it may change more than once.
  func note(_ change: AgreedChange) {
    if let known = changes.firstIndex(where: { $0.stay == change.stay }) {
      changes[known].after = change.after
    } else {
      changes.append(change)
    }
  }

  /// Saves a context, and notes what is new in it.
  func save(_ context: ManagedObjectContext) throws {
    let new = context.insertedObjects
    try context.save()
    // By now the store has given numbers and permanent identifiers.
    events += new.compactMap { $0 as? Event }.sorted { $0.number < $1.number }.map(\.objectID)
    lines += new.compactMap { $0 as? FolioEntry }.sorted { $0.number < $1.number }.map(\.objectID)
    added += new.filter { $0 is any Audited && !($0 is Reservation) }.map(\.objectID)
  }
}
