import ObjectModel

extension PersistentStoreCoordinator {
  /// The values of the columns of a fetch, a list for each result.
  ///
  /// Of several stores the rows are read, and grouped and ordered here.
  package func values(_ fetch: ValueFetch) throws -> [[AttributeValue]] {
    let stores = try stores(for: fetch.rows)
    if stores.count == 1 { return try stores[0].store.values(fetch) }
    if let attribute = fetch.results.transientAttributes.first {
      throw StoreMapping.foreign(attribute)
    }
    let subjects = try self.fetch(fetch.allRows).map { row in
      let layout = layout[row.entityNumber]
      let store = fetch.results.readsExternalData ? stores.first { $0.holds(key: row.key) } : nil
      let whole = try store?.store.rowWithExternalData(row, layout) ?? row
      return StoredSubject(row: whole, coordinator: self)
    }
    return try EvaluationFailure.surfacing {
      fetch.results.results(
        of: subjects, limit: fetch.rows.limit, offset: fetch.rows.offset)
    }
  }
}
