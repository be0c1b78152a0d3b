import CSQLite
import SQLite
import XCTest

/// A value that SQLite does not take leaves the former one, or NULL, in its place: the statement
/// must not run with that.
final class StatementBindingTests: XCTestCase {
  private func connection() throws -> Connection {
    let connection = try Connection(path: ":memory:")
    try connection.execute("CREATE TABLE t (a, b)")
    sqlite3_limit(connection.handle, SQLITE_LIMIT_LENGTH, 1_000)
    return connection
  }

  private func rows(_ connection: Connection) throws -> Int64 {
    let count = try connection.statement("SELECT count(*) FROM t")
    defer { count.reset() }
    return try count.step() ? count.int64(0) : -1
  }

  func testAStatementWhoseValueIsTooLongDoesNotRun() throws {
    let connection = try connection()
    let insert = try connection.statement("INSERT INTO t VALUES (?1, ?2)")
    let long = String(repeating: "x", count: 1_001)
    for bind in [
      { insert.bind(1, long) },
      { Array(long.utf8).withUnsafeBytes { insert.bindBlobCopying(1, $0) } },
      {
        Array(long.utf8).withUnsafeBytes { bytes in
          bytes.baseAddress.map { insert.bindTextInPlace(1, $0, bytes.count) }
        }
      },
    ] as [() -> Void] {
      bind()
      insert.bind(2, Int64(7))
      XCTAssertThrowsError(try insert.run()) {
        XCTAssertEqual(($0 as? SQLiteError)?.kind, .tooBig, "\($0)")
      }
      XCTAssertEqual(try rows(connection), 0)
    }
    // It is told once; with a value that fits the statement runs.
    insert.bind(1, "short")
    try insert.run()
    XCTAssertEqual(try rows(connection), 1)
  }

  func testAParameterThatIsNotThereIsAnError() throws {
    let connection = try connection()
    let insert = try connection.statement("INSERT INTO t VALUES (?1, NULL)")
    insert.bind(2, Int64(7))
    XCTAssertThrowsError(try insert.step())
    XCTAssertEqual(try rows(connection), 0)
  }

  func testAFailureThatNobodySawIsForgottenWhenTheStatementIsAskedForAgain() throws {
    let connection = try connection()
    try connection.statement("INSERT INTO t VALUES (?1, NULL)").bind(2, Int64(7))
    let insert = try connection.statement("INSERT INTO t VALUES (?1, NULL)")
    insert.bind(1, Int64(7))
    try insert.run()
    XCTAssertEqual(try rows(connection), 1)
  }
}
