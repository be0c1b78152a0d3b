import ObjectModel

/// A moment before which a coordinator was told of certain changes, and of no others.
package struct CacheMoment: Sendable, Hashable {
  /// The coordinator's number, for rows that are read from then on.
  let epoch: UInt32
  /// See `RowCache`.
  let changeCount: UInt64
}

/// The moments of one save's commits, which are made store by store.
package struct CommitMoments: Sendable {
  private var entries: [(store: Int, moment: CacheMoment)] = []

  mutating func append(_ moment: CacheMoment, ofStore number: Int) {
    entries.append((number, moment))
  }

  /// Calls the body with the rows of each store, and the moment of that store's commit.
  func visit(_ rows: [Row], _ body: ([Row], CacheMoment) -> Void) {
    if entries.count == 1 { return body(rows, entries[0].moment) }
    for (number, moment) in entries {
      body(rows.filter { StoreIdentity.number(ofKey: $0.key) == number }, moment)
    }
  }
}
