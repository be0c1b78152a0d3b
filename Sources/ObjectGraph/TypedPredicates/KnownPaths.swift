import ObjectModel

/// What key paths came to, so that the reading is done once for each.
///
/// A key path that the code spells out is one object for the life of the process, which is told by
/// its address: to compare two key paths takes as long as to read one.
enum KnownPaths {
  private struct Known: @unchecked Sendable {
    // Sound: the key path is held for its address alone, and never asked for anything.
    let keyPath: AnyKeyPath
    let expression: FetchExpression
  }

  private static let known = Lock<[ObjectIdentifier: Known]>([:])

  /// Key paths that are put together while the program runs are new objects each time.
  private static let mostKept = 1_000

  static func expression(
    of keyPath: AnyKeyPath, _ read: () -> FetchExpression
  ) -> FetchExpression {
    let id = ObjectIdentifier(keyPath)
    if let found = known.withLock({ $0[id]?.expression }) { return found }
    // Outside of the lock: a computed property on the way is code of the application.
    let expression = read()
    let entry = Known(keyPath: keyPath, expression: expression)
    known.withLock { known in
      if known.count >= mostKept { known.removeAll() }
      known[id] = entry
    }
    return expression
  }
}
