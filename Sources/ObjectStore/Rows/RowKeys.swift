/// Which rows a fetch found, in its order, without their values: 8 bytes a row, and 4 more where
/// they are of several entities.
package struct RowKeys: Sendable {
  package private(set) var keys: [Int64] = []

  /// The number of the entity of every row; 0 while there is none.
  private var commonNumber = 0
  /// The entity of each row; empty while all have one.
  private var entityNumbers: [Int32] = []

  package init() {}

  package init(_ rows: [Row]) {
    keys.reserveCapacity(rows.count)
    for row in rows { append(row.key, entityNumber: row.entityNumber) }
  }

  package var count: Int { keys.count }

  /// The number of the entity of the row at a place.
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

  /// What a limit and an offset leave; 0 is no limit.
  package func window(limit: Int, offset: Int) -> RowKeys {
    let start = min(max(offset, 0), count)
    let end = limit > 0 && limit < count - start ? start + limit : count
    guard start > 0 || end < count else { return self }
    var result = RowKeys()
    result.append(contentsOf: self, in: start..<end)
    return result
  }
}
