import ObjectModel

/// How the rows of a store of one version come into a store of another, statement by statement.
///
/// The statements run on a connection to the new store, to which the old one is attached under the name
/// `old`. Objects keep their primary keys and their versions; entity numbers, columns and join tables
/// are those of the new version.
struct SchemaCopy {
  static let oldSchema = "old"

  let difference: ModelDifference
  /// Where the old store keeps what.
  let source: StoreMapping
  /// Where the new store keeps what.
  let destination: StoreMapping
  /// What both stores hold.
  let configuration: StoreConfiguration
  /// The tables that the old store has.
  let oldTables: Set<String>

  init(
    _ difference: ModelDifference, from source: StoreMapping, to destination: StoreMapping,
    configuration: StoreConfiguration, oldTables: Set<String>
  ) {
    self.difference = difference
    self.source = source
    self.destination = destination
    self.configuration = configuration
    self.oldTables = oldTables
  }

  /// One statement for each hierarchy and each join table that has anything to copy, tables first.
  var statements: [SQLText] {
    tables.compactMap(copy) + joins.compactMap(copy) + [lastKeys]
  }

  private var tables: [TableMapping] {
    destination.tables.filter { configuration.holdsHierarchy(of: $0.root, in: destination.model) }
  }

  private var joins: [JoinMapping] {
    destination.joins.filter { configuration.holds($0, in: destination.model) }
  }

  // MARK: Entities

  /// An entity of the new version that has rows, and what it was.
  struct Match {
    let source: EntityLayout
    let destination: EntityLayout
    let change: EntityChange
  }

  /// The entities of a hierarchy of the new version that were there before and can have objects.
  func matches(in root: EntityLayout) -> [Match] {
    destination.model.hierarchy(of: root).compactMap { layout in
      guard !layout.entity.isAbstract,
        let change = difference.entities.first(where: { $0.destination === layout.entity }),
        let former = change.source, !former.isAbstract, let source = source.model.layout(of: former)
      else { return nil }
      return Match(source: source, destination: layout, change: change)
    }
  }

  /// The numbers that the concrete entities of the old version from one on downwards have now; nil for
  /// those that are gone.
  func numbers(below layout: EntityLayout) -> [(old: Int, new: Int?)] {
    source.model.hierarchy(of: layout).filter { !$0.entity.isAbstract }.map { old in
      let new = difference.destination(of: old.entity).flatMap { destination.model.layout(of: $0) }
      return (old.number, new?.number)
    }
  }

  /// The same of what a relationship led to: nil, too, for those that it does not lead to any more.
  func numbers(ledToBy former: PropertyLayout, now property: PropertyLayout) -> [(
    old: Int, new: Int?
  )] {
    let entity = destination.model[property.destinationNumber]
    return numbers(below: source.model[former.destinationNumber]).map { old, new in
      (old, new.flatMap { entity.includes($0) ? $0 : nil })
    }
  }

  // MARK: Tables

  private func copy(_ table: TableMapping) -> SQLText? {
    let matches = matches(in: table.root)
    guard let first = matches.first else { return nil }
    // All of them came of one hierarchy, or no mapping could be inferred.
    let old = source.table(of: first.source)
    guard oldTables.contains(old.name) else { return nil }
    let columns = table.columns.flatMap { column in
      ColumnOrigin(column, matches: matches, in: self).values
    }
    let names = ["Z_PK", "Z_ENT", "Z_OPT"] + columns.map(\.column)
    let values: [SQLText] =
      ["Z_PK", entityNumber(of: matches), "Z_OPT"] + columns.map(\.value)
    let all = numbers(below: source.model[old.root.number])
    let kept = matches.map { "\($0.source.number)" }
    let condition =
      kept.count == all.count ? "" : " WHERE Z_ENT IN (\(kept.joined(separator: ", ")))"
    return """
      INSERT INTO \(table.name) (\(names.joined(separator: ", "))) \
      SELECT \(values.joined(separator: ", ")) FROM \(Self.oldSchema).\(old.name)\(condition)
      """
  }

  private func entityNumber(of matches: [Match]) -> SQLText {
    Self.renumbered(
      "Z_ENT", matches.map { (old: $0.source.number, new: Optional($0.destination.number)) })
  }

  /// The number that an entity has now; NULL for one that is gone.
  static func renumbered(_ column: String, _ numbers: [(old: Int, new: Int?)]) -> SQLText {
    let changed = numbers.filter { $0.old != $0.new }
    guard !changed.isEmpty else { return "\(column)" }
    let cases = numbers.map { old, new in "WHEN \(old) THEN \(new.map(String.init) ?? "NULL")" }
    return "CASE \(column) \(cases.joined(separator: " ")) END"
  }

  // MARK: Join tables

  private func copy(_ join: JoinMapping) -> SQLText? {
    guard let relationship = join.relationship.relationship,
      let pairs = PairOrigin(relationship, in: self), oldTables.contains(pairs.table)
    else { return nil }
    let names = join.source.columns + join.destination.columns
    let values = [
      pairs.source, join.source.orderColumn.map { _ in pairs.sourceOrder },
      pairs.destination, join.destination.orderColumn.map { _ in pairs.destinationOrder },
    ].compactMap { $0 }
    let ends = [
      (pairs.source, destination.model[join.ownerNumber]),
      (pairs.destination, destination.model[join.relationship.destinationNumber]),
    ]
    // Where objects are gone, or are no longer what the relationship is about, so are their pairs.
    let present = ends.map { key, entity -> SQLText in
      let table = destination.table(of: entity).name
      return """
        \(key) IN (SELECT Z_PK FROM main.\(table) \
        WHERE Z_ENT BETWEEN \("\(entity.number)") AND \("\(entity.lastNumber)"))
        """
    }
    let conditions = pairs.conditions + (pairs.mayLeadNowhere ? present : [])
    let condition: SQLText =
      conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
    return """
      INSERT OR IGNORE INTO \(join.table) (\(names.joined(separator: ", "))) \
      SELECT \(values.joined(separator: ", ")) FROM \(Self.oldSchema).\(pairs.table)\(condition)
      """
  }

  // MARK: Primary keys

  /// Keys are never given again, those of rows that are gone included.
  private var lastKeys: SQLText {
    let cases = tables.compactMap { table -> String? in
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
