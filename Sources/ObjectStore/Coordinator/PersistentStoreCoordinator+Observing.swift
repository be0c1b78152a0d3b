import Foundation
import ObjectModel

/// Seeing what a coordinator, its stores and its contexts do.
extension PersistentStoreCoordinator {
  private static let processLog = Lock<SQLLog?>(
    SQLLog.requested(by: ProcessInfo.processInfo.environment))

  /// The log that coordinators which are made from now on begin with: what the environment variable
  /// `OBJECTGRAPH_SQL_DEBUG` asks for, until another is set.
  public static var defaultSQLLog: SQLLog? {
    get { processLog.withLock { $0 } }
    set { processLog.withLock { $0 = newValue } }
  }

  /// The log of what the SQLite stores are asked; nil for none.
  public var sqlLog: SQLLog? {
    get { work.log }
    set { work.log = newValue }
  }

  /// Tells an observer of all that is done from now on, by whichever context, until it is removed;
  /// the coordinator holds it.
  public func addWorkObserver(_ observer: any WorkObserver) { work.add(observer) }

  /// Tells an observer nothing any more; what another thread is about to tell may still arrive.
  public func removeWorkObserver(_ observer: any WorkObserver) { work.remove(observer) }

  /// Runs a body and tells what the stack did meanwhile, for whichever context, on any thread.
  ///
  /// Work that goes on behind an `await` is measured with a `WorkRecorder`.
  ///
  /// - Returns: what the body returns, and the report.
  public func measure<Result>(
    _ body: () throws -> Result
  ) rethrows -> (result: Result, report: WorkReport) {
    let recorder = WorkRecorder()
    addWorkObserver(recorder)
    defer { removeWorkObserver(recorder) }
    let result = try body()
    return (result, recorder.report)
  }
}
