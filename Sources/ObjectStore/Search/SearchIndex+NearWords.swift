import ObjectModel
import SQLite

extension SearchIndex {
  /// The maximum number of indexed words that are compared with a typed one; that takes a few
  /// milliseconds.
  private static let greatestLookCount = 1200

  /// Considers indexed words that may be near to a typed one: those that start like it, then those
  /// that start with its second letter, then others, until the limit.
  func considerWords(
    of fields: [SearchField], for near: inout NearWords, in definition: SearchDefinition
  ) throws {
    let fields = fields.filter { $0.style != .digits }
    let sources = Dictionary(grouping: fields) { definition.columns(of: [$0])?.index }
      .compactMap { index, fields in definition.columns(of: fields) }
      .sorted { $0.index < $1.index }
    // The typed word may be the beginning of a word, in which case no correction is needed.
    for source in sources {
      var count = 1
      try consider(source, beginningWith: near.wanted, for: &near, upTo: &count)
    }
    guard !near.isFound else { return }
    var count = Self.greatestLookCount
    for beginning in near.likelyBeginnings + [""] {
      for source in sources {
        try consider(source, beginningWith: beginning, for: &near, upTo: &count)
      }
    }
  }

  private func consider(
    _ source: (index: String, columns: [String]), beginningWith beginning: String,
    for near: inout NearWords, upTo count: inout Int
  ) throws {
    let vocabulary = "temp.\(source.index)_VOCABULARY"
    try connection.execute(
      "CREATE VIRTUAL TABLE IF NOT EXISTS \(vocabulary) USING fts5vocab(main, \(source.index), col)"
    )
    let columns = source.columns.map { "'\($0)'" }.joined(separator: ", ")
    let words = try connection.statement(
      "SELECT DISTINCT term FROM \(vocabulary) WHERE term >= ? AND term < ? "
        + "AND col IN (\(columns))")
    words.bind(1, beginning)
    // No text contains the last character; whole values follow the words.
    words.bind(2, beginning.isEmpty ? SearchDefinition.valueMark : beginning + "\u{10FFFF}")
    defer { words.reset() }
    while count > 0, try words.step() {
      near.consider(words.string(0) ?? "")
      count -= 1
    }
  }
}
