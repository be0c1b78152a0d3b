import ObjectModel
import SQLite

/// Detects requests that exceed SQLite's limits, and reports the part concerned.
extension SQLCompiler {
  /// - Throws: if the table at the end of the steps exceeds the limit of a join.
  func checkJoins(of scope: SQLScope, _ steps: ArraySlice<RelationshipDescription>) throws {
    guard scope.tableCount > limits.joinedTables else { return }
    let (keys, count) = (steps.map(\.name), limits.joinedTables)
    throw refusal(
      "\(place) joins more than \(count) tables, the last one for \(Self.spelled(keys)); "
        + "SQLite joins at most \(count) at a time",
      repair: "use fewer different paths through to-one relationships, or fetch with some of them "
        + "and filter the objects", key: keys.joined(separator: "."))
  }

  /// - Throws: for a list that is too long to aggregate.
  func checkElements(_ count: Int) throws {
    guard count > limits.compoundTerms else { return }
    throw refusal(
      "\(place) computes an aggregate of \(count) values; "
        + "SQLite supports at most \(limits.compoundTerms)",
      repair: "aggregate a to-many relationship, or compute the value beforehand")
  }

  /// - Throws: if there are too many columns, groups or sort terms.
  func checkTerms(columns: Int, groups: Int, sorts: Int) throws {
    let counts = [
      (columns, "columns", "propertiesToFetch"), (groups, "groups", "propertiesToGroupBy"),
      (sorts, "terms of the order", "sortDescriptors"),
    ]
    for (count, what, key) in counts where count > limits.columns {
      throw refusal(
        "a request for \(name) has \(count) \(what); SQLite supports at most \(limits.columns)",
        repair: "make several requests", key: key)
    }
  }

  /// - Throws: if there are more constants than parameters in a statement.
  func checkBindings() throws {
    guard bindings.count > limits.variables else { return }
    throw refusal(
      "a request for \(name) has \(bindings.count) constants; "
        + "SQLite supports at most \(limits.variables)",
      repair: "use IN with one list of more than \(FetchShape.greatestInlineCount) values, "
        + "or make several requests")
  }

  private var name: String { entity.name ?? "" }

  private var place: String { "\(part) of a request for \(name)" }

  private func refusal(_ message: String, repair: String, key: String? = nil) -> ObjectGraphError {
    ObjectGraphError(
      .persistentStoreOperation, message, repair: repair, entityName: entity.name, key: key)
  }

  /// A path; if it is long, its first and last keys.
  private static func spelled(_ keys: [String]) -> String {
    guard keys.count > 8 else { return keys.joined(separator: ".") }
    let ends = [keys.prefix(3), keys.suffix(3)].map { $0.joined(separator: ".") }
    return "\(ends[0]). … .\(ends[1]), of \(keys.count) steps"
  }
}

/// The nesting depth of a statement.
struct Nesting: Equatable {
  /// Levels of parentheses.
  var depth = 0
  /// The part of the request with the deepest nesting.
  var part = ""
  var entityName = ""

  /// A level takes several entries on the stack of SQLite's parser, which has 100; with fewer
  /// levels than this, the error has another cause.
  private static let fewestRefused = 16

  static func depth(of text: String) -> Int {
    var (depth, greatest) = (0, 0)
    for byte in text.utf8 {
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      greatest = max(greatest, depth)
    }
    return greatest
  }

  /// Prepares a statement.
  ///
  /// SQLite has no error code for a parser stack overflow. Because generated statements are
  /// otherwise valid, one that is deeply nested and fails is too deep.
  func locating<Result>(_ prepare: () throws -> Result) throws -> Result {
    do {
      return try prepare()
    } catch let error as SQLiteError where error.kind == .refused {
      guard depth >= Self.fewestRefused else { throw error }
      throw ObjectGraphError(
        .persistentStoreOperation,
        "\(part) of a request for \(entityName) is nested too deeply: its SQL has \(depth) levels "
          + "of parentheses; SQLite's parser supports at most 100 open parts of a statement, and "
          + "each level takes one or more",
        repair: "write it with fewer levels, join conditions side by side, or fetch with part of "
          + "it and filter the rest", entityName: entityName)
    }
  }
}

extension SQLiteSession {
  func compiler(for entity: EntityDescription) -> SQLCompiler {
    let compiler = SQLCompiler(mapping: mapping, identity: identity, entity: entity)
    compiler.limits = limits
    return compiler
  }
}
