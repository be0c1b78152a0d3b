/// Completes a command at the cursor: words, then options, then values of their kind.
public struct Completer<Source: CompletionSource> {
  private let grammar: CommandGrammar
  private let source: Source

  /// Makes a completer that knows a grammar and asks a source for what lives in the store.
  public init(_ grammar: CommandGrammar, source: Source) {
    self.grammar = grammar
    self.source = source
  }

  /// The ways to go on.
  ///
  /// - Parameters:
  ///   - line: the text of the line up to the cursor.
  ///   - earlierLines: the lines before, which the command continues.
  public func complete(_ line: String, after earlierLines: [String] = []) -> CompletionList {
    var lexer = Lexer()
    for earlier in earlierLines {
      _ = lexer.feed(earlier)
    }
    lexer.scan(line)
    var tokens = lexer.begunCommand?.tokens ?? []
    let typed = lexer.isInsideToken ? tokens.popLast() : nil
    let cursor = SourcePosition(line: lexer.nextLine, column: line.count + 1)
    // A quote that was opened on an earlier line cannot be replaced on this one.
    guard typed.map({ $0.range.start.line == cursor.line }) ?? true else {
      return CompletionList(replacedCount: 0, candidates: [])
    }
    let replaced = typed.map { cursor.column - $0.range.start.column } ?? 0
    let isQuoted = typed?.kind == .quoted
    let beginning = typed?.kind == .variable ? "$" + (typed?.text ?? "") : typed?.text ?? ""
    return list(CommandPosition(tokens, in: grammar), beginning, replaced, isQuoted)
  }

  private func list(
    _ position: CommandPosition, _ beginning: String, _ replaced: Int, _ isQuoted: Bool
  ) -> CompletionList {
    if let entity = position.predicateEntity, !isQuoted {
      return properties(of: entity, beginning, replaced, position)
    }
    let words = isQuoted ? [] : position.words
    var seen: Set<String> = []
    let offered = position.parameter.map { values(of: $0.kind, beginning) } ?? []
    let candidates = (words + offered.map { quoted($0, always: isQuoted) })
      .filter { Self.unquoted($0).lowercased().hasPrefix(beginning.lowercased()) }
      .filter { seen.insert($0).inserted }
    return CompletionList(replacedCount: replaced, candidates: candidates)
  }

  /// Completes the last part of a key path inside a predicate or a sort.
  private func properties(
    of entity: String, _ beginning: String, _ replaced: Int, _ position: CommandPosition
  ) -> CompletionList {
    let isPathCharacter = { (character: Character) in
      character.isLetter || character.isNumber || character == "_" || character == "."
    }
    let path = String(beginning.reversed().prefix(while: isPathCharacter).reversed())
    let parts = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let last = parts.last ?? ""
    let names = source.properties(of: entity, at: Array(parts.dropLast()))
    // An option's name can only follow when the word stands for itself.
    let words = parts.count <= 1 && beginning == path ? position.words : []
    let candidates = (names + words).filter { $0.lowercased().hasPrefix(last.lowercased()) }
    return CompletionList(
      replacedCount: min(replaced, last.count), candidates: candidates,
      isKeyPath: !names.isEmpty)
  }

  private func values(of kind: ValueKind, _ beginning: String) -> [String] {
    switch kind {
    case .live(let live):
      return source.values(of: live)
    case .file:
      return source.files(beginningWith: beginning)
    case .wordOrFile(let words):
      return words + source.files(beginningWith: beginning)
    case .word, .boolean:
      return kind.choices
    case .rest:
      return HelpText(grammar).topics + ["language"]
    case .text, .integer, .decimal, .date, .nights, .timeZone, .currency, .predicate, .sort, .flag:
      return []
    }
  }

  private func quoted(_ value: String, always: Bool) -> String {
    var lexer = Lexer()
    let tokens = lexer.feed(value).first?.tokens ?? []
    let isPlain =
      tokens.count == 1 && tokens[0].text == value && lexer.open == nil
      && tokens[0].kind != .quoted
    guard always || !isPlain else { return value }
    let escaped = value.map { character in
      switch character {
      case "\"", "\\": "\\\(character)"
      case "\n": "\\n"
      case "\t": "\\t"
      default: String(character)
      }
    }
    return "\"\(escaped.joined())\""
  }

  private static func unquoted(_ candidate: String) -> String {
    candidate.hasPrefix("\"") ? String(candidate.dropFirst()) : candidate
  }
}
