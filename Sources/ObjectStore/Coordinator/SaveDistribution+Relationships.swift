import ObjectModel

/// Finds relationships in a save that would span two stores.
extension SaveDistribution {
  /// - Throws: code 133010 with the first such relationship and the objects at both ends; further
  ///   ones are underlying errors.
  func checkRelationships() throws {
    var found: [ObjectGraphError] = []
    func check(
      _ property: PropertyLayout, _ layout: EntityLayout, from source: Int64,
      to destination: Int64, of other: EntityLayout
    ) {
      guard let from = storeNumber(ofKey: source), let to = storeNumber(ofKey: destination),
        from != to
      else { return }
      let ids = [id(source, layout), id(destination, other)]
      found.append(
        ObjectGraphError(
          .managedObjectExternalRelationship,
          "\(layout.name).\(property.name) would lead from \(ids[0]) to \(ids[1]), "
            + "which is in another store",
          repair: "assign both objects to one store with assign(_:to:) before they are saved",
          entityName: layout.name, objectID: ids[0], key: property.name,
          details: .init(.affectedObjects, ids)))
    }
    func check(_ row: Row, _ layout: EntityLayout, changed: [Int]? = nil) {
      for property in layout.toOnes
      where property.isStored && changed?.contains(property.index) ?? true {
        guard let key = row.integer(of: property) else { continue }
        let declared = model[property.destinationNumber]
        let own = property.hasEntitySlot ? Int(row.integer(slot: property.slot + 1)) : 0
        check(
          property, layout, from: row.key, to: key,
          of: declared.includes(own) ? model[own] : declared)
      }
    }
    for update in changes.updates { check(update.row, update.layout, changed: update.changed) }
    for insert in changes.inserts { check(insert.row, insert.layout) }
    for join in changes.joins {
      let property = join.relationship
      for pair in join.added {
        check(
          property, model[property.declaringNumber], from: pair.source, to: pair.destination,
          of: model[property.destinationNumber])
      }
    }
    guard var first = found.first else { return }
    if found.count > 1 { first.underlyingErrors = found }
    throw first
  }

  private func id(_ key: Int64, _ layout: EntityLayout) -> ManagedObjectID {
    let number = StoreIdentity.number(ofKey: key)
    return ManagedObjectID(
      key: key, in: stores.first { $0.identity.number == number }?.identity, layout)
  }
}
