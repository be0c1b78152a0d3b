import Foundation
import ObjectModel

/// Answers fetches from the rows of a store in memory.
struct InMemoryReader {
  let contents: InMemoryStore.Contents
  let model: ModelLayout
  let identity: StoreIdentity

  func rows(for plan: FetchPlan) -> [Row] {
    let table = contents.tables[plan.layout.rootNumber] ?? [:]
    var subjects = table.values
      .filter { plan.includes(entityNumber: $0.entityNumber) }
      .map { RowSubject(row: $0, reader: self) }
    if let predicate = plan.predicate {
      subjects = subjects.filter { predicate.matches($0) }
    }
    let order = ResolvedSortOrder(resolved: plan.sorts)
    subjects.sort { order.areInIncreasingOrder($0, $1) }
    let start = min(plan.offset, subjects.count)
    let end = plan.limit > 0 ? min(start + plan.limit, subjects.count) : subjects.count
    return subjects[start..<end].map(\.row)
  }

  func row(key: Int64, root: Int) -> Row? { contents.tables[root]?[key] }

  /// The rows at the other end of a to-many relationship, by key.
  func destinations(of relationship: PropertyLayout, source: Int64) -> [Row] {
    let root = model[relationship.destinationNumber].rootNumber
    let table = contents.tables[root] ?? [:]
    if let inverse = model.inverse(of: relationship), inverse.kind == .toOne {
      let destination = model[relationship.destinationNumber]
      return table.values.filter { row in
        destination.includes(row.entityNumber) && !row.isNull(inverse.index)
          && row.integer(slot: inverse.slot) == source
      }.sorted { $0.key < $1.key }
    }
    let (key, isReversed) = CanonicalJoin.canonical(relationship, in: model)
    return (contents.joins[key] ?? []).compactMap { pair -> Row? in
      let (mine, other) =
        isReversed ? (pair.destination, pair.source) : (pair.source, pair.destination)
      return mine == source ? table[other] : nil
    }.sorted { $0.key < $1.key }
  }
}

/// Finds the one name under which both sides of a many-to-many relationship keep their pairs.
enum CanonicalJoin {
  /// - Returns: the key, and whether the given relationship is the other side of it.
  static func canonical(
    _ relationship: PropertyLayout, in model: ModelLayout
  ) -> (key: InMemoryStore.JoinKey, isReversed: Bool) {
    func key(_ property: PropertyLayout) -> InMemoryStore.JoinKey {
      .init(entity: property.declaringNumber, property: property.index)
    }
    let mine = key(relationship)
    guard let inverse = model.inverse(of: relationship) else { return (mine, false) }
    let other = key(inverse)
    let isReversed = (other.entity, other.property) < (mine.entity, mine.property)
    return isReversed ? (other, true) : (mine, false)
  }
}

/// A row of a store in memory as a predicate and a sort see it.
struct RowSubject: PredicateSubject {
  let row: Row
  let reader: InMemoryReader

  private var layout: EntityLayout { reader.model[row.entityNumber] }

  var objectID: ManagedObjectID {
    ManagedObjectID(store: reader.identity, entity: layout.entity, reference: row.key)
  }

  func value(of attribute: AttributeDescription) -> AttributeValue {
    layout.property(attribute.name).map { row.value(of: $0) } ?? .null
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
