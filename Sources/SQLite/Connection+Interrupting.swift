import CSQLite

/// Decides, while statements run, whether they are to go on.
package final class Interruption {
  private let isWanted: () -> Bool
  /// Another one that counts as well.
  fileprivate unowned var other: Interruption?

  fileprivate var isDue: Bool { isWanted() || other?.isWanted() == true }

  package init(_ isWanted: @escaping () -> Bool) {
    self.isWanted = isWanted
  }
}

extension Connection {
  /// Asks now and then, while any statement runs, whether it is to end with SQLITE_INTERRUPT.
  package func setStandingInterruption(_ interruption: Interruption) {
    standingInterruption = interruption
    setInterruption(nil)
  }

  /// Asks now and then, while a statement runs, whether it is to end with SQLITE_INTERRUPT; nil
  /// asks the standing interruption only.
  ///
  /// Unlike `sqlite3_interrupt` it can never hit the statement of somebody else who
  /// uses the connection next.
  ///
  /// - Parameter interruption: kept by the caller for as long as it is set here.
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

  /// In steps of SQLite's virtual machine, of which a row takes some ten.
  private static let stepsBetweenQuestions: Int32 = 1000

  /// Some tenths of a millisecond, so that what is always asked costs nothing that can be measured.
  private static let stepsBetweenStandingQuestions: Int32 = 10_000
}
