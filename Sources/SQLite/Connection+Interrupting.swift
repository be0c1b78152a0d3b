import CSQLite

/// Decides, while statements run, whether they are to go on.
package final class Interruption {
  fileprivate let isWanted: () -> Bool

  package init(_ isWanted: @escaping () -> Bool) {
    self.isWanted = isWanted
  }
}

extension Connection {
  /// Asks now and then, while a statement runs, whether it is to end with SQLITE_INTERRUPT; nil asks
  /// nobody, and costs nothing.
  ///
  /// Unlike `sqlite3_interrupt` it can never hit the statement of somebody else who uses the connection
  /// next.
  ///
  /// - Parameter interruption: kept by the caller for as long as it is set here.
  package func setInterruption(_ interruption: Interruption?) {
    guard let interruption else {
      sqlite3_progress_handler(handle, 0, nil, nil)
      return
    }
    sqlite3_progress_handler(
      handle, Self.stepsBetweenQuestions,
      { context in
        guard let context else { return 0 }
        let interruption = Unmanaged<Interruption>.fromOpaque(context).takeUnretainedValue()
        return interruption.isWanted() ? 1 : 0
      }, Unmanaged.passUnretained(interruption).toOpaque())
  }

  /// In steps of SQLite's virtual machine, of which a row takes some ten.
  private static let stepsBetweenQuestions: Int32 = 1000
}
