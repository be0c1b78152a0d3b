/// A row's primary key and the number of its entity.
package struct RowKey: Hashable, Sendable {
  package let key: Int64
  package let entityNumber: Int

  package init(_ key: Int64, entityNumber: Int) {
    self.key = key
    self.entityNumber = entityNumber
  }

  package init(_ row: Row) { self.init(row.key, entityNumber: row.entityNumber) }
}
