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
  private var distances: EditDistance

  /// - Returns: nil for a word that is too short, or a number, so that anything would be near it.
  package init?(to wanted: String) {
    let scalars = Array(wanted.unicodeScalars)
    guard scalars.count >= 3, scalars.contains(where: { $0.decimalDigit == nil }) else {
      return nil
    }
    self.wanted = wanted
    self.scalars = scalars
    (greatestDistance, greatestBeginning) = scalars.count < 5 ? (1, 0) : (2, 1)
    distances = EditDistance(to: scalars)
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
    guard let costs = distances.ofBeginnings(of: candidate, limit: greatestDistance),
      let whole = costs.last, let beginning = costs.min()
    else { return }
    let isLonger = beginning < whole && beginning <= greatestBeginning
    let distance = isLonger ? beginning : whole
    guard distance <= greatestDistance, known.insert(word).inserted else { return }
    words.append(Word(text: word, distance: distance, isLonger: isLonger))
    words.sort()
    if words.count > Self.greatestCount { words.removeLast() }
  }
}
