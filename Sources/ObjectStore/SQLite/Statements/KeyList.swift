import SQLite

/// Keys on the right side of `IN`, in one of a few forms, so that few statements cover any number
/// of keys.
struct KeyList {
  private let keys: [Int64]
  private let base: Int64
  private let placeCount: Int

  /// - Parameters:
  ///   - keys: at least one key.
  ///   - base: the offset of the keys from the primary keys.
  init(_ keys: [Int64], base: Int64) {
    self.keys = keys
    self.base = base
    placeCount = [1, 4, 16, 64, 256].first { $0 >= keys.count } ?? 0
  }

  /// The list in parentheses: a parameter for each key, or a single one for many keys.
  var sql: String {
    guard placeCount > 0 else { return "(SELECT value FROM json_each(?))" }
    return "(\(Array(repeating: "?", count: placeCount).joined(separator: ",")))"
  }

  func bind(to statement: Statement) {
    guard placeCount > 0, let last = keys.last else {
      statement.bind(1, "[\(keys.map { String($0 - base) }.joined(separator: ","))]")
      return
    }
    // Unused parameters repeat a key, which does not change the result.
    for place in 0..<placeCount {
      statement.bind(Int32(place + 1), (place < keys.count ? keys[place] : last) - base)
    }
  }
}
