/// What a context has to tell once a save is done everywhere.
struct SaveNews {
  /// The changes that were saved.
  let saved: ChangeList

  /// Their objects, where anybody can be waiting for them.
  let lists: ObjectLists

  /// What came here from contexts below.
  var arrived = ObjectLists()

  /// Objects whose derived attributes became different.
  var derived: [ManagedObject] = []
}
