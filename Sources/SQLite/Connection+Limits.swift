import CSQLite

/// SQLite's limits for a statement.
package struct StatementLimits: Sendable {
  /// The tables in a join, including the first; SQLite uses a bit in a machine word for each.
  package var joinedTables = 64

  /// Columns of a result, and terms of GROUP BY and ORDER BY.
  package var columns = 2000

  /// The SELECT terms of a compound statement, such as UNION.
  package var compoundTerms = 500

  /// Parameters.
  package var variables = 32_766

  /// The defaults of SQLite's standard build.
  package init() {}
}

extension Connection {
  /// The limits of the linked SQLite library.
  package var limits: StatementLimits {
    var limits = StatementLimits()
    limits.columns = limit(SQLITE_LIMIT_COLUMN)
    limits.compoundTerms = limit(SQLITE_LIMIT_COMPOUND_SELECT)
    limits.variables = limit(SQLITE_LIMIT_VARIABLE_NUMBER)
    return limits
  }

  /// A negative value only reads the limit.
  private func limit(_ category: Int32) -> Int { Int(sqlite3_limit(handle, category, -1)) }
}
