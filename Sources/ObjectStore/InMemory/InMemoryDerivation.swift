import ObjectModel

/// Derived attributes of a store in memory.
struct InMemoryDerivation: DerivationStore {
  var contents: InMemoryContents
  let schema: InMemorySchema
  let identity: StoreIdentity

  private var reader: InMemoryReader {
    InMemoryReader(contents: contents, model: schema.model, identity: identity)
  }

  func row(key: Int64, root: EntityLayout) -> Row? {
    contents.row(key: key, root: root.rootNumber)
  }

  func destinations(of relationship: PropertyLayout, source: Int64) -> [Row] {
    reader.destinations(of: relationship, source: source)
  }

  func destinationCount(of relationship: PropertyLayout, source: Int64) -> Int {
    reader.destinations(of: relationship, source: source).count
  }

  func sources(of relationship: PropertyLayout, destination: Int64) -> [Int64] {
    guard relationship.isToMany else {
      return Array(contents.referrers(over: relationship, to: destination))
    }
    let (join, isReversed) = JoinKey.canonical(relationship, in: schema.model)
    return Array(contents.partners(of: destination, over: join, isReversed: !isReversed))
  }

  mutating func write(_ row: Row, _ property: PropertyLayout, _ layout: EntityLayout) throws {
    try KeepableValues.check(
      row, layout,
      objectID: ManagedObjectID(store: identity, entity: layout.identity, reference: row.key))
    let root = layout.rootNumber
    if let old = contents.row(key: row.key, root: root) {
      contents.remove(old, root: root, schema: schema)
    }
    contents.insert(row, root: root, schema: schema)
  }
}
