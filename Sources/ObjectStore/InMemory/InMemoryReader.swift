import Foundation
import ObjectModel

/// Answers fetches from the rows of a store in memory.
struct InMemoryReader {
  let contents: InMemoryContents
  let model: ModelLayout
  let identity: StoreIdentity

  /// - Throws: code 3072 when it is interrupted.
  func rows(for plan: FetchPlan, interruptedBy interruption: StoreInterruption) throws -> [Row] {
    let table = contents.tables[plan.layout.rootNumber] ?? [:]
    var subjects = table.values
      .filter { plan.includes(entityNumber: $0.entityNumber) }
      .map { RowSubject(row: $0, reader: self) }
    if let predicate = plan.predicate {
      subjects = try EvaluationFailure.surfacing {
        try subjects.filter { subject in
          try interruption.check()
          return predicate.matches(subject)
        }
      }
    }
    let order = ResolvedSortOrder(resolved: plan.sorts)
    subjects.sort { order.areInIncreasingOrder($0, $1) }
    let start = min(plan.offset, subjects.count)
    let rest = subjects[start...]
    return (plan.limit > 0 ? rest.prefix(plan.limit) : rest).map(\.row)
  }

  func row(key: Int64, root: Int) -> Row? { contents.row(key: key, root: root) }

  /// The rows at the other end of a to-many relationship: in its order, or by key.
  func destinations(of relationship: PropertyLayout, source: Int64) -> [Row] {
    let destination = model[relationship.destinationNumber]
    let keys: [Int64]
    if let inverse = model.inverse(of: relationship), inverse.kind == .toOne {
      keys = contents.referrers(over: inverse, to: source).sorted()
    } else {
      let (join, isReversed) = JoinKey.canonical(relationship, in: model)
      keys = contents.partners(of: source, over: join, isReversed: isReversed)
    }
    let rows = keys.compactMap { contents.row(key: $0, root: destination.rootNumber) }
      .filter { destination.includes($0.entityNumber) }
    guard let orderKey = model.orderKey(of: relationship) else { return rows }
    return rows.sorted { left, right in
      let (a, b) = (left.place(by: orderKey), right.place(by: orderKey))
      return a == b ? left.key < right.key : a < b
    }
  }
}

/// A row of a store in memory as a predicate and a sort see it.
struct RowSubject: PredicateSubject {
  let row: Row
  let reader: InMemoryReader

  private var layout: EntityLayout { reader.model[row.entityNumber] }

  var objectID: ManagedObjectID {
    ManagedObjectID(store: reader.identity, entity: layout.identity, reference: row.key)
  }

  func value(of attribute: AttributeDescription) -> AttributeValue {
    layout.property(of: attribute).map { row.value(of: $0) } ?? .null
  }

  func destination(of relationship: RelationshipDescription) -> (any PredicateSubject)? {
    guard let property = layout.property(relationship.name), !row.isNull(property.index) else {
      return nil
    }
    let root = reader.model[property.destinationNumber].rootNumber
    return reader.row(key: row.integer(slot: property.slot), root: root)
      .map { RowSubject(row: $0, reader: reader) }
  }

  func destinations(of relationship: RelationshipDescription) -> [any PredicateSubject] {
    guard let property = layout.property(relationship.name) else { return [] }
    return reader.destinations(of: property, source: row.key)
      .map { RowSubject(row: $0, reader: reader) }
  }
}
