/// A description of a save, for contexts that merge it.
protocol MergeMessage: Sendable {
  func merge(into context: ManagedObjectContext)

  /// The affected objects, by their IDs in the context.
  func changes(in context: ManagedObjectContext) -> ChangedObjectIDs
}
