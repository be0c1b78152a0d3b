import CSQLite

/// Decides whether running statements are interrupted.
package final class Interruption {
  private let isWanted: () -> Bool
  /// Another interruption that also applies.
  fileprivate unowned var other: Interruption?

  fileprivate var isDue: Bool { isWanted() || other?.isWanted() == true }

  package init(_ isWanted: @escaping () -> Bool) {
    self.isWanted = isWanted
  }
}

extension Connection {
  /// Polls an interruption while any statement runs, and ends the statement with SQLITE_INTERRUPT
  /// if it says so.
  package func setStandingInterruption(_ interruption: Interruption) {
    standingInterruption = interruption
    setInterruption(nil)
  }

  /// Polls an interruption while a statement runs, and ends the statement with SQLITE_INTERRUPT if
  /// it says so; nil polls only the standing interruption.
  ///
  /// Unlike `sqlite3_interrupt`, it cannot affect a later statement of another user of the
  /// connection.
  ///
  /// - Parameter interruption: retained by the caller as long as it is set here.
  package func setInterruption(_ interruption: Interruption?) {
    guard let interruption = interruption ?? standingInterruption else {
      sqlite3_progress_handler(handle, 0, nil, nil)
      return
    }
    let isStanding = interruption === standingInterruption
    if !isStanding { interruption.other = standingInterruption }
    sqlite3_progress_handler(
      handle, isStanding ? Self.stepsBetweenStandingQuestions : Self.stepsBetweenQuestions,
      { context in
        guard let context else { return 0 }
        let interruption = Unmanaged<Interruption>.fromOpaque(context).takeUnretainedValue()
        return interruption.isDue ? 1 : 0
      }, Unmanaged.passUnretained(interruption).toOpaque())
  }

  /// In steps of SQLite's virtual machine; a row takes about ten.
  private static let stepsBetweenQuestions: Int32 = 1000

  /// A few tenths of a millisecond, so that the standing poll has no measurable cost.
  private static let stepsBetweenStandingQuestions: Int32 = 10_000
}
