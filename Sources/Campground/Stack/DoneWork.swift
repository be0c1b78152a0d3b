import ObjectGraph

/// What a command did: the events and ledger lines that are needed to undo it.
final class DoneWork {
  /// The command as people call it.
  let name: String

  /// What was saved so far.
  private struct Contents {
    var isEmpty = true
    var added: [ManagedObjectID] = []
    var events: [ManagedObjectID] = []
    var changes: [AgreedChange] = []
    var lines: [ManagedObjectID] = []
    var edits: [EditedObject] = []
  }

  private var contents = Contents()

  /// The objects that it added, except stays.
  var added: [ManagedObjectID] { contents.added }

  /// The events that it recorded, in order.
  var events: [ManagedObjectID] { contents.events }

  /// The changes to existing stays, one for each stay.
  var changes: [AgreedChange] { contents.changes }

  /// The ledger lines that it wrote, in order.
  var lines: [ManagedObjectID] { contents.lines }

  /// The changes to other existing objects, one for each.
  var edits: [EditedObject] { contents.edits }

  /// Whether it changed nothing, as a command that only reads.
  var isEmpty: Bool { contents.isEmpty }

  init(_ name: String) { self.name = name }

  /// Runs a part of the command; if it throws, what it recorded is forgotten, as its changes are.
  func record<Result>(_ part: () throws -> Result) throws -> Result {
    let known = contents
    do {
      return try part()
    } catch {
      contents = known
      throw error
    }
  }

  /// Records a change to a stay, which the command may change more than once.
  func note(_ change: AgreedChange) {
    if let known = contents.changes.firstIndex(where: { $0.stay == change.stay }) {
      contents.changes[known].after = change.after
    } else {
      contents.changes.append(change)
    }
  }

  private func note(_ edit: EditedObject) {
    if let known = contents.edits.firstIndex(where: { $0.object == edit.object }) {
      contents.edits[known].add(edit)
    } else {
      contents.edits.append(edit)
    }
  }

  /// Saves a context, and records what is new in it.
  func save(_ context: ManagedObjectContext) throws {
    let new = context.insertedObjects
    let changesAnything =
      !new.isEmpty || !context.deletedObjects.isEmpty
      || context.updatedObjects.contains { !$0.changedStoredKeys.isEmpty }
    var edits = try context.updatedObjects.compactMap { object in
      try EditedObject(object).map { (object: object, edit: $0) }
    }
    try context.save()
    for index in edits.indices {
      try edits[index].edit.takeAfter(edits[index].object)
      note(edits[index].edit)
    }
    if changesAnything { contents.isEmpty = false }
    // By now the store has assigned numbers and permanent identifiers.
    let events = new.compactMap { $0 as? Event }.sorted { $0.number < $1.number }
    let lines = new.compactMap { $0 as? FolioEntry }.sorted { $0.number < $1.number }
    contents.events += events.map(\.objectID)
    contents.lines += lines.map(\.objectID)
    contents.added += new.filter(Self.isUndoneByDeleting).map(\.objectID)
  }

  private static func isUndoneByDeleting(_ object: ManagedObject) -> Bool {
    switch object {
    case is Reservation: false
    // The former version of a rule comes of its edit.
    case let rule as VersionedRule: rule.isInForce
    case is any Audited, is Voucher, is MeterReading: true
    default: false
    }
  }
}
