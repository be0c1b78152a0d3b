import ObjectGraph

/// The command that services are carrying out: the events of all its saves belong together.
final class RunningCommand {
  /// Its first event; nil while it has changed nothing.
  private(set) var firstEvent: ManagedObjectID?

  /// The number of its first event.
  private(set) var number: Int64?

  /// Whether it undoes another command; it is then not undone itself.
  let isUndo: Bool

  init(isUndo: Bool = false) { self.isUndo = isUndo }

  /// Runs a part of the command; if it throws, what it recorded is forgotten, as its changes are.
  func record<Result>(_ part: () throws -> Result) throws -> Result {
    let known = (firstEvent, number)
    do {
      return try part()
    } catch {
      (firstEvent, number) = known
      throw error
    }
  }

  /// Relates new events to the first one of the command, and keeps images with them.
  ///
  /// - Parameters:
  ///   - known: the events of the save by the object that they are about.
  ///   - isSaved: whether the context saves to the store rather than to a scratch pad, which undoes
  ///     its commands by leaving them out, and keeps images of check-ins and check-outs alone.
  /// - Returns: The first event; nil where the save records none.
  static func relate(
    _ command: RunningCommand?, in context: ManagedObjectContext,
    _ known: [ManagedObjectID: Event], isSaved: Bool
  ) throws -> Event? {
    let events = context.insertedObjects.compactMap { $0 as? Event }.filter { !$0.isDeleted }
    // The store numbers new objects in the order in which they were made.
    guard let earliest = events.max(by: { $0.objectID.reference < $1.objectID.reference }) else {
      return nil
    }
    let first: Event = try command?.firstEvent.map { try context.existing($0) } ?? earliest
    for event in events { event.firstEvent = first }
    let isUndo = command?.isUndo == true || events.contains { $0.kind?.isUndoing == true }
    let isStep = events.contains { $0.kind == .checkedIn || $0.kind == .checkedOut }
    if !isUndo, isSaved || isStep {
      try ImageTaker(context: context, events: known, first: earliest, isSaved: isSaved).take()
    }
    return first
  }

  /// Notes the first event once it is saved.
  func note(_ first: Event?) {
    guard firstEvent == nil, let first else { return }
    (firstEvent, number) = (first.objectID, first.number)
  }
}
