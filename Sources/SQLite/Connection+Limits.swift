import CSQLite

/// What SQLite bears in one statement.
package struct StatementLimits: Sendable {
  /// Tables that one SELECT joins, the first one counted; it has a bit for each in a machine word.
  package var joinedTables = 64

  /// Columns of a result, and terms of GROUP BY and ORDER BY.
  package var columns = 2000

  /// SELECTs that UNION and its like put together.
  package var compoundTerms = 500

  /// Parameters.
  package var variables = 32_766

  /// Those of SQLite as it is built by default.
  package init() {}
}

extension Connection {
  /// What this SQLite bears.
  package var limits: StatementLimits {
    var limits = StatementLimits()
    limits.columns = limit(SQLITE_LIMIT_COLUMN)
    limits.compoundTerms = limit(SQLITE_LIMIT_COMPOUND_SELECT)
    limits.variables = limit(SQLITE_LIMIT_VARIABLE_NUMBER)
    return limits
  }

  /// A negative new value leaves the limit as it is.
  private func limit(_ category: Int32) -> Int { Int(sqlite3_limit(handle, category, -1)) }
}
