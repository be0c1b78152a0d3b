import ObjectStore

/// Identifies a row by its entity hierarchy and key.
struct RowPlace: Hashable {
  let root: Int
  let key: Int64
}

extension RowPlace {
  init(_ layout: EntityLayout, _ key: Int64) { self.init(root: layout.rootNumber, key: key) }
}

extension ManagedObject {
  /// The object's key in the store, or its temporary reference, with the number of its entity.
  final var rowKey: RowKey { RowKey(key, entityNumber: layout.number) }
}

extension ManagedObjectContext {
  /// The object of a row; it may be a fault.
  func object(of row: RowKey) -> ManagedObject {
    object(key: row.key, entityNumber: row.entityNumber)
  }
}
