import ObjectModel

/// What a store offers for working a batch request out, inside the transaction that carries it out.
protocol BatchSource {
  var model: ModelLayout { get }
  var identity: StoreIdentity { get }

  func fetch(_ plan: FetchPlan) throws -> [Row]
  func row(key: Int64, root: EntityLayout) throws -> Row?
  func rows(keys: [Int64], root: EntityLayout) throws -> [Row]
  func destinations(of relationship: PropertyLayout, source: Int64) throws -> [Row]

  /// The stored row that has the values of a constraint which a row has, or nil.
  func holder(of constraint: UniquenessConstraint, valuesOf row: Row) throws -> Row?
}

/// A stored row as an expression sees it.
struct BatchSubject<Source: BatchSource>: PredicateSubject {
  let row: Row
  let source: Source

  private var layout: EntityLayout { source.model[row.entityNumber] }

  var objectID: ManagedObjectID {
    ManagedObjectID(store: source.identity, entity: layout.identity, reference: row.key)
  }

  func value(of attribute: AttributeDescription) -> AttributeValue {
    layout.property(of: attribute).map { row.value(of: $0) } ?? .null
  }

  func destination(of relationship: RelationshipDescription) -> (any PredicateSubject)? {
    guard let property = layout.property(relationship.name), !row.isNull(property.index) else {
      return nil
    }
    // A row that cannot be read counts as one that is not there.
    return
      (try? source.row(
        key: row.integer(slot: property.slot), root: source.model[property.destinationNumber]))
      .flatMap { $0 }.map { BatchSubject(row: $0, source: source) }
  }

  func destinations(of relationship: RelationshipDescription) -> [any PredicateSubject] {
    guard let property = layout.property(relationship.name),
      let rows = try? source.destinations(of: property, source: row.key)
    else { return [] }
    return rows.map { BatchSubject(row: $0, source: source) }
  }
}
