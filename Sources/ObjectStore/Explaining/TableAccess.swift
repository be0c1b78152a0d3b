/// How a query reads a table.
public struct TableAccess: Sendable, Hashable {
  /// The ways to read a table.
  public enum Method: Sendable, Hashable {
    /// Every row is read.
    case scan
    /// Every row is read, in the order of an index.
    case indexScan(String)
    /// Rows are found by an index.
    case index(String)
    /// A row is found by its primary key.
    case primaryKey
    /// Rows are found by an index that SQLite creates for this query.
    case automaticIndex

    /// Whether every row is read.
    public var readsAllRows: Bool {
      switch self {
      case .scan, .indexScan: true
      case .index, .primaryKey, .automaticIndex: false
      }
    }
  }

  /// The table's name in the store.
  public let table: String

  /// The table's alias in the statement; `t0` is the table of the fetched entity.
  public let alias: String

  /// The root entity of the table's hierarchy; nil for a join table.
  public let entityName: String?

  /// How the rows are found.
  public let method: Method

  /// The columns used to search the index or the primary key.
  let columns: [String]

  /// Parses a step of a query plan; nil if it does not read a table of the statement.
  ///
  /// - Parameter tables: the names of the tables, by alias.
  init?(_ detail: String, tables: [String: String], entityName: (String) -> String?) {
    let step = /(SCAN|SEARCH) (\S+) ?(.*)/
    guard let (_, verb, alias, rest) = detail.wholeMatch(of: step)?.output,
      let table = tables[String(alias)]
    else { return nil }
    self.table = table
    self.alias = String(alias)
    self.entityName = entityName(table)
    // As in `(ZSTATUS=? AND ZNUMBER>?)`.
    columns = rest.matches(of: /(\w+)[=<>]+\?/).map { String($0.1) }
    // The name of an index may contain spaces.
    let index = rest.firstMatch(of: /USING (?:COVERING )?INDEX (.+?)(?: LEFT-JOIN)?(?: \(|$)/)
    let name = (index?.1).map { String($0) }
    if rest.hasPrefix("VIRTUAL TABLE") {
      method = .index(table)
    } else if verb == "SCAN" {
      method = name.map { .indexScan($0) } ?? .scan
    } else if rest.contains("USING AUTOMATIC") {
      method = .automaticIndex
    } else {
      method = name.map { .index($0) } ?? .primaryKey
    }
  }

  /// The tables of a statement, by alias: the two words after FROM and JOIN.
  static func aliases(in sql: String) -> [String: String] {
    Dictionary(
      sql.matches(of: /\b(?:FROM|JOIN) (\w+) (\w+)/).map { (String($0.2), String($0.1)) },
      uniquingKeysWith: { _, last in last })
  }
}

extension TableAccess: CustomStringConvertible {
  /// The table and its access: `ZCAMPER t0 (Camper): index Z_Camper_byFullName`.
  public var description: String {
    "\(table) \(alias)\(entityName.map { " (\($0))" } ?? ""): \(method)"
  }
}

extension TableAccess.Method: CustomStringConvertible {
  public var description: String {
    switch self {
    case .scan: "scan"
    case .indexScan(let name): "scan in the order of index \(name)"
    case .index(let name): "index \(name)"
    case .primaryKey: "primary key"
    case .automaticIndex: "an automatic index for this query"
    }
  }
}
