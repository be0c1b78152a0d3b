/// How a query reads a table.
public struct TableAccess: Sendable, Hashable {
  /// The ways to a table's rows.
  public enum Method: Sendable, Hashable {
    /// Every row is read.
    case scan
    /// Every row is read, in the order of an index.
    case indexScan(String)
    /// An index leads to the rows.
    case index(String)
    /// The primary key leads to the row.
    case primaryKey
    /// An index that SQLite makes for this one query.
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

  /// What the statement calls it; `t0` is the table of the fetched entity.
  public let alias: String

  /// The entity at the root of the table's hierarchy; nil for a table that joins two.
  public let entityName: String?

  public let method: Method

  /// The columns that the index or the key is searched by.
  let columns: [String]

  /// What a step of a plan says; nil when it is about no table of the statement.
  ///
  /// - Parameter tables: the names of the tables by their aliases.
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
    // An index's name may have spaces in it.
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

  /// The names of the tables of a statement by their aliases: the two words behind FROM and JOIN.
  static func aliases(in sql: String) -> [String: String] {
    Dictionary(
      sql.matches(of: /\b(?:FROM|JOIN) (\w+) (\w+)/).map { (String($0.2), String($0.1)) },
      uniquingKeysWith: { _, last in last })
  }
}

extension TableAccess: CustomStringConvertible {
  /// The table and what is used to read it: `ZCAMPER t0 (Camper): index Z_Camper_byFullName`.
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
    case .automaticIndex: "an index that is made for this query alone"
    }
  }
}
