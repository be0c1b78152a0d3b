/// What was saved, for contexts that take it over.
protocol MergeMessage: Sendable {
  func merge(into context: ManagedObjectContext)

  /// Which objects it is about, by their IDs there.
  func changes(in context: ManagedObjectContext) -> ChangedObjectIDs
}
