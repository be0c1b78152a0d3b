import ObjectModel

/// The tables and columns of a store by Core Data's naming rules; does not retain the model.
final class MappedTables: Sendable {
  /// One table for each hierarchy, in the order of entity numbers.
  let tables: [TableMapping]
  /// In the order of creation.
  let joins: [JoinMapping]

  let tableIndexByRoot: [Int]
  let columnByProperty: [ObjectIdentifier: ColumnMapping]
  let joinByDescription: [ObjectIdentifier: JoinMapping]

  /// - Parameter existingTables: the names of the tables in an existing store.
  init(model: ModelLayout, existingTables: Set<String> = []) {
    var names = ColumnNames(taken: ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"])
    joins = JoinNaming(model: model, existingTables: existingTables).joins()
    for join in joins { _ = names.unique(join.table) }
    var indexes = Array(repeating: 0, count: model.entities.count + 1)
    for (index, root) in model.roots.enumerated() { indexes[root.number] = index }
    tableIndexByRoot = indexes
    tables = model.roots.map { root in
      TableMapping(name: names.unique("Z\(root.name.uppercased())"), root: root, model: model)
    }
    columnByProperty = Dictionary(
      firstOf: tables.flatMap(\.columns).map { (ObjectIdentifier($0.property), $0) })

    var known: [ObjectIdentifier: JoinMapping] = [:]
    for join in joins {
      guard let relationship = join.relationship.relationship else { continue }
      if let inverse = relationship.inverseRelationship {
        known[ObjectIdentifier(inverse)] = join.reversed
      }
      known[ObjectIdentifier(relationship)] = join
    }
    joinByDescription = known
  }
}
