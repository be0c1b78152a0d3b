import ObjectModel

/// A store in memory as a batch request reads it.
struct InMemoryBatchSource: BatchSource {
  let contents: InMemoryContents
  let schema: InMemorySchema
  let identity: StoreIdentity
  let interruption: StoreInterruption

  var model: ModelLayout { schema.model }

  private var reader: InMemoryReader {
    InMemoryReader(contents: contents, model: schema.model, identity: identity)
  }

  func fetch(_ plan: FetchPlan) throws -> [Row] {
    try InMemoryStore.refuseTransients(in: plan)
    return try reader.rows(for: plan, interruptedBy: interruption)
  }

  func row(key: Int64, root: EntityLayout) -> Row? {
    contents.row(key: key, root: root.rootNumber)
  }

  func rows(keys: [Int64], root: EntityLayout) -> [Row] {
    keys.compactMap { contents.row(key: $0, root: root.rootNumber) }
  }

  func destinations(of relationship: PropertyLayout, source: Int64) -> [Row] {
    reader.destinations(of: relationship, source: source)
  }

  func holder(of constraint: UniquenessConstraint, valuesOf row: Row) -> Row? {
    guard let values = UniqueValues(row, constraint.properties),
      let place = schema.constraints.firstIndex(where: {
        $0.layout === constraint.layout
          && $0.properties.elementsEqual(constraint.properties, by: ===)
      }), let key = contents.owner(of: values, constraint: place)
    else { return nil }
    return contents.row(key: key, root: constraint.layout.rootNumber)
  }
}
