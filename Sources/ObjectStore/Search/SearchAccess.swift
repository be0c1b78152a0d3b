import ObjectModel

/// The search index as one query uses it.
///
/// Of the words of a search the rarest leads to the objects: its entries are listed. Others that
/// are much more common are looked for in the objects that it leads to, and listed else. Where all
/// words are common and a few objects will do, none is listed: the objects are looked through in
/// their order until there are enough.
struct SearchAccess {
  let definition: SearchDefinition

  /// How many entries there are for a term, up to a limit.
  let count: (SearchTerm, Int) throws -> Int

  /// Whether objects are looked through rather than led to.
  var isScanning = false

  /// To look into an object takes about as long as to list so many entries.
  private static let looksPerEntry = 12

  /// From how many entries on a word is common; to list that many takes about three milliseconds.
  static let commonCount = 8000

  /// For each of the terms, whether its entries are listed.
  func isListed(_ terms: [SearchTerm]) throws -> [Bool] {
    if isScanning { return terms.map { _ in false } }
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

extension SearchDefinition {
  typealias Binder = (String) -> String

  /// FROM and WHERE of all entries in which something is found; nil when the index has none of the
  /// fields.
  func entries(
    of part: SearchTerm.Part, _ reach: ResolvedSearch.Reach, as alias: String, bind: Binder
  ) -> String? {
    guard let fields = fieldCondition(of: part, alias) else { return nil }
    let isWord = reach == .words
    let column = "\(alias).\(isWord ? "WORD" : "TEXT")"
    let found =
      reach == .whole
      ? "\(column) = \(bind(part.wanted))" : Self.beginning(part.wanted, of: column, bind)
    return "FROM \(isWord ? Self.words : Self.texts) \(alias) WHERE \(fields) AND \(found)"
  }

  /// FROM and WHERE of what is kept with the key of an object, if it has what is looked for.
  func entry(
    of part: SearchTerm.Part, _ reach: ResolvedSearch.Reach, as alias: String, bind: Binder
  ) -> String? {
    guard let fields = fieldRange(of: part, alias) else { return nil }
    let found: String
    switch reach {
    case .whole: found = "\(alias).TEXT = \(bind(part.wanted))"
    case .beginning: found = Self.beginning(part.wanted, of: "\(alias).TEXT", bind)
    // Words are kept with a space between two, and none has one in it.
    case .words: found = "instr(' ' || \(alias).WORDS, \(bind(" " + part.wanted))) > 0"
    }
    return "FROM \(Self.texts) \(alias) WHERE \(fields) AND \(found)"
  }

  private func fieldCondition(of part: SearchTerm.Part, _ alias: String) -> String? {
    let numbers = part.fields.compactMap { number(of: $0.attribute) }
    guard !numbers.isEmpty else { return nil }
    return "\(alias).FIELD IN (\(numbers.map(String.init).joined(separator: ", ")))"
  }

  /// Of fields whose numbers follow each other, the texts are read in one go.
  private func fieldRange(of part: SearchTerm.Part, _ alias: String) -> String? {
    let numbers = part.fields.compactMap { number(of: $0.attribute) }
    guard let first = numbers.min(), let last = numbers.max(), Set(numbers).count > 1,
      last - first == Set(numbers).count - 1
    else { return fieldCondition(of: part, alias) }
    return "\(alias).FIELD BETWEEN \(first) AND \(last)"
  }

  private static func beginning(_ text: String, of column: String, _ bind: Binder) -> String {
    // No text has this character, which comes after all others.
    "\(column) >= \(bind(text)) AND \(column) < \(bind(text + "\u{10FFFF}"))"
  }
}
