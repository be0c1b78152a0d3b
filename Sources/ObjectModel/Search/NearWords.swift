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

  /// - Returns: nil for a word that is too short, or a number, so that anything would be near it.
  package init?(to wanted: String) {
    let scalars = Array(wanted.unicodeScalars)
    guard scalars.count >= 3, scalars.contains(where: { $0.decimalDigit == nil }) else {
      return nil
    }
    self.wanted = wanted
    self.scalars = scalars
    (greatestDistance, greatestBeginning) = scalars.count < 5 ? (1, 0) : (2, 1)
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
    let (whole, beginning) = distances(to: candidate)
    let isLonger = beginning < whole && beginning <= greatestBeginning
    let distance = isLonger ? beginning : whole
    guard distance <= greatestDistance, known.insert(word).inserted else { return }
    words.append(Word(text: word, distance: distance, isLonger: isLonger))
    words.sort()
    if words.count > Self.greatestCount { words.removeLast() }
  }

  /// How many changes make the candidate, and the best of its beginnings, what was typed.
  private func distances(to candidate: [Unicode.Scalar]) -> (whole: Int, beginning: Int) {
    var beforeLast: [Int] = []
    var last = Array(0...candidate.count)
    for row in scalars.indices {
      var current = [row + 1]
      current.reserveCapacity(candidate.count + 1)
      var least = row + 1
      for column in candidate.indices {
        let change = last[column] + (scalars[row] == candidate[column] ? 0 : 1)
        var cost = min(change, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, scalars[row] == candidate[column - 1],
          scalars[row - 1] == candidate[column]
        {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
        least = min(least, cost)
      }
      // A swap reaches back two rows, which are then both too far.
      if least > greatestDistance + 1 { return (.max, .max) }
      (beforeLast, last) = (last, current)
    }
    return (last[candidate.count], last.min() ?? .max)
  }
}
