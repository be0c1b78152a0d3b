import ObjectGraph

/// What a command did: the events and ledger lines that are needed to undo it.
final class DoneWork {
  /// The command as people call it.
  let name: String

  /// The objects that it added, except stays.
  private(set) var added: [ManagedObjectID] = []

  /// The events that it recorded, in order.
  private(set) var events: [ManagedObjectID] = []

  /// The changes to existing stays, one for each stay.
  private(set) var changes: [AgreedChange] = []

  /// The ledger lines that it wrote, in order.
  private(set) var lines: [ManagedObjectID] = []

  init(_ name: String) { self.name = name }

  var isEmpty: Bool { added.isEmpty && events.isEmpty && lines.isEmpty }

  /// Records a change to a stay, which the command may change more than once.
  func note(_ change: AgreedChange) {
    if let known = changes.firstIndex(where: { $0.stay == change.stay }) {
      changes[known].after = change.after
    } else {
      changes.append(change)
    }
  }

  /// Saves a context, and records what is new in it.
  func save(_ context: ManagedObjectContext) throws {
    let new = context.insertedObjects
    try context.save()
    // By now the store has assigned numbers and permanent identifiers.
    events += new.compactMap { $0 as? Event }.sorted { $0.number < $1.number }.map(\.objectID)
    lines += new.compactMap { $0 as? FolioEntry }.sorted { $0.number < $1.number }.map(\.objectID)
    added += new.filter { $0 is any Audited && !($0 is Reservation) }.map(\.objectID)
  }
}
