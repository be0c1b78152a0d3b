/// The Damerau–Levenshtein distance between two words: the number of insertions, deletions,
/// replacements and swaps of neighbors.
struct EditDistance {
  private let wanted: [Unicode.Scalar]
  /// Three rows of the distance table, one after the other.
  private var rows: [Int] = []

  init(to wanted: [Unicode.Scalar]) {
    self.wanted = wanted
  }

  /// The distances of all prefixes of a word, from the empty one to the word itself.
  ///
  /// - Returns: nil if none of them is within the limit.
  mutating func ofBeginnings(
    of candidate: [Unicode.Scalar], limit: Int = .max
  ) -> ArraySlice<Int>? {
    let width = candidate.count + 1
    if rows.count < 3 * width { rows = Array(repeating: 0, count: 3 * width) }
    for column in 0..<width { rows[column] = column }
    for row in wanted.indices {
      let (beforeLast, last) = ((row + 2) % 3 * width, row % 3 * width)
      let current = (row + 1) % 3 * width
      rows[current] = row + 1
      var least = row + 1
      for column in candidate.indices {
        let change = rows[last + column] + (wanted[row] == candidate[column] ? 0 : 1)
        var cost = min(change, rows[last + column + 1] + 1, rows[current + column] + 1)
        if row > 0, column > 0, wanted[row] == candidate[column - 1],
          wanted[row - 1] == candidate[column]
        {
          cost = min(cost, rows[beforeLast + column - 1] + 1)
        }
        rows[current + column + 1] = cost
        least = min(least, cost)
      }
      // A swap looks back two rows, both of which are then beyond the limit.
      if least - 1 > limit { return nil }
    }
    let end = wanted.count % 3 * width
    return rows[end..<end + width]
  }
}
