import Campground

/// What a prompt tells of the desk.
extension Session {
  /// The guests who are to arrive today and those who should have left, who works, and the date if
  /// the clock is fixed: `3 due in · 1 overdue out · Kasey`.
  ///
  /// It costs one indexed count, and what cannot be read is left out.
  package func status(of worker: String?) -> String {
    let waiting = (try? reservations.waitingAtTheDesk()) ?? (toArrive: 0, overdue: 0)
    let date = clock is FixedClock ? (try? today()).map { "\($0)" } : nil
    return [
      waiting.toArrive > 0 ? "\(waiting.toArrive) due in" : nil,
      waiting.overdue > 0 ? "\(waiting.overdue) overdue out" : nil, worker, date,
    ].compactMap { $0 }.joined(separator: " · ")
  }
}
