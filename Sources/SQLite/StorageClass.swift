import CSQLite

/// How SQLite stores the value of a column in the current row.
@frozen
package struct StorageClass: Equatable {
  @usableFromInline let code: Int32

  @inlinable
  init(code: Int32) {
    self.code = code
  }

  @inlinable package static var integer: StorageClass { StorageClass(code: SQLITE_INTEGER) }
  @inlinable package static var real: StorageClass { StorageClass(code: SQLITE_FLOAT) }
  @inlinable package static var text: StorageClass { StorageClass(code: SQLITE_TEXT) }
  @inlinable package static var blob: StorageClass { StorageClass(code: SQLITE_BLOB) }
  @inlinable package static var null: StorageClass { StorageClass(code: SQLITE_NULL) }
}

extension Statement {
  /// The storage class of a column of the current row.
  @inlinable
  package func storageClass(_ column: Int32) -> StorageClass {
    StorageClass(code: type(column))
  }
}
