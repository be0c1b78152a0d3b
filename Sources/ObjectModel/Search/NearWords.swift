/// Collects the known words that are nearest to a typed word.
///
/// A word is near if it, or its beginning, can be turned into the typed word with a few edits:
/// inserting, deleting, replacing or swapping letters.
package struct NearWords {
  /// A word, and its edit distance.
  package struct Word: Hashable, Comparable {
    package let text: String
    package let distance: Int
    /// Whether the distance applies only to its beginning.
    let isLonger: Bool

    package static func < (left: Word, right: Word) -> Bool {
      (left.distance, left.isLonger ? 1 : 0, left.text)
        < (right.distance, right.isLonger ? 1 : 0, right.text)
    }
  }

  package let wanted: String

  /// The nearest words, best first; at most `greatestCount`.
  package private(set) var words: [Word] = []

  /// The maximum number of words.
  private static let greatestCount = 3

  private let scalars: [Unicode.Scalar]
  private let greatestDistance: Int
  /// The limit for beginnings; with more edits, almost anything would be near.
  private let greatestBeginning: Int
  private var known: Set<String> = []
  private var distances: EditDistance

  /// - Returns: nil for a number, or a word so short that anything would be near.
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

  /// Whether a known word begins with the typed word, so that no correction is needed.
  package var isFound: Bool { words.first?.distance == 0 }

  /// The beginnings of words to look up first, likeliest first.
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
