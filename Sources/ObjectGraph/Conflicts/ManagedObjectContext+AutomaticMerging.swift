import ObjectModel
import ObjectStore

/// Merging the saves of others automatically.
extension ManagedObjectContext {
  /// Whether the saves of others are merged automatically, later on this context's queue. The
  /// default is false.
  ///
  /// This applies to all saves to the store and, in a child context, also to the saves of its
  /// parent's children, and its parent's own saves. Objects get new values as with
  /// `mergeChanges(fromContextDidSave:)`, with one difference: an object with unsaved changes
  /// adopts the properties that only the other save changed; if both changed the same property, it
  /// is left unchanged, and its save is a conflict, so that nobody's work is overwritten unnoticed.
  /// (In Core Data, it would be.)
  public var automaticallyMergesChangesFromParent: Bool {
    get { !links.mergers.isEmpty }
    set {
      guard newValue == links.mergers.isEmpty else { return }
      guard newValue else { return endMerging() }
      links.mergers = [MergeRegistry.of(coordinator)]
      if case .context(let parent) = contextParent {
        links.mergers.append(parent.performAndWait { $0.links.childMergers })
      }
      for registry in links.mergers { registry.add(WeakContextReference(self)) }
    }
  }

  /// Stops merging the saves of others.
  func endMerging() {
    for registry in links.mergers { registry.remove(ObjectIdentifier(self)) }
    links.mergers = []
  }

  /// Notifies the parent's children of a save into the parent, and this context's own children that
  /// its changes were saved.
  func announce(_ changes: SavePlan, savedTo parent: ManagedObjectContext) {
    for registry in [parent.links.childMergers, links.childMergers] where !registry.isEmpty {
      registry.send(except: [ObjectIdentifier(self)], ChangedObjectIDs(changes, in: self))
    }
  }
}
