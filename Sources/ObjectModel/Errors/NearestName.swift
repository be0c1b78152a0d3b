/// Finds the intended name for a mistyped one.
package enum NearestName {
  /// The name with the fewest edits, or nil if none is near: at most a third of the letters, and at
  /// least one, may be wrong.
  package static func nearest(to name: String, among names: [String]) -> String? {
    let wanted = Array(name.lowercased().unicodeScalars.prefix(64))
    var distances = EditDistance(to: wanted)
    var best: (name: String, distance: Int)?
    for candidate in names {
      let scalars = candidate.lowercased().unicodeScalars.prefix(64)
      guard let distance = distances.ofBeginnings(of: Array(scalars))?.last else { continue }
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    guard let best, best.distance <= max(1, wanted.count / 3) else { return nil }
    return best.name
  }

  /// Advice with the likely name; nil if none is near.
  package static func suggestion(for name: String, among names: [String]) -> String? {
    nearest(to: name, among: names).map { "did you mean \($0)?" }
  }

  /// Advice with the likely name or, if none is near, all names.
  package static func advice(for name: String, among names: [String]) -> String {
    suggestion(for: name, among: names) ?? "use one of \(names.joined(separator: ", "))"
  }
}

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
