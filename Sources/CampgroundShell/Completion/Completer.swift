import Campground

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
    let position = CommandPosition(tokens, in: grammar)
    if let entity = position.predicateEntity, let kind = position.parameter?.kind {
      let whole = lexer.begunCommand
      let clause = QueryCompletion(
        source: source, entity: entity, words: position.words,
        columns: whole.map { columns(of: position, $0) } ?? [])
      let text = whole.map { Self.text(from: position.valueStart, of: $0, upTo: cursor) } ?? ""
      return clause.list(kind, text, isHaving: position.parameter?.name == "having")
    }
    return list(position, beginning, replaced, isQuoted)
  }

  /// The text of a clause up to the cursor, with the spaces behind its last token.
  private static func text(
    from start: Int, of command: CommandText, upTo cursor: SourcePosition
  ) -> String {
    guard start < command.tokens.count else { return "" }
    let raw = command.raw(start..<command.tokens.count)
    return raw.range.end < cursor ? raw.text + " " : raw.text
  }

  /// The names of the columns that the clauses before have selected.
  private func columns(of position: CommandPosition, _ command: CommandText) -> [String] {
    let reader = ValueReader(text: command, variables: [:])
    let anything = Parameter.select(.select, "")
    let (selected, grouped) = (position.clauses["select"], position.clauses["by"])
    if let grouped {
      var reader = GroupingReader(reader)
      return (try? reader.read(grouped))?.columns.map(\.name) ?? []
    }
    return selected.flatMap { try? SelectReader(reader, for: anything).terms($0) }?.map(\.name)
      ?? []
  }

  private func list(
    _ position: CommandPosition, _ beginning: String, _ replaced: Int, _ isQuoted: Bool
  ) -> CompletionList {
    let words = isQuoted ? [] : position.words
    var seen: Set<String> = []
    let offered = position.parameter.map { values(of: $0.kind, beginning) } ?? []
    let candidates = (words + offered.map { CommandText.quoted($0, always: isQuoted) })
      .filter { Self.unquoted($0).lowercased().hasPrefix(beginning.lowercased()) }
      .filter { seen.insert($0).inserted }
    return CompletionList(replacedCount: replaced, candidates: candidates)
  }

  private func values(of kind: ValueKind, _ beginning: String) -> [String] {
    switch kind {
    case .live(let live):
      return source.values(of: live, beginningWith: beginning)
    case .siteChanges:
      return source.values(of: .campsite)
    case .file:
      return source.files(beginningWith: beginning)
    case .wordOrFile(let words):
      return words + source.files(beginningWith: beginning)
    case .word, .boolean:
      return kind.choices
    case .rest:
      return HelpText(grammar).topics + HelpText.pages
    case .date:
      return DatePhrase.words
    case .currency:
      return Currency.knownCodes
    case .text, .integer, .decimal, .timeOfDay, .nights, .timeZone, .predicate, .sort, .select,
      .key, .keys, .keysBehindBy, .grouping, .assignment, .flag:
      return []
    }
  }

  private static func unquoted(_ candidate: String) -> String {
    candidate.hasPrefix("\"") ? String(candidate.dropFirst()) : candidate
  }
}
