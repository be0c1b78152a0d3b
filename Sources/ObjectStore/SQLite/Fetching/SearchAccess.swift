import ObjectModel

/// The search index as one query uses it.
///
/// Of the words of a search the rarest leads to the objects: its entries are listed. Others that
/// are much more common are looked for in the values of the objects that it leads to, and listed
/// else.
struct SearchAccess {
  let definition: SearchDefinition
  let index: SearchIndex

  /// How many entries there are for a term, up to a limit.
  func count(_ term: SearchTerm, _ limit: Int) throws -> Int {
    try index.count(term, in: definition, limit: limit)
  }

  /// To look at the values of an object takes about as long as to list so many entries.
  private static let looksPerEntry = 12

  /// From how many entries on a word is common; to list that many takes about three milliseconds.
  static let commonCount = 8000

  /// For each of the terms, whether its entries are listed.
  func isListed(_ terms: [SearchTerm]) throws -> [Bool] {
    guard terms.count > 1 else { return [true] }
    var counts: [Int] = []
    // Only between words that are all common does it take more exact numbers.
    for limit in [Self.commonCount, Self.commonCount * Self.looksPerEntry] {
      counts = try terms.map { try count($0, limit) }
      if counts.contains(where: { $0 < limit }) { break }
    }
    let least = counts.min() ?? 0
    let leader = counts.firstIndex(of: least)
    return counts.indices.map { $0 == leader || least * Self.looksPerEntry > counts[$0] }
  }
}
