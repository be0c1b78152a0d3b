import ObjectModel
import SQLite

extension SearchIndex {
  /// How many words of the index are compared with one that was typed, at most; that takes some
  /// milliseconds.
  private static let greatestLookCount = 1200

  /// Looks at the words of the index that may be near to one that was typed: those that begin as it
  /// does, then those that begin with its second letter, then others, until there were enough.
  func considerWords(
    of fields: [SearchField], for near: inout NearWords, in definition: SearchDefinition
  ) throws {
    var numbers: [Int] = []
    for field in fields where field.style != .digits {
      guard let number = definition.number(of: field.attribute), !numbers.contains(number) else {
        continue
      }
      numbers.append(number)
    }
    // What was typed may be the beginning of a word, and then nothing else was meant.
    for number in numbers {
      var count = 1
      try consider(number, beginningWith: near.wanted, for: &near, upTo: &count)
    }
    guard !near.isFound else { return }
    var count = Self.greatestLookCount
    for beginning in near.likelyBeginnings + [""] {
      for number in numbers {
        try consider(number, beginningWith: beginning, for: &near, upTo: &count)
      }
    }
  }

  /// Goes from word to word, over all that have the same one at once.
  private func consider(
    _ field: Int, beginningWith beginning: String, for near: inout NearWords,
    upTo count: inout Int
  ) throws {
    let end = beginning + "\u{10FFFF}"
    var last = beginning
    var statement = try next(">=")
    while count > 0 {
      statement.bind(1, Int64(field))
      statement.bind(2, last)
      statement.bind(3, end)
      guard try statement.step(), let word = statement.string(0) else { return }
      statement.reset()
      near.consider(word)
      if last == beginning { statement = try next(">") }
      last = word
      count -= 1
    }
  }

  private func next(_ relation: String) throws -> Statement {
    try connection.statement(
      "SELECT WORD FROM \(SearchDefinition.words) WHERE FIELD = ? AND WORD \(relation) ? "
        + "AND WORD < ? ORDER BY WORD LIMIT 1")
  }
}
