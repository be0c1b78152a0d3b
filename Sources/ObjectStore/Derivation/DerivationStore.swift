import ObjectModel

/// What a store offers for working out derived attributes inside a save.
protocol DerivationStore {
  func row(key: Int64, root: EntityLayout) throws -> Row?

  /// The rows at the other end of a to-many relationship, by key.
  func destinations(of relationship: PropertyLayout, source: Int64) throws -> [Row]

  /// How many rows there are at the other end of a to-many relationship.
  func destinationCount(of relationship: PropertyLayout, source: Int64) throws -> Int

  /// The keys of the rows whose relationship leads to a row; not for a to-many relationship
  /// that the destination keeps.
  func sources(of relationship: PropertyLayout, destination: Int64) throws -> [Int64]

  /// Keeps the row's value of one attribute; its version stays.
  mutating func write(_ row: Row, _ property: PropertyLayout, _ layout: EntityLayout) throws
}
