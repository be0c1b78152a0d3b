import SQLite

/// Keys on the right-hand side of `IN`, in one of few spellings, so that few statements serve any
/// number of them.
struct KeyList {
  private let keys: [Int64]
  private let base: Int64
  private let placeCount: Int

  /// - Parameters:
  ///   - keys: at least one.
  ///   - base: what they are more than the primary keys.
  init(_ keys: [Int64], base: Int64) {
    self.keys = keys
    self.base = base
    placeCount = [1, 4, 16, 64, 256].first { $0 >= keys.count } ?? 0
  }

  /// The list in parentheses: a parameter for each key, or one for all when they are many.
  var sql: String {
    guard placeCount > 0 else { return "(SELECT value FROM json_each(?))" }
    return "(\(Array(repeating: "?", count: placeCount).joined(separator: ",")))"
  }

  func bind(to statement: Statement) {
    guard placeCount > 0, let last = keys.last else {
      statement.bind(1, "[\(keys.map { String($0 - base) }.joined(separator: ","))]")
      return
    }
    // Places without a key of their own repeat one, which finds nothing more.
    for place in 0..<placeCount {
      statement.bind(Int32(place + 1), (place < keys.count ? keys[place] : last) - base)
    }
  }
}
