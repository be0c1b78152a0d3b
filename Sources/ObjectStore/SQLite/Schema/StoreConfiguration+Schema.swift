extension StoreConfiguration {
  /// Whether the store has a join table, which requires the tables of both ends.
  func holds(_ join: JoinMapping, in model: ModelLayout) -> Bool {
    [join.relationship.declaringNumber, join.relationship.destinationNumber]
      .allSatisfy { holdsHierarchy(of: model[$0], in: model) }
  }
}
