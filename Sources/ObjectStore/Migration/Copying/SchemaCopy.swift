import ObjectModel

/// Copies the rows of a store of one version to a store of another, statement by statement.
///
/// The statements run on a connection to the new store, with the old store attached as `old`.
/// Objects keep their primary keys and their versions; entity numbers, columns and join tables are
/// those of the new version.
struct SchemaCopy {
  static let oldSchema = "old"

  let difference: ModelDifference
  /// The tables and columns of the old store.
  let source: StoreMapping
  /// The tables and columns of the new store.
  let destination: StoreMapping
  /// The schema of the new store.
  let schema: SQLiteSchema
  /// The tables that exist in the old store.
  let oldTables: Set<String>

  /// One statement for each hierarchy and each join table with anything to copy, hierarchies first.
  var statements: [(sql: String, parameters: [SQLParameter])] {
    schema.heldTables.compactMap(copy)
      + (schema.heldJoins.compactMap(copy) + [lastKeys]).map { ($0, []) }
  }

  // MARK: Entities

  /// An entity of the new version that has rows, and its older counterpart.
  struct Match {
    let source: EntityLayout
    let destination: EntityLayout
    let change: EntityChange
  }

  /// The concrete entities of a new hierarchy that also existed, and were concrete, in the old
  /// version.
  func matches(in root: EntityLayout) -> [Match] {
    destination.model.hierarchy(of: root).compactMap { layout in
      guard !layout.entity.isAbstract,
        let change = difference.entities.first(where: { $0.destination === layout.entity }),
        let former = change.source, !former.isAbstract, let source = source.model.layout(of: former)
      else { return nil }
      return Match(source: source, destination: layout, change: change)
    }
  }

  /// The new numbers of an old entity and its concrete subentities; nil for removed entities.
  func numbers(below layout: EntityLayout) -> [(old: Int, new: Int?)] {
    source.model.hierarchy(of: layout).filter { !$0.entity.isAbstract }.map { old in
      let new = difference.destination(of: old.entity).flatMap { destination.model.layout(of: $0) }
      return (old.number, new?.number)
    }
  }

  /// The new numbers of the entities that a relationship led to; nil also for those that it can no
  /// longer lead to.
  func numbers(ledToBy former: PropertyLayout, now property: PropertyLayout) -> [(
    old: Int, new: Int?
  )] {
    let entity = destination.model[property.destinationNumber]
    return numbers(below: source.model[former.destinationNumber]).map { old, new in
      (old, new.flatMap { entity.includes($0) ? $0 : nil })
    }
  }

  // MARK: Tables

  private func copy(_ table: TableMapping) -> (sql: String, parameters: [SQLParameter])? {
    let matches = matches(in: table.root)
    guard let first = matches.first else { return nil }
    // All come from one hierarchy; otherwise, no mapping could have been inferred.
    let old = source.table(of: first.source)
    guard oldTables.contains(old.name) else { return nil }
    let constants = CopiedConstants()
    let columns = table.columns.flatMap { column in
      ColumnOrigin(column: column, matches: matches, copy: self, constants: constants).values
    }
    let names = ["Z_PK", "Z_ENT", "Z_OPT"] + columns.map(\.column)
    let values = ["Z_PK", entityNumber(of: matches), "Z_OPT"] + columns.map(\.value)
    let all = numbers(below: source.model[old.root.number])
    let kept = matches.map { "\($0.source.number)" }
    let condition =
      kept.count == all.count ? "" : " WHERE Z_ENT IN (\(kept.joined(separator: ", ")))"
    let sql = """
      INSERT INTO \(table.name) (\(names.joined(separator: ", "))) \
      SELECT \(values.joined(separator: ", ")) FROM \(Self.oldSchema).\(old.name)\(condition)
      """
    return (sql, constants.values)
  }

  private func entityNumber(of matches: [Match]) -> String {
    Self.renumbered(
      "Z_ENT", matches.map { (old: $0.source.number, new: Optional($0.destination.number)) })
  }

  /// The new number of an entity; NULL for a removed one.
  static func renumbered(_ column: String, _ numbers: [(old: Int, new: Int?)]) -> String {
    let changed = numbers.filter { $0.old != $0.new }
    guard !changed.isEmpty else { return column }
    let cases = numbers.map { old, new in "WHEN \(old) THEN \(new.map(String.init) ?? "NULL")" }
    return "CASE \(column) \(cases.joined(separator: " ")) END"
  }

  // MARK: Join tables

  private func copy(_ join: JoinMapping) -> String? {
    guard let relationship = join.relationship.relationship,
      let pairs = formerPairs(of: relationship), oldTables.contains(pairs.table)
    else { return nil }
    let names = join.source.columns + join.destination.columns
    let (from, to) = (pairs.source, pairs.destination)
    let values = [
      from.column, join.source.orderColumn.map { _ in Self.order(of: from, among: to) },
      to.column, join.destination.orderColumn.map { _ in Self.order(of: to, among: from) },
    ].compactMap { $0 }
    let ends = [
      (from.column, destination.model[join.ownerNumber]),
      (to.column, destination.model[join.relationship.destinationNumber]),
    ]
    // If an object was removed, or has left the relationship's entity, so are its pairs.
    let mayLeadNowhere = difference.entities.contains {
      $0.kind != .unchanged && $0.kind != .added
    }
    let present = ends.map { key, entity in
      let table = destination.table(of: entity).name
      return """
        \(key) IN (SELECT Z_PK FROM main.\(table) \
        WHERE Z_ENT BETWEEN \(entity.number) AND \(entity.lastNumber))
        """
    }
    let conditions =
      (pairs.foreignKey.map { ["\($0) IS NOT NULL"] } ?? []) + (mayLeadNowhere ? present : [])
    let condition = conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
    return """
      INSERT OR IGNORE INTO \(join.table) (\(names.joined(separator: ", "))) \
      SELECT \(values.joined(separator: ", ")) FROM \(Self.oldSchema).\(pairs.table)\(condition)
      """
  }

  /// The pairs of a relationship in the old store; nil for a new relationship.
  private func formerPairs(of relationship: RelationshipDescription) -> JoinMapping? {
    if let former = difference.source(of: relationship) { return source.pairs(of: former) }
    let former = relationship.inverseRelationship.flatMap { difference.source(of: $0) }
    return former.flatMap { source.pairs(of: $0)?.reversed }
  }

  /// The order key of a pair among the pairs of the other end's object.
  private static func order(of end: JoinMapping.End, among other: JoinMapping.End) -> String {
    end.orderColumn ?? OrderKey.sql(partition: other.column, order: end.column)
  }

  // MARK: Primary keys

  /// Primary keys are never reused, even those of deleted rows.
  private var lastKeys: String {
    let cases = schema.heldTables.compactMap { table -> String? in
      guard let first = matches(in: table.root).first else { return nil }
      return """
        WHEN \(table.root.number) THEN coalesce((SELECT Z_MAX FROM \
        \(Self.oldSchema).Z_PRIMARYKEY WHERE Z_ENT = \(first.source.rootNumber)), 0)
        """
    }
    guard !cases.isEmpty else { return "SELECT 1" }
    return "UPDATE Z_PRIMARYKEY SET Z_MAX = CASE Z_ENT \(cases.joined(separator: " ")) ELSE 0 END"
  }
}
