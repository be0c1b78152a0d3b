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
    let words = detail.split(separator: " ", maxSplits: 2).map(String.init)
    guard words.count >= 2, words[0] == "SCAN" || words[0] == "SEARCH",
      let table = tables[words[1]]
    else { return nil }
    let rest = words.count > 2 ? words[2] : ""
    self.table = table
    alias = words[1]
    self.entityName = entityName(table)
    columns = Self.columns(in: rest)
    let name = Self.indexName(in: rest)
    if rest.hasPrefix("VIRTUAL TABLE") {
      method = .index(table)
    } else if words[0] == "SCAN" {
      method = name.map { .indexScan($0) } ?? .scan
    } else if rest.contains("USING AUTOMATIC") {
      method = .automaticIndex
    } else {
      method = name.map { .index($0) } ?? .primaryKey
    }
  }

  /// The name behind `INDEX`, which may have spaces in it.
  private static func indexName(in text: String) -> String? {
    for prefix in ["USING COVERING INDEX ", "USING INDEX "] {
      guard let range = text.firstRange(of: prefix) else { continue }
      let rest = text[range.upperBound...]
      let end = rest.firstRange(of: " (")?.lowerBound ?? rest.endIndex
      return String(rest[..<end]).replacing(" LEFT-JOIN", with: "")
    }
    return nil
  }

  /// The columns in `(ZSTATUS=? AND ZNUMBER>?)`.
  private static func columns(in text: String) -> [String] {
    guard let open = text.lastIndex(of: "("), let close = text.lastIndex(of: ")"), open < close
    else { return [] }
    return text[text.index(after: open)..<close].split(separator: " ").compactMap { word in
      word == "AND" ? nil : String(word.prefix { $0 != "=" && $0 != "<" && $0 != ">" })
    }
  }

  /// The names of the tables of a statement by their aliases: the two words behind FROM and JOIN.
  static func aliases(in sql: String) -> [String: String] {
    let words = sql.split { " (),".contains($0) }
    var tables: [String: String] = [:]
    for index in words.indices.dropLast(2) where words[index] == "FROM" || words[index] == "JOIN" {
      tables[String(words[index + 2])] = String(words[index + 1])
    }
    return tables
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
