import ObjectModel

extension StoreConfiguration {
  /// Whether a store has a table.
  func holds(_ table: TableMapping, in mapping: StoreMapping) -> Bool {
    holdsHierarchy(of: table.root, in: mapping.model)
  }

  /// Whether a store has a join table: it does when it has the tables of both ends.
  func holds(_ join: JoinMapping, in mapping: StoreMapping) -> Bool {
    let relationship = join.relationship
    return [join.ownerNumber, relationship.declaringNumber, relationship.destinationNumber]
      .allSatisfy { holdsHierarchy(of: mapping.model[$0], in: mapping.model) }
  }
}
