import ObjectModel

/// The search index, as used by one query.
///
/// The rarest word of a search determines the objects: its entries are listed. Words that are much
/// more common are checked in the values of these objects; others are also listed.
struct SearchAccess {
  let definition: SearchDefinition
  let index: SearchIndex

  /// The number of entries for a term, up to a limit.
  func count(_ term: SearchTerm, _ limit: Int) throws -> Int {
    try index.count(term, in: definition, limit: limit)
  }

  /// Checking an object's values takes about as long as listing this many entries.
  private static let looksPerEntry = 12

  /// The number of entries from which a word is common; listing that many takes about three
  /// milliseconds.
  static let commonCount = 8000

  /// Whether the entries of each term are listed.
  func isListed(_ terms: [SearchTerm]) throws -> [Bool] {
    guard terms.count > 1 else { return [true] }
    var counts: [Int] = []
    // More exact numbers are needed only if all words are common.
    for limit in [Self.commonCount, Self.commonCount * Self.looksPerEntry] {
      counts = try terms.map { try count($0, limit) }
      if counts.contains(where: { $0 < limit }) { break }
    }
    let least = counts.min() ?? 0
    let leader = counts.firstIndex(of: least)
    return counts.indices.map { $0 == leader || least * Self.looksPerEntry > counts[$0] }
  }
}
