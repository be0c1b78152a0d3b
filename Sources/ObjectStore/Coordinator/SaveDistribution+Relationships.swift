import ObjectModel

/// Finds relationships of a save that would lead from one store to another.
extension SaveDistribution {
  /// - Throws: code 133010 with the first such relationship and the objects at both its ends;
  ///   further ones are among its underlying errors.
  func checkRelationships() throws {
    var found: [ObjectGraphError] = []
    for update in changes.updates {
      let changed = update.layout.toOnes.filter { update.changed.contains($0.index) }
      found += changed.compactMap { error(update.row, $0, update.layout) }
    }
    for insert in changes.inserts {
      let stored = insert.layout.toOnes.filter(\.isStored)
      found += stored.compactMap { error(insert.row, $0, insert.layout) }
    }
    for join in changes.joins {
      let source = model[join.relationship.declaringNumber]
      for pair in join.added where areApart(pair.source, pair.destination) {
        found.append(
          error(
            join.relationship, source, from: pair.source, to: pair.destination,
            of: model[join.relationship.destinationNumber]))
      }
    }
    guard var first = found.first else { return }
    if found.count > 1 { first.underlyingErrors = found }
    throw first
  }

  private func areApart(_ source: Int64, _ destination: Int64) -> Bool {
    guard let from = storeNumber(ofKey: source), let to = storeNumber(ofKey: destination) else {
      return false
    }
    return from != to
  }

  private func error(
    _ row: Row, _ property: PropertyLayout, _ layout: EntityLayout
  ) -> ObjectGraphError? {
    guard property.isStored, let key = row.integer(of: property), areApart(row.key, key) else {
      return nil
    }
    let declared = model[property.destinationNumber]
    let own = property.hasEntitySlot ? Int(row.integer(slot: property.slot + 1)) : 0
    return error(
      property, layout, from: row.key, to: key, of: declared.includes(own) ? model[own] : declared)
  }

  private func error(
    _ property: PropertyLayout, _ layout: EntityLayout, from source: Int64, to destination: Int64,
    of other: EntityLayout
  ) -> ObjectGraphError {
    let ids = [id(source, layout), id(destination, other)]
    return ObjectGraphError(
      .managedObjectExternalRelationship,
      "\(layout.name).\(property.name) would lead from \(ids[0]) to \(ids[1]), "
        + "which is in another store",
      repair: "assign both objects to one store with assign(_:to:) before they are saved",
      entityName: layout.name, objectID: ids[0], key: property.name,
      details: [ObjectGraphError.affectedObjectsKey: ids])
  }

  private func id(_ key: Int64, _ layout: EntityLayout) -> ManagedObjectID {
    let number = StoreIdentity.number(ofKey: key)
    return ManagedObjectID(
      key: key, in: stores.first { $0.identity.number == number }?.identity, layout)
  }
}
