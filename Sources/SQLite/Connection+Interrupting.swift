import CSQLite

extension Connection {
  /// Polls the interruptions while any statement runs.
  ///
  /// Unlike `sqlite3_interrupt`, this cannot affect a later statement of another user of the
  /// connection.
  func pollInterruptions() {
    let steps =
      interruption != nil
      ? Self.stepsBetweenQuestions
      : standingInterruption != nil ? Self.stepsBetweenStandingQuestions : 0
    sqlite3_progress_handler(
      handle, steps,
      { context in
        guard let context else { return 0 }
        let connection = Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
        let isDue =
          connection.interruption?() == true || connection.standingInterruption?() == true
        return isDue ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// In steps of SQLite's virtual machine; a row takes about ten.
  private static let stepsBetweenQuestions: Int32 = 1000

  /// A few tenths of a millisecond, so that the standing poll has no measurable cost.
  private static let stepsBetweenStandingQuestions: Int32 = 10_000
}
