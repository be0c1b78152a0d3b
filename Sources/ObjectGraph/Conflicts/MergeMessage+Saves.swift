import ObjectModel

/// A context's save to the store.
extension Commit: MergeMessage {
  func merge(into context: ManagedObjectContext) {
    guard !isEmpty else { return }
    var merger = Merger(into: context)
    merger.merge(self)
  }

  func changes(in context: ManagedObjectContext) -> ChangedObjectIDs {
    ChangedObjectIDs(changes.rows, id: context.permanentID(key:_:))
  }
}

/// A context's save to its parent.
extension ChangedObjectIDs: MergeMessage {
  func merge(into context: ManagedObjectContext) { context.mergeChanges(from: self) }

  func changes(in context: ManagedObjectContext) -> ChangedObjectIDs { self }
}
