import ObjectModel

/// The search index as one query uses it.
///
/// Of the words of a search the rarest leads to the objects: its entries are listed. Each of the
/// others is looked for in the objects that it leads to. Where all words are common and a few objects
/// will do, there is no leader: the objects are looked through in their order until there are enough.
struct SearchAccess {
  let definition: SearchDefinition

  /// How many entries there are for a term, up to a bound.
  let count: (SearchTerm) throws -> Int

  /// Whether objects are looked through rather than led to.
  var isScanning = false

  /// The index of the term whose entries are listed.
  func leader(of terms: [SearchTerm]) throws -> Int? {
    if isScanning { return nil }
    guard terms.count > 1 else { return 0 }
    var best = (index: 0, count: Int.max)
    for (index, term) in terms.enumerated() {
      let count = try count(term)
      if count < best.count { best = (index, count) }
      if count == 0 { break }
    }
    return best.index
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
    guard let fields = fieldCondition(of: part, alias) else { return nil }
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

  private static func beginning(_ text: String, of column: String, _ bind: Binder) -> String {
    // No text has this character, which comes after all others.
    "\(column) >= \(bind(text)) AND \(column) < \(bind(text + "\u{10FFFF}"))"
  }
}
