/// The keys of the rows that a fetch found, in order: 8 bytes for each row, and 4 more if there are
/// several entities.
package struct RowKeys: Sendable {
  package private(set) var keys: [Int64] = []

  /// The entity number of all rows; 0 while there are none.
  private var commonNumber = 0
  /// The entity number of each row; empty if they are all the same.
  private var entityNumbers: [Int32] = []

  package init() {}

  package init(_ rows: [Row]) {
    keys.reserveCapacity(rows.count)
    for row in rows { append(row.key, entityNumber: row.entityNumber) }
  }

  package var count: Int { keys.count }

  /// The entity number of the row at an index.
  package func entityNumber(at place: Int) -> Int {
    entityNumbers.isEmpty ? commonNumber : Int(entityNumbers[place])
  }

  package mutating func reserveCapacity(_ count: Int) { keys.reserveCapacity(count) }

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

  package mutating func append(contentsOf other: RowKeys, in range: Range<Int>) {
    keys.reserveCapacity(keys.count + range.count)
    for place in range { append(other.keys[place], entityNumber: other.entityNumber(at: place)) }
  }

  package func filter(_ isIncluded: (Int64) -> Bool) -> RowKeys {
    var result = RowKeys()
    for place in keys.indices where isIncluded(keys[place]) {
      result.append(keys[place], entityNumber: entityNumber(at: place))
    }
    return result
  }

  /// The range selected by a limit and an offset; 0 means no limit.
  package func window(limit: Int, offset: Int) -> RowKeys {
    let start = min(max(offset, 0), count)
    let end = limit > 0 && limit < count - start ? start + limit : count
    guard start > 0 || end < count else { return self }
    var result = RowKeys()
    result.append(contentsOf: self, in: start..<end)
    return result
  }
}
