/// What a context reports to its objects and observers once the whole chain has applied a save.
struct SaveNews {
  /// The changes that were saved.
  let saved: ChangeList

  /// The changed objects; empty while nothing can be observing saves.
  var lists = ObjectLists()

  /// The objects that the context deleted, which have left it.
  var deleted: [ManagedObject] = []

  /// Objects that arrived from child contexts.
  var arrived = ObjectLists()

  /// Objects whose derived attributes changed.
  var derived: [ManagedObject] = []
}
