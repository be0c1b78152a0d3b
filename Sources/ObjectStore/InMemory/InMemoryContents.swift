import ObjectModel

/// The rows of a store in memory, with indexes that follow each change of a row.
///
/// Every operation takes time in proportion to what it is about, not to the size of the store. A
/// reader works on a copy, which shares everything until the next save.
struct InMemoryContents {
  /// Rows by key for each root entity's number.
  private(set) var tables: [Int: [Int64: Row]] = [:]
  /// The last key that was handed out for each root entity's number.
  var lastKeys: [Int: Int64] = [:]
  var isClosed = false

  private var joins: [JoinKey: JoinTable] = [:]
  /// Which row of a hierarchy has the values of a constraint, by the constraint's place.
  private var owners: [Int: [UniqueValues: Int64]] = [:]
  /// The keys of the rows that refer to a key, for each to-one relationship that has an inverse.
  private var referrers: [ObjectIdentifier: [Int64: Set<Int64>]] = [:]
  /// The greatest value of each sequence attribute; missing when it has to be sought.
  private var greatest: [ObjectIdentifier: Int64] = [:]

  // MARK: Reading

  func row(key: Int64, root: Int) -> Row? { tables[root]?[key] }

  /// The key of the row that has the values of a constraint.
  func owner(of values: UniqueValues, constraint: Int) -> Int64? { owners[constraint]?[values] }

  /// The keys of the rows whose to-one relationship leads to a key.
  func referrers(over property: PropertyLayout, to key: Int64) -> Set<Int64> {
    referrers[ObjectIdentifier(property)]?[key] ?? []
  }

  /// The keys at the other end of a relationship that is kept in pairs: in its order, or by key.
  func partners(of key: Int64, over join: JoinKey, isReversed: Bool) -> [Int64] {
    joins[join]?.partners(of: key, isReversed: isReversed) ?? []
  }

  /// The greatest value of a sequence attribute, or nil when it has to be sought.
  func greatestValue(of property: PropertyLayout) -> Int64? {
    greatest[ObjectIdentifier(property)]
  }

  /// Seeks the greatest value of a sequence attribute among all rows but
  /// some; 0 when there is none.
  func greatestValue(
    of property: PropertyLayout, in layout: EntityLayout, excluding: (Int64) -> Bool
  ) -> Int64 {
    var value: Int64 = 0
    for (key, row) in tables[layout.rootNumber] ?? [:]
    where layout.includes(row.entityNumber) && !row.isNull(property.index) && !excluding(key) {
      value = max(value, row.integer(slot: property.slot))
    }
    return value
  }

  // MARK: Changing

  /// Takes a row and its part in the indexes out; its pairs stay.
  mutating func remove(_ row: Row, root: Int, schema: InMemorySchema) {
    tables[root]?[row.key] = nil
    for place in schema.constraints(of: row) {
      guard let values = UniqueValues(row, schema.constraints[place].properties) else { continue }
      owners[place]?[values] = nil
    }
    for property in schema.indexedToOnes(of: row) where !row.isNull(property.index) {
      let (index, key) = (ObjectIdentifier(property), row.integer(slot: property.slot))
      referrers[index]?[key]?.remove(row.key)
      if referrers[index]?[key]?.isEmpty == true { referrers[index]?[key] = nil }
    }
  }

  /// Puts a row in whose key and unique values are free.
  mutating func insert(_ row: Row, root: Int, schema: InMemorySchema) {
    tables[root, default: [:]][row.key] = row
    for place in schema.constraints(of: row) {
      guard let values = UniqueValues(row, schema.constraints[place].properties) else { continue }
      owners[place, default: [:]][values] = row.key
    }
    for property in schema.indexedToOnes(of: row) where !row.isNull(property.index) {
      let key = row.integer(slot: property.slot)
      referrers[ObjectIdentifier(property), default: [:]][key, default: []].insert(row.key)
    }
  }

  mutating func setGreatestValue(_ value: Int64, of property: PropertyLayout) {
    greatest[ObjectIdentifier(property)] = value
  }

  /// Keeps the greatest values of sequence attributes right while a row changes, comes or goes.
  mutating func followSequences(from old: Row?, to new: Row?, schema: InMemorySchema) {
    guard let any = old ?? new else { return }
    for property in schema.sequences(of: any) {
      guard let known = greatest[ObjectIdentifier(property)] else { continue }
      func value(_ row: Row?) -> Int64? {
        row.flatMap { $0.isNull(property.index) ? nil : $0.integer(slot: property.slot) }
      }
      if let value = value(new), value >= known {
        greatest[ObjectIdentifier(property)] = value
      } else if value(old) == known {
        greatest[ObjectIdentifier(property)] = nil
      }
    }
  }

  /// Takes the pairs of a row out that goes away for good.
  mutating func removePairs(of row: Row, schema: InMemorySchema) {
    for end in schema.joinEnds(of: row) {
      if end.isReversed {
        joins[end.key]?.removeAll(destination: row.key)
      } else {
        joins[end.key]?.removeAll(source: row.key)
      }
    }
  }

  mutating func insert(
    _ pair: ChangeSet.Join.Pair, into join: JoinKey, _ ordering: JoinTable.Ordering
  ) {
    joins[join, default: JoinTable()].insert(pair, ordering)
  }

  mutating func arrange(
    _ partners: [Int64], of key: Int64, over join: JoinKey, isReversed: Bool
  ) {
    joins[join]?.arrange(partners, of: key, isReversed: isReversed)
  }

  mutating func remove(_ pair: ChangeSet.Join.Pair, from join: JoinKey) {
    joins[join]?.remove(pair)
  }
}
