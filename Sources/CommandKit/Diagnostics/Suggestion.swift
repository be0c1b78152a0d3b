/// Finds the word that was probably meant.
package enum Suggestion {
  /// The candidates closest to a mistyped word, best first, and equally close ones in their given
  /// order.
  ///
  /// Distance is the number of letters to insert, remove, change or swap with a neighbor (optimal
  /// string alignment), ignoring case. One mistake is allowed for every three letters, and at least
  /// one. A candidate is also close if it, or one of its words, begins with the typed word; if none
  /// is, as many consecutive words of it as were typed are compared. Candidates much farther away
  /// than the closest are left out.
  package static func closest(
    to word: String, in candidates: [String], limit: Int = 3
  ) -> [String] {
    let typed = Array(word.lowercased())
    // Nobody mistypes a word this long, and the work is quadratic in its length.
    guard (1...64).contains(typed.count) else { return [] }
    let bound = max(1, typed.count / 3)
    var found: [(distance: Int, order: Int)] = []
    for (order, candidate) in candidates.enumerated() {
      let letters = Array(candidate.lowercased())
      guard letters.count <= 64 else { continue }
      if typed.count >= 2, begins(letters, with: typed) {
        found.append((letters == typed ? 0 : 1, order))
        continue
      }
      if let distance = slips(from: typed, to: letters, bound) { found.append((distance, order)) }
    }
    if found.isEmpty {
      for (order, candidate) in candidates.enumerated() {
        let distance = slips(from: typed, toWordsOf: Array(candidate.lowercased()), bound)
        if let distance { found.append((distance, order)) }
      }
    }
    found.sort { ($0.distance, $0.order) < ($1.distance, $1.order) }
    let nearest = found.first?.distance ?? 0
    // A word may be a candidate twice, for instance as a topic and as a command.
    let words = found.prefix { $0.distance <= nearest + 1 }.map { candidates[$0.order] }.unique
    return Array(words.prefix(max(0, limit)))
  }

  /// A hint that asks whether one of the closest candidates was meant; nil when none is close.
  package static func hint(for word: String, in candidates: [String]) -> String? {
    hint(of: closest(to: word, in: candidates))
  }

  /// A hint that asks whether one of the words was meant; nil for an empty list.
  package static func hint(of words: [String]) -> String? {
    // Quoted, so that it can be typed whatever it contains.
    let nearest = words.map { CommandText.quoted($0, always: true) }
    return words.isEmpty ? nil : "did you mean \(nearest.joined(lastBy: "or"))?"
  }

  /// Whether a text or one of its words begins with letters.
  private static func begins(_ text: [Character], with letters: [Character]) -> Bool {
    text.starts(with: letters)
      || text.indices.contains { index in
        text[index] == " " && text[(index + 1)...].starts(with: letters)
      }
  }

  /// The distance between a typed word and a candidate; nil where it is too large.
  private static func slips(
    from typed: [Character], to letters: [Character], _ bound: Int
  ) -> Int? {
    guard abs(letters.count - typed.count) <= bound else { return nil }
    let distance = distance(typed, letters)
    // If every letter changed, it is a different word.
    return distance <= bound && distance < max(typed.count, letters.count) ? distance : nil
  }

  /// The distance to the closest consecutive words of a longer name, as many as were typed.
  private static func slips(
    from typed: [Character], toWordsOf letters: [Character], _ bound: Int
  ) -> Int? {
    let count = typed.split(separator: " ").count
    let words = letters.split(separator: " ")
    // With three letters, almost anything would be close.
    guard typed.count > 3, count > 0, words.count > count else { return nil }
    return words.indices.dropLast(count - 1).compactMap { index in
      slips(
        from: typed, to: Array(words[index..<index + count].joined(separator: [" "])), bound)
    }.min()
  }

  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let isSame = left[row] == right[column]
        var best = min(
          last[column + 1] + 1, current[column] + 1, last[column] + (isSame ? 0 : 1))
        let isSwap =
          row > 0 && column > 0 && left[row] == right[column - 1]
          && left[row - 1] == right[column]
        if isSwap { best = min(best, beforeLast[column - 1] + 1) }
        current.append(best)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
