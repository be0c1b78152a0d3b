/// The keys of the rows that a fetch found, in order: 8 bytes for each row, and 4 more if there are
/// several entities.
package struct RowKeys: Sendable {
  package private(set) var keys: [Int64] = []

  /// The entity number of all rows; 0 while there are none.
  private var commonNumber = 0
  /// The entity number of each row; empty if they are all the same.
  private var entityNumbers: [Int32] = []

  package init() {}

  package init(_ rows: [RowKey]) {
    keys.reserveCapacity(rows.count)
    for row in rows { append(row) }
  }

  package init(_ part: Slice<RowKeys>) { append(contentsOf: part) }

  package mutating func reserveCapacity(_ count: Int) { keys.reserveCapacity(count) }

  package mutating func append(_ row: RowKey) { append(row.key, entityNumber: row.entityNumber) }

  package mutating func append(_ key: Int64, entityNumber: Int) {
    if keys.isEmpty {
      commonNumber = entityNumber
    } else if entityNumbers.isEmpty, entityNumber != commonNumber {
      entityNumbers = Array(repeating: Int32(truncatingIfNeeded: commonNumber), count: keys.count)
    }
    keys.append(key)
    if !entityNumbers.isEmpty || entityNumber != commonNumber {
      entityNumbers.append(Int32(truncatingIfNeeded: entityNumber))
    }
  }

  package mutating func append(contentsOf part: Slice<RowKeys>) {
    keys.reserveCapacity(keys.count + part.count)
    for row in part { append(row) }
  }
}

extension RowKeys: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { keys.count }
  package subscript(place: Int) -> RowKey {
    let number = entityNumbers.isEmpty ? commonNumber : Int(entityNumbers[place])
    return RowKey(keys[place], entityNumber: number)
  }
}

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
