/// Completes a command at the cursor: words, then options, then values of their types.
@MainActor
package struct Completer<Context: CommandContext> {
  private let grammar: CommandGrammar<Context>
  private let context: Context

  /// Makes a completer of a grammar, for a session.
  package init(_ grammar: CommandGrammar<Context>, in context: Context) {
    self.grammar = grammar
    self.context = context
  }

  /// The completions.
  ///
  /// - Parameters:
  ///   - line: the text of the line up to the cursor.
  ///   - earlierLines: the lines before, which the command continues.
  package func complete(_ line: String, after earlierLines: [String] = []) -> CompletionList {
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
    let position = CommandPosition(tokens, in: grammar)
    if let complete = position.parameter?.form.completeClause, let whole = lexer.begunCommand {
      let text = Self.text(from: position.valueStart, of: whole, upTo: cursor)
      return complete(
        ClauseText(text: text, context: context, position: position, command: whole))
    }
    let isQuoted = typed?.kind == .quoted
    let beginning = typed?.kind == .variable ? "$" + (typed?.text ?? "") : typed?.text ?? ""
    let value = ValueBeginning(
      beginning: beginning, context: context, command: position.command,
      options: position.options)
    let offered =
      (isQuoted ? [] : position.words.map { CompletionCandidate($0) })
      + (position.parameter?.form.complete(value) ?? [])
    let fitting = offered.filter {
      $0.isMeant || $0.text.lowercased().hasPrefix(beginning.lowercased())
    }
    let texts = fitting.map { candidate in
      position.words.contains(candidate.text) && !isQuoted
        ? candidate.text : CommandText.quoted(candidate.text, always: isQuoted)
    }
    return CompletionList(
      replacedCount: typed.map { cursor.column - $0.range.start.column } ?? 0,
      candidates: texts.unique,
      notes: Dictionary(zip(texts, fitting.map(\.note))) { first, _ in first }
        .filter { !$0.value.isEmpty })
  }

  /// The text of a clause up to the cursor, including spaces after its last token.
  private static func text(
    from start: Int, of command: CommandText, upTo cursor: SourcePosition
  ) -> String {
    guard start < command.tokens.count else { return "" }
    let raw = command.raw(start..<command.tokens.count)
    return raw.range.end < cursor ? raw.text + " " : raw.text
  }
}
