import Foundation
import ObjectModel
import SQLite

/// Reporting executed statements.
extension SQLiteSession {
  /// Starts or stops collecting statements, depending on the observers' interests.
  func trace(_ interests: WorkInterests) {
    let expandsParameters =
      interests.contains(.statements) ? interests.contains(.bindings) : nil
    guard connection.trace?.expandsParameters != expandsParameters else { return }
    connection.setTrace(expandsParameters.map { StatementTrace(expandsParameters: $0) })
  }

  /// The statements that were finished since the last call.
  func takeStatements(of url: URL, _ interests: WorkInterests) -> [SQLStatement] {
    guard let finished = connection.trace?.takeFinished(), !finished.isEmpty else { return [] }
    let plans = interests.contains(.queryPlans) ? queryPlans(of: finished) : [:]
    return finished.map { statement in
      SQLStatement(
        sql: statement.sql,
        bindings: statement.expandedSQL.map {
          ExpandedStatement.values(of: statement.sql, in: $0)
        } ?? [], duration: statement.duration, rowCount: statement.rowCount,
        changeCount: statement.changeCount, queryPlan: plans[statement.sql], storeURL: url)
    }
  }

  /// The plans of statements, by text; EXPLAIN is not traced.
  private func queryPlans(of finished: [FinishedStatement]) -> [String: QueryPlan] {
    var plans: [String: QueryPlan] = [:]
    for statement in finished where plans[statement.sql] == nil {
      let isPlanned = ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"].contains {
        statement.sql.hasPrefix($0)
      }
      if isPlanned { plans[statement.sql] = try? queryPlan(of: statement.sql) }
    }
    return plans
  }

  // MARK: Explaining

  /// SQLite's plan for a statement, which is prepared but not run.
  func queryPlan(of sql: String) throws -> QueryPlan {
    QueryPlan(
      rows: try connection.rows("EXPLAIN QUERY PLAN \(sql)") {
        ($0.int64(0), $0.int64(1), $0.string(3) ?? "")
      })
  }
}
