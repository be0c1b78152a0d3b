import CommandKit

/// Reads `status, sum(totalMinor) AS total`, the keys behind `group by`, and
/// relationships to prefetch.
struct SelectReader {
  private let list: ListReader
  private let parameter: Parameter
  private var text: CommandText { list.reader.text }

  init(_ reader: ValueReader, for parameter: Parameter) {
    list = ListReader(reader)
    self.parameter = parameter
  }

  /// The terms of a list, which may have names behind `AS`.
  func terms(_ indices: Range<Int>) throws(Diagnostic) -> [SelectTerm] {
    var terms: [SelectTerm] = []
    for item in try list.items(indices) { terms.append(try term(item)) }
    return terms
  }

  /// The keys of a list, each a key path or an expression.
  func keys(_ indices: Range<Int>) throws(Diagnostic) -> [SelectTerm] {
    var keys: [SelectTerm] = []
    for item in try list.items(indices) {
      let pieces = try someOf(item)
      keys.append(SelectTerm(ListReader.joined(pieces).raw))
    }
    return keys
  }

  /// One key path, which stands alone.
  func key(_ indices: Range<Int>) throws(Diagnostic) -> SelectTerm {
    let items = try list.items(indices)
    guard let first = items.first, let key = try someOf(first).first else {
      throw text.diagnostic(
        "\(parameter.name) needs a key here", hint: "write \(parameter.optionUsage)", at: text.end)
    }
    if first.pieces.count > 1 {
      let word = first.pieces[1]
      let isDirection = SortReader.words.contains(word.text.lowercased())
      throw text.diagnostic(
        "\(parameter.name) takes one key and nothing behind it, not \"\(word.text)\"",
        hint: isDirection
          ? "write \(parameter.name) \(key.text) sort \(key.text) \(word.text.lowercased())"
          : "write \(parameter.optionUsage)", at: word.range)
    }
    if items.count > 1 {
      throw text.diagnostic(
        "\(parameter.name) takes one key", hint: "behind sort there may be more",
        at: items[1].pieces.first?.range ?? items[1].end)
    }
    return SelectTerm(name: key.word, expression: key.word, source: key.raw)
  }

  /// The keys of a list that the word `by` begins.
  func keysBehindBy(_ indices: Range<Int>) throws(Diagnostic) -> [SelectTerm] {
    let first = text.tokens[indices.lowerBound]
    guard first.kind == .word, first.text.lowercased() == "by" else {
      throw text.diagnostic(
        "after group comes by, not \"\(first.text)\"", hint: "write group \(parameter.placeholder)",
        at: first.range)
    }
    guard indices.count > 1 else {
      throw text.diagnostic(
        "group by needs a key here", hint: "write group \(parameter.placeholder)",
        at: SourceRange(start: first.range.end, end: first.range.end))
    }
    return try keys(indices.dropFirst())
  }

  private func term(_ item: ListReader.Item) throws(Diagnostic) -> SelectTerm {
    let pieces = try someOf(item)
    guard let word = pieces.firstIndex(where: { $0.text.uppercased() == "AS" }), word > 0 else {
      return SelectTerm(ListReader.joined(pieces).raw)
    }
    let source = ListReader.joined(Array(pieces[..<word])).raw
    guard pieces.count > word + 1 else {
      throw text.diagnostic(
        "AS needs a name behind it", hint: "write \(source.text) AS NAME", at: pieces[word].range)
    }
    guard pieces.count == word + 2 else {
      throw text.diagnostic(
        "a comma belongs before the next value", hint: "separate values with commas",
        at: pieces[word + 2].range)
    }
    return SelectTerm(name: pieces[word + 1].word, expression: source.text, source: source)
  }

  private func someOf(_ item: ListReader.Item) throws(Diagnostic) -> [ListReader.Piece] {
    guard item.pieces.isEmpty else { return item.pieces }
    throw text.diagnostic(
      "\(parameter.name) needs a key here", hint: "write \(parameter.optionUsage)", at: item.end)
  }
}
