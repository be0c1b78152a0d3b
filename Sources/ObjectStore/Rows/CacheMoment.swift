import ObjectModel

/// A moment at which a coordinator's cache had recorded certain changes, and no others.
package struct CacheMoment: Sendable, Hashable {
  /// The coordinator's epoch, for rows read from then on.
  let epoch: UInt32
  /// See `RowCache`.
  let changeCount: UInt64
}

/// The moments of a save's commits, one for each store.
package struct CommitMoments: Sendable {
  private var entries: [(store: Int, moment: CacheMoment)] = []

  mutating func append(_ moment: CacheMoment, ofStore number: Int) {
    entries.append((number, moment))
  }

  /// Calls the body with the rows of each store, and the moment of its commit.
  func visit(_ rows: [Row], _ body: ([Row], CacheMoment) -> Void) {
    if entries.count == 1 { return body(rows, entries[0].moment) }
    for (number, moment) in entries {
      body(rows.filter { StoreIdentity.number(ofKey: $0.key) == number }, moment)
    }
  }
}
