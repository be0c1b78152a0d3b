import Foundation
import ObjectModel

/// Searching, by an index that the session that writes keeps.
extension PersistentStore {
  @inline(__always)
  func searching<Result>(
    _ plan: FetchPlan, _ body: (SQLiteSession) throws -> Result
  ) throws -> Result {
    guard plan.searches else { return try sessions.reading(body) }
    return try searching(body)
  }

  /// Runs a request that searches; the index that it wants and does not find is made first.
  func searching<Result>(_ body: (SQLiteSession) throws -> Result) throws -> Result {
    func search(demandingIndex: Bool) throws -> Result {
      try sessions.reading { session in
        session.demandsIndex = demandingIndex
        defer { session.demandsIndex = false }
        return try session.connection.readTransaction { try body(session) }
      }
    }
    guard !isReadOnly else { return try search(demandingIndex: false) }
    do {
      return try search(demandingIndex: true)
    } catch is OldSearchIndex {
      try updateSearchIndex()
      return try search(demandingIndex: false)
    }
  }

  /// Makes the search index, or brings it up to date; left for another time while somebody writes.
  private func updateSearchIndex() throws {
    while try sessions.writingIfFree(advanceSearchIndex) == true { Self.giveWay() }
    _ = try sessions.writingIfFree { session in
      if !isLeaving { try session.searchIndex.takeWaiting() }
    }
  }

  private func advanceSearchIndex(_ session: SQLiteSession) throws -> Bool {
    try !isLeaving && session.searchIndex.advance(isPatient: false)
  }

  /// Whoever waits for the store gets at it between two steps; a lock alone is not fair.
  static func giveWay() { usleep(500) }

  /// Makes the search index by one step.
  ///
  /// - Returns: whether there is more to do.
  func advanceSearchIndex(isPatient: Bool) throws -> Bool {
    try sessions.writing { try $0.searchIndex.advance(isPatient: isPatient) }
  }
}
