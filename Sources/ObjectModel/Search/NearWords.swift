/// Collects the words that are nearest to one that was typed.
///
/// A word counts as near when it, or its beginning, takes few changes to become what was typed:
/// letters put in, left out, changed, or swapped with their neighbours.
package struct NearWords {
  /// A word, and how many changes it takes.
  package struct Word: Hashable, Comparable {
    package let text: String
    package let distance: Int
    /// Whether the changes lead to its beginning alone.
    let isLonger: Bool

    package static func < (left: Word, right: Word) -> Bool {
      (left.distance, left.isLonger ? 1 : 0, left.text)
        < (right.distance, right.isLonger ? 1 : 0, right.text)
    }
  }

  package let wanted: String

  /// The nearest words, the best first; at most as many as are kept.
  package private(set) var words: [Word] = []

  /// The greatest number of words that are kept.
  private static let greatestCount = 3

  private let scalars: [Unicode.Scalar]
  private let greatestDistance: Int
  /// Of a beginning; more changes, and almost anything would be near.
  private let greatestBeginning: Int
  private var known: Set<String> = []
  /// Three rows of the table in which distances are worked out, one behind the other.
  private var rows: [Int]

  /// - Returns: nil for a word that is too short, or a number, so that anything would be near it.
  package init?(to wanted: String) {
    let scalars = Array(wanted.unicodeScalars)
    guard scalars.count >= 3, scalars.contains(where: { $0.decimalDigit == nil }) else {
      return nil
    }
    self.wanted = wanted
    self.scalars = scalars
    (greatestDistance, greatestBeginning) = scalars.count < 5 ? (1, 0) : (2, 1)
    rows = Array(repeating: 0, count: 3 * (scalars.count + greatestDistance + 2))
  }

  /// Whether a word that was found begins with what was typed, so that nothing else was meant.
  package var isFound: Bool { words.first?.distance == 0 }

  /// The beginnings of the words to look at first, the likeliest ones first.
  package var likelyBeginnings: [String] {
    let first = String(String.UnicodeScalarView(scalars.prefix(2)))
    return [first, String(scalars[0]), String(scalars[1])]
  }

  package mutating func consider(_ word: String) {
    let candidate = Array(word.unicodeScalars.prefix(scalars.count + greatestDistance + 1))
    guard candidate.count + greatestDistance >= scalars.count else { return }
    let (whole, beginning) = distances(to: candidate)
    let isLonger = beginning < whole && beginning <= greatestBeginning
    let distance = isLonger ? beginning : whole
    guard distance <= greatestDistance, known.insert(word).inserted else { return }
    words.append(Word(text: word, distance: distance, isLonger: isLonger))
    words.sort()
    if words.count > Self.greatestCount { words.removeLast() }
  }

  /// How many changes make the candidate, and the best of its beginnings, what was typed.
  private mutating func distances(
    to candidate: [Unicode.Scalar]
  ) -> (whole: Int, beginning: Int) {
    let width = scalars.count + greatestDistance + 2
    for column in 0...candidate.count { rows[column] = column }
    for row in scalars.indices {
      let (beforeLast, last) = ((row + 2) % 3 * width, row % 3 * width)
      let current = (row + 1) % 3 * width
      rows[current] = row + 1
      var least = row + 1
      for column in candidate.indices {
        let change = rows[last + column] + (scalars[row] == candidate[column] ? 0 : 1)
        var cost = min(change, rows[last + column + 1] + 1, rows[current + column] + 1)
        if row > 0, column > 0, scalars[row] == candidate[column - 1],
          scalars[row - 1] == candidate[column]
        {
          cost = min(cost, rows[beforeLast + column - 1] + 1)
        }
        rows[current + column + 1] = cost
        least = min(least, cost)
      }
      // A swap reaches back two rows, which are then both too far.
      if least > greatestDistance + 1 { return (.max, .max) }
    }
    let end = scalars.count % 3 * width
    return (rows[end + candidate.count], rows[end...end + candidate.count].min() ?? .max)
  }
}
