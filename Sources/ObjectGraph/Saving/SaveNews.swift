/// What a context tells its objects and observers once the whole chain has applied a save.
struct SaveNews {
  /// The changes that were saved.
  let saved: ChangeList

  /// Their objects; empty while nobody can be observing saves.
  let lists: ObjectLists

  /// Those that the context deleted, which have left it.
  let deleted: [ManagedObject]

  /// What arrived from child contexts.
  var arrived = ObjectLists()

  /// Objects whose derived attributes changed.
  var derived: [ManagedObject] = []
}
